// SPDX-License-Identifier: Apache-2.0
#include "face/face_table.hh"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <string>
#include <utility>

#include "face/face_room.hh"
#include "face/face_source.hh"

namespace augustus::face {
namespace {

constexpr std::size_t events_max = 4096;
/// Of all Faces, those that are asked to go at once: each search looks at all.
constexpr std::uint32_t leaving_part = 64;

}  // namespace

struct FaceTable::State {
  /// Aligned so that two Faces' owners never write the same cache line.
  struct alignas(64) CounterSlot {
    FaceCounters counters;
  };

  struct Slot {
    FaceInfo info;  ///< info.id is face_id_none while the slot is free
    std::uint8_t owner = 0;
    FaceId next_id = face_id_none;  ///< the id its next Face gets: one generation up
    FaceRoom::Part part;            ///< not of reserved ids
    TimeNs made_at = 0;             ///< likewise

    /// Who has not been seen to receive yet is no idler than who was when it was made.
    TimeNs active_at() const { return info.active_at != 0 ? info.active_at : made_at; }
  };

  /// Slots below face_id_first_user are for the reserved ids alone, so that no generation meets them.
  State(std::uint32_t capacity, std::uint32_t connections_max, std::uint32_t slot_count)
      : capacity(capacity),
        room(capacity, std::min(capacity, connections_max)),
        slots(slot_count),
        versions(std::make_unique<std::atomic<std::uint32_t>[]>(slot_count)) {
    open_lane(0);
    for (std::uint32_t slot = 0; slot < slot_count; ++slot) {
      slots[slot].next_id = slot;
    }
    for (std::uint32_t slot = face_id_first_user; slot < face_id_first_user + capacity; ++slot) {
      free_slots.push_back(slot);
    }
  }

  std::uint64_t malformed_before = 0;  ///< by Faces whose slots others have now

  void open_lane(unsigned lane) {
    if (lanes[lane].load(std::memory_order_relaxed) == nullptr) {
      lane_memory.push_back(std::make_unique<CounterSlot[]>(slots.size()));
      lanes[lane].store(lane_memory.back().get(), std::memory_order_release);
      lanes_end.store(std::max(lanes_end.load(std::memory_order_relaxed), lane + 1),
                      std::memory_order_release);
    }
  }
  /// Calls `visit` with the slot's counters of every lane that is open.
  template <typename Visit>
  void for_each_lane(std::size_t slot, Visit&& visit) const {
    const unsigned end = lanes_end.load(std::memory_order_acquire);
    for (unsigned lane = 0; lane < end; ++lane) {
      if (CounterSlot* of_lane = lanes[lane].load(std::memory_order_acquire)) {
        visit(of_lane[slot].counters);
      }
    }
  }

  Slot* find(FaceId id) {
    Slot& slot = slots[id % slots.size()];
    return id != face_id_none && slot.info.id == id ? &slot : nullptr;
  }

  void queue_event(FaceEventKind kind, const FaceInfo& info) {
    if (events.size() == events_max) {
      events.pop_front();
    }
    events.push_back(FaceEvent{kind, info});
  }

  /// Asks Faces to give way where little room is left.
  void make_room();
  void ask_to_leave(FaceId id);

  /// The next id of the same slot; back to the first generation when 32 bits are used up.
  FaceId following_id(FaceId id) const {
    const std::uint64_t next = std::uint64_t{id} + slots.size();
    return next <= ~FaceId{0} ? static_cast<FaceId>(next) : static_cast<FaceId>(id % slots.size());
  }

  const std::uint32_t capacity;
  mutable std::mutex mutex;
  FaceRoom room;
  std::uint32_t leaving = 0;       ///< Faces that were asked to give way and are still there
  std::uint32_t rest = 0;          ///< Faces to be added before the next search: the last one found nothing
  std::uint64_t asked_to_leave = 0;
  std::vector<Slot> slots;
  std::deque<std::uint32_t> free_slots;  ///< first in, first out: an id comes back as late as possible
  std::multimap<std::string, FaceId> by_remote;
  std::vector<std::unique_ptr<CounterSlot[]>> lane_memory;
  std::array<std::atomic<CounterSlot*>, lanes_max> lanes{};
  std::atomic<unsigned> lanes_end{0};
  std::unique_ptr<std::atomic<std::uint32_t>[]> versions;
  std::atomic<std::uint32_t> epoch{0};
  std::deque<FaceEvent> events;
  std::shared_ptr<const std::function<void()>> wake;
  std::uint32_t used = 0;
};

FaceTable::FaceTable(std::uint32_t capacity, std::uint32_t connections_max)
    : attributes_(capacity + face_id_first_user),
      state_(std::make_unique<State>(capacity, connections_max, attributes_.capacity())) {}

FaceTable::~FaceTable() = default;

FaceId FaceTable::add(FaceInfo info, std::uint8_t owner) {
  FaceId id = face_id_none;
  {
    std::lock_guard lock(state_->mutex);
    const auto part = state_->room.take(info);
    state_->make_room();
    if (!part) {
      return face_id_none;
    }
    const std::uint32_t slot = state_->free_slots.front();
    state_->free_slots.pop_front();
    id = state_->slots[slot].next_id;
    state_->slots[slot].part = *part;
    state_->slots[slot].made_at = monotonic_now();
    publish(slot, id, std::move(info), owner);
  }
  wake_reader();
  return id;
}

bool FaceTable::admits(const FaceInfo& info) {
  std::lock_guard lock(state_->mutex);
  if (const auto part = state_->room.take(info)) {
    state_->room.give_back(*part);
    return true;
  }
  state_->make_room();
  return false;
}

void FaceTable::State::make_room() {
  const std::uint32_t missing = std::max(room.faces_short(), room.connections_short());
  if (missing <= leaving) {
    return;
  }
  if (rest != 0) {
    --rest;
    return;
  }
  const bool connections_only = room.faces_short() == 0;
  const bool locals_too = room.locals_short();
  std::vector<FaceRoom::Candidate> candidates;
  for (const Slot& slot : slots) {
    if (slot.info.id != face_id_none && slot.part.is_strangers && !slot.info.gives_way &&
        slot.info.persistency == Persistency::on_demand && (slot.part.is_connection || !connections_only) &&
        (slot.info.scope == forward::FaceScope::non_local || locals_too)) {
      candidates.push_back({slot.info.id, slot.part.holder, slot.active_at()});
    }
  }
  const std::uint32_t at_once = capacity / leaving_part;
  const std::size_t wanted = missing - leaving + at_once;
  const auto chosen = room.choose(std::move(candidates), wanted);
  for (const FaceId id : chosen) {
    ask_to_leave(id);
  }
  rest = chosen.size() < wanted ? at_once : 0;
}

void FaceTable::State::ask_to_leave(FaceId id) {
  Slot& slot = *find(id);
  slot.info.gives_way = true;
  slot.info.problem = "gave way to others";
  ++leaving;
  ++asked_to_leave;
  versions[static_cast<std::size_t>(&slot - slots.data())].fetch_add(1, std::memory_order_release);
  epoch.fetch_add(1, std::memory_order_release);
}

void FaceTable::add_reserved(FaceInfo info, std::uint8_t owner) {
  {
    std::lock_guard lock(state_->mutex);
    const FaceId id = info.id;
    if (id == face_id_none || id >= face_id_first_user || state_->find(id) != nullptr) {
      return;
    }
    publish(id, id, std::move(info), owner);
  }
  wake_reader();
}

void FaceTable::publish(std::uint32_t slot_index, FaceId id, FaceInfo info, std::uint8_t owner) {
  State::Slot& slot = state_->slots[slot_index];
  info.id = id;
  slot.info = std::move(info);
  slot.owner = owner;
  state_->for_each_lane(slot_index, [this](FaceCounters& counters) {
    state_->malformed_before += counters.in_malformed.value();
    reset(counters);
  });
  state_->by_remote.emplace(slot.info.remote_uri, id);
  state_->queue_event(FaceEventKind::created, slot.info);
  ++state_->used;
  publish_attributes(slot_index);
}

void FaceTable::publish_attributes(std::uint32_t slot_index) {
  const State::Slot& slot = state_->slots[slot_index];
  attributes_.store(slot_index,
                    forward::FaceAttributes{.id = slot.info.id,
                                            .scope = slot.info.scope,
                                            .link_type = slot.info.link_type,
                                            .owner = slot.owner,
                                            .takes = slot.info.up ? forward::takes_of(slot.info.names)
                                                                  : forward::FaceTakes::nothing},
                    slot.info.device, source_behind(slot.info));
}

void FaceTable::remove(FaceId id) {
  {
    std::lock_guard lock(state_->mutex);
    State::Slot* slot = state_->find(id);
    if (slot == nullptr) {
      return;
    }
    const auto slot_index = static_cast<std::uint32_t>(slot - state_->slots.data());
    attributes_.store(slot_index, forward::FaceAttributes{});
    const auto [first, last] = state_->by_remote.equal_range(slot->info.remote_uri);
    state_->by_remote.erase(
        std::find_if(first, last, [id](const auto& entry) { return entry.second == id; }));
    state_->queue_event(FaceEventKind::destroyed, slot->info);
    state_->leaving -= slot->info.gives_way ? 1 : 0;
    slot->info = FaceInfo{};
    slot->next_id = id >= face_id_first_user ? state_->following_id(id) : id;
    if (id >= face_id_first_user) {
      state_->room.give_back(slot->part);
      state_->free_slots.push_back(slot_index);
    }
    --state_->used;
  }
  wake_reader();
}

std::uint64_t FaceTable::malformed() const {
  std::lock_guard lock(state_->mutex);
  std::uint64_t total = state_->malformed_before;
  for (std::size_t slot = 0; slot < state_->slots.size(); ++slot) {
    state_->for_each_lane(slot,
                          [&total](const FaceCounters& counters) { total += counters.in_malformed.value(); });
  }
  return total;
}

void FaceTable::set_up(FaceId id, bool up) {
  {
    std::lock_guard lock(state_->mutex);
    State::Slot* slot = state_->find(id);
    if (slot == nullptr || slot->info.up == up) {
      return;
    }
    slot->info.up = up;
    publish_attributes(static_cast<std::uint32_t>(slot - state_->slots.data()));
    state_->queue_event(up ? FaceEventKind::up : FaceEventKind::down, slot->info);
  }
  wake_reader();
}

void FaceTable::note_activity(FaceId id, TimeNs active_at, std::optional<TimeNs> idle_expiry) {
  std::lock_guard lock(state_->mutex);
  if (State::Slot* slot = state_->find(id)) {
    slot->info.active_at = active_at;
    slot->info.idle_expiry = idle_expiry;
  }
}

std::optional<FaceInfo> FaceTable::find(FaceId id) const {
  std::lock_guard lock(state_->mutex);
  const State::Slot* slot = state_->find(id);
  return slot != nullptr ? std::optional(slot->info) : std::nullopt;
}

std::optional<FaceInfo> FaceTable::find_by_remote(std::string_view remote_uri, std::string_view local_uri) const {
  std::lock_guard lock(state_->mutex);
  const auto [first, last] = state_->by_remote.equal_range(std::string(remote_uri));
  const FaceInfo* lowest = nullptr;
  for (auto at = first; at != last; ++at) {
    const FaceInfo& info = state_->find(at->second)->info;
    if ((local_uri.empty() || info.local_uri == local_uri) && (lowest == nullptr || info.id < lowest->id)) {
      lowest = &info;
    }
  }
  return lowest != nullptr ? std::optional(*lowest) : std::nullopt;
}

bool FaceTable::update(FaceId id, const std::function<void(FaceInfo&)>& change) {
  std::lock_guard lock(state_->mutex);
  const bool found = change_info(id, change);
  state_->epoch.fetch_add(found ? 1 : 0, std::memory_order_release);
  return found;
}

bool FaceTable::update_own(FaceId id, const std::function<void(FaceInfo&)>& change) {
  std::lock_guard lock(state_->mutex);
  return change_info(id, change);
}

bool FaceTable::change_info(FaceId id, const std::function<void(FaceInfo&)>& change) {
  State::Slot* slot = state_->find(id);
  if (slot == nullptr) {
    return false;
  }
  FaceInfo changed = slot->info;
  change(changed);
  // The id and the remote URI identify the Face; neither changes in its life.
  changed.id = id;
  changed.remote_uri = slot->info.remote_uri;
  if (slot->part.is_strangers && changed.persistency != Persistency::on_demand) {
    if (!state_->room.take_over(slot->part)) {
      return false;
    }
    state_->leaving -= changed.gives_way ? 1 : 0;
    changed.gives_way = false;
  }
  slot->info = std::move(changed);
  const auto slot_index = static_cast<std::uint32_t>(slot - state_->slots.data());
  publish_attributes(slot_index);
  state_->versions[slot_index].fetch_add(1, std::memory_order_release);
  return true;
}

FaceCounters& FaceTable::counters(FaceId id, unsigned lane) {
  return state_->lanes[lane].load(std::memory_order_acquire)[id % state_->slots.size()].counters;
}

void FaceTable::open_lane(unsigned lane) {
  std::lock_guard lock(state_->mutex);
  state_->open_lane(lane);
}

FaceCounters& FaceTable::counters_of_thread(FaceId id, unsigned thread) {
  const unsigned lane = lane_of(thread);
  const bool own = lane >= state_->lanes_end.load(std::memory_order_acquire) ||
                   state_->lanes[lane].load(std::memory_order_acquire) == nullptr ||
                   attributes_.find(id).owner == thread;
  return counters(id, own ? 0 : lane);
}

std::uint64_t FaceTable::total(FaceId id, Counter FaceCounters::*count) const {
  std::uint64_t total = 0;
  state_->for_each_lane(id % state_->slots.size(),
                        [&](const FaceCounters& counters) { total += (counters.*count).value(); });
  return total;
}

std::vector<FaceInfo> FaceTable::list() const {
  std::vector<FaceInfo> faces;
  {
    std::lock_guard lock(state_->mutex);
    faces.reserve(state_->used);
    for (const auto& slot : state_->slots) {
      if (slot.info.id != face_id_none) {
        faces.push_back(slot.info);
      }
    }
  }
  std::sort(faces.begin(), faces.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
  return faces;
}

std::uint32_t FaceTable::size() const {
  std::lock_guard lock(state_->mutex);
  return state_->used;
}

std::uint32_t FaceTable::capacity() const {
  return state_->capacity;
}

bool FaceTable::is_crowded() const {
  return state_->room.is_crowded();
}

PoolFigures FaceTable::face_figures() const {
  return state_->room.faces();
}

PoolFigures FaceTable::connection_figures() const {
  return state_->room.connections();
}

std::uint64_t FaceTable::gave_way() const {
  std::lock_guard lock(state_->mutex);
  return state_->asked_to_leave;
}

std::uint32_t FaceTable::version(FaceId id) const {
  return state_->versions[id % state_->slots.size()].load(std::memory_order_acquire);
}

std::uint32_t FaceTable::epoch() const {
  return state_->epoch.load(std::memory_order_acquire);
}

std::vector<FaceEvent> FaceTable::take_events() {
  std::lock_guard lock(state_->mutex);
  std::vector<FaceEvent> taken(std::make_move_iterator(state_->events.begin()),
                               std::make_move_iterator(state_->events.end()));
  state_->events.clear();
  return taken;
}

void FaceTable::on_event(std::function<void()> wake) {
  std::lock_guard lock(state_->mutex);
  state_->wake = std::make_shared<const std::function<void()>>(std::move(wake));
}

void FaceTable::wake_reader() {
  std::shared_ptr<const std::function<void()>> wake;
  {
    std::lock_guard lock(state_->mutex);
    wake = state_->wake;
  }
  // Outside the lock: the callee may call back.
  if (wake && *wake) {
    (*wake)();
  }
}

void FaceTable::reset(FaceCounters& counters) {
  for (Counter* counter :
       {&counters.in_interests,  &counters.in_data,         &counters.in_nacks,
        &counters.in_bytes,      &counters.in_packets,      &counters.out_interests,
        &counters.out_data,      &counters.out_nacks,       &counters.out_bytes,
        &counters.out_packets,   &counters.in_malformed,    &counters.in_reassembly_dropped,
        &counters.in_duplicates, &counters.in_no_buffer,    &counters.in_not_allowed,
        &counters.out_oversized, &counters.out_queue_full,  &counters.out_errors,
        &counters.out_marked,    &counters.out_unprotected, &counters.lost}) {
    counter->set(0);
  }
}

}  // namespace augustus::face

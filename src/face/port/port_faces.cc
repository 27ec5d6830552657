// SPDX-License-Identifier: Apache-2.0
#include "face/port/port_faces.hh"

#include <algorithm>

namespace augustus::face {
namespace {

constexpr TimeNs scan_interval = nanoseconds_per_second;
constexpr std::size_t faces_per_scan = 2048;
constexpr TimeNs crowded_idle_timeout = 60 * nanoseconds_per_second;

std::uint32_t on_demand(const PortFace& face) {
  return face.persistency == Persistency::on_demand ? 1 : 0;
}

}  // namespace

PortFaces::PortFaces(const PortOptions& options, std::uint8_t owner, FaceTable& faces, PortCounters& counters)
    : owner_(owner),
      device_(options.number),
      idle_timeout_(options.idle_timeout),
      on_demand_max_(options.on_demand_max != 0 ? options.on_demand_max : faces.capacity()),
      faces_(faces),
      counters_(counters),
      index_(faces.capacity()),
      by_slot_(faces.attributes().capacity(), nullptr),
      epoch_(faces.epoch()) {}

PortFaces::~PortFaces() {
  for (const auto& face : list_) {
    faces_.remove(face->link.face());
  }
}

PortFace* PortFaces::find(FaceId id) const {
  PortFace* face = by_slot_[id & (by_slot_.size() - 1)];
  return face != nullptr && face->link.face() == id ? face : nullptr;
}

PortFace* PortFaces::add(LinkContext& context, const PortFaceKey& key, FaceInfo info, TimeNs now) {
  const Persistency persistency = info.persistency;
  info.device = device_;
  const FaceId id = faces_.add(std::move(info), owner_);
  if (id == face_id_none) {
    return nullptr;
  }
  list_.push_back(std::make_unique<PortFace>(context, id, key));
  PortFace& face = *list_.back();
  face.persistency = persistency;
  face.position = static_cast<std::uint32_t>(list_.size() - 1);
  face.last_receive = now;
  index_.insert(face);
  by_slot_[id & (by_slot_.size() - 1)] = &face;
  on_demand_ += on_demand(face);
  if (face.link.reliable()) {
    reliable_.push_back(&face);
  }
  counters_.faces_created.add();
  return &face;
}

bool PortFaces::take_over(PortFace& face, Persistency persistency) {
  if (face.persistency != Persistency::on_demand) {
    return true;
  }
  const bool taken_over = faces_.update(face.link.face(), [&](FaceInfo& info) {
    info.persistency = persistency;
    info.idle_expiry.reset();
  });
  if (taken_over) {
    --on_demand_;
    face.persistency = persistency;
    on_demand_ += on_demand(face);
  }
  return taken_over;
}

void PortFaces::close(PortFace& face) {
  const FaceId id = face.link.face();
  faces_.remove(id);
  if (on_close_) {
    on_close_(id);
  }
  index_.erase(face);
  by_slot_[id & (by_slot_.size() - 1)] = nullptr;
  on_demand_ -= on_demand(face);
  std::erase(reliable_, &face);
  const std::uint32_t position = face.position;
  closed_.push_back(std::move(list_[position]));
  if (position + 1 != list_.size()) {
    list_[position] = std::move(list_.back());
    list_[position]->position = position;
  }
  list_.pop_back();
}

void PortFaces::set_up(bool up) {
  for (const auto& face : list_) {
    faces_.set_up(face->link.face(), up);
  }
}

TimeNs PortFaces::tick(TimeNs now) {
  closed_.clear();
  refresh();
  TimeNs next = time_never;
  for (PortFace* face : reliable_) {
    next = std::min(next, face->link.tick(now));
  }
  if (now >= next_scan_) {
    scan_idle(now);
    next_scan_ = now + scan_interval;
  }
  return std::min(next, next_scan_);
}

void PortFaces::refresh() {
  const std::uint32_t epoch = faces_.epoch();
  if (epoch == epoch_) {
    return;
  }
  epoch_ = epoch;
  reliable_.clear();
  // From the end: where one is closed, the last takes its place.
  for (std::size_t i = list_.size(); i-- > 0;) {
    PortFace& face = *list_[i];
    const bool changed = face.link.refresh();
    const auto info = changed ? faces_.find(face.link.face()) : std::nullopt;
    if (info && info->gives_way) {
      close(face);
      continue;
    }
    if (info) {
      on_demand_ -= on_demand(face);
      face.persistency = info->persistency;
      on_demand_ += on_demand(face);
    }
    if (face.link.reliable()) {
      reliable_.push_back(&face);
    }
  }
}

void PortFaces::scan_idle(TimeNs now) {
  const bool crowded = faces_.is_crowded() || on_demand_ >= on_demand_max_ - on_demand_max_ / 8;
  const TimeNs timeout = crowded ? std::min(idle_timeout_, crowded_idle_timeout) : idle_timeout_;
  for (std::size_t looked = std::min(faces_per_scan, list_.size()); looked != 0 && !list_.empty(); --looked) {
    scan_at_ = scan_at_ == 0 || scan_at_ > list_.size() ? list_.size() - 1 : scan_at_ - 1;
    look_at(*list_[scan_at_], timeout, now);
  }
  closed_.clear();
}

void PortFaces::look_at(PortFace& face, TimeNs timeout, TimeNs now) {
  const FaceId id = face.link.face();
  if (face.persistency != Persistency::on_demand) {
    if (face.expiry_noted != 0) {
      face.expiry_noted = 0;
      faces_.note_activity(id, face.last_receive, std::nullopt);
    }
    return;
  }
  if (shared_) {
    const std::uint64_t received = faces_.total(id, &FaceCounters::in_packets);
    face.last_receive = received != face.received ? now : face.last_receive;
    face.received = received;
  }
  const TimeNs expiry = face.last_receive + idle_timeout_;
  if (face.last_receive + timeout <= now) {
    counters_.faces_expired.add();
    close(face);
  } else if (face.expiry_noted != expiry) {
    face.expiry_noted = expiry;
    faces_.note_activity(id, face.last_receive, expiry);
  }
}

}  // namespace augustus::face

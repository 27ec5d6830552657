// SPDX-License-Identifier: Apache-2.0
#include "face/face_room.hh"

#include <algorithm>

namespace augustus::face {
namespace {

/// Of a router's Faces: a source with no more has few, and so has a host with some programs whatever the table's size.
constexpr std::uint32_t few_part = 1024;
constexpr std::uint32_t few_min = 4;
constexpr std::uint64_t operators_key = forward::source_kind(0xff03);

bool more_than_half(const PoolShares& pool) {
  return pool.free() < pool.capacity() / 2;
}

}  // namespace

FaceRoom::FaceRoom(std::uint32_t faces_max, std::uint32_t connections_max)
    : faces_(PoolShares::Rule::for_faces(faces_max)),
      connections_(PoolShares::Rule::for_faces(connections_max), faces_) {}

std::optional<FaceRoom::Part> FaceRoom::take(const FaceInfo& info) {
  if (info.source == 0) {
    return take_for_operator(info.is_connection);
  }
  const bool is_local = info.scope == forward::FaceScope::local;
  const PoolShares::Holder holder = faces_.holder_of(info.source);
  if (!faces_.may_take(holder, is_local)) {
    faces_.count_refusal();
    return std::nullopt;
  }
  if (info.is_connection && !connections_.take(holder, is_local)) {
    return std::nullopt;
  }
  faces_.add(holder);
  return Part{holder, true, info.is_connection};
}

std::optional<FaceRoom::Part> FaceRoom::take_for_operator(bool is_connection) {
  if (!is_free_for_operator(faces_)) {
    faces_.count_refusal();
    return std::nullopt;
  }
  if (is_connection && !is_free_for_operator(connections_)) {
    connections_.count_refusal();
    return std::nullopt;
  }
  const Part part{faces_.holder_of(operators_key | operators_++), false, is_connection};
  add(part);
  return part;
}

void FaceRoom::give_back(const Part& part) {
  faces_.give_back(part.holder);
  if (part.is_connection) {
    connections_.give_back(part.holder);
  }
}

bool FaceRoom::take_over(Part& part) {
  // The place that it has is free for it, unless that is in the reserve.
  give_back(part);
  const auto own = take_for_operator(part.is_connection);
  if (own) {
    part = *own;
  } else {
    add(part);
  }
  return own.has_value();
}

void FaceRoom::add(const Part& part) {
  faces_.add(part.holder);
  if (part.is_connection) {
    connections_.add(part.holder);
  }
}

bool FaceRoom::locals_short() const {
  return faces_.free() < faces_.reserve() / 2 || connections_.free() < connections_.reserve() / 2;
}

bool FaceRoom::is_crowded() const {
  return more_than_half(faces_) || more_than_half(connections_);
}

std::vector<FaceId> FaceRoom::choose(std::vector<Candidate> candidates, std::size_t wanted) const {
  std::sort(candidates.begin(), candidates.end(), [](const Candidate& a, const Candidate& b) {
    return a.holder != b.holder ? a.holder < b.holder : a.active_at < b.active_at;
  });
  // How many its source has when all that are idler than this one are gone: the largest go first.
  struct Ranked {
    std::size_t height;
    const Candidate* candidate;
  };
  std::vector<Ranked> ranked;
  const std::size_t few = std::max(faces_.capacity() / few_part, few_min);
  for (auto first = candidates.begin(); first != candidates.end();) {
    const auto end = std::find_if(first, candidates.end(),
                                  [first](const Candidate& other) { return other.holder != first->holder; });
    for (; first != end && static_cast<std::size_t>(end - first) > few; ++first) {
      ranked.push_back({static_cast<std::size_t>(end - first), &*first});
    }
    first = end;
  }
  if (ranked.empty() && candidates.size() > wanted) {
    for (const Candidate& candidate : candidates) {
      ranked.push_back({1, &candidate});
    }
  }
  std::sort(ranked.begin(), ranked.end(), [](const Ranked& a, const Ranked& b) {
    return a.height != b.height ? a.height > b.height : a.candidate->active_at < b.candidate->active_at;
  });
  std::vector<FaceId> chosen;
  for (const Ranked& one : ranked) {
    if (chosen.size() == wanted) {
      break;
    }
    chosen.push_back(one.candidate->id);
  }
  return chosen;
}

}  // namespace augustus::face

// SPDX-License-Identifier: Apache-2.0
#include "main/bench/pit_traffic.hh"

#include <algorithm>

namespace augustus::bench {
namespace {

constexpr std::uint64_t round_trip_ms = 100;
constexpr std::size_t line_bytes = 64;

/// An odd number of lines, so that names spread over the cache's sets.
std::size_t stride_of(unsigned name_bytes) {
  return ((name_bytes + line_bytes - 1) / line_bytes | 1) * line_bytes;
}

}  // namespace

PitTraffic::PitTraffic(const PitNames& names, double load, std::uint32_t pending)
    : names_(names),
      answers_((1 - load) / load),
      pending_(pending),
      stride_(stride_of(names.name_bytes())),
      bytes_((chunk_packets + 1) * stride_),
      unanswered_bytes_((chunk_packets + 1) * stride_) {
  packets_.reserve(chunk_packets + 1);
  unanswered_.reserve(chunk_packets + 1);
}

std::span<PitTraffic::Packet> PitTraffic::next_chunk() {
  packets_.clear();
  unanswered_.clear();
  while (packets_.size() < chunk_packets) {
    if (next_ >= pending_) {
      const std::uint64_t old = next_ - pending_;
      if (answered(old)) {
        packets_.push_back(packet(old, false));
      } else {
        unanswered_.push_back(name(old, unanswered_bytes_, unanswered_.size()));
      }
    }
    packets_.push_back(packet(next_, true));
    ++next_;
  }
  return packets_;
}

/// Spread evenly over the Interests.
bool PitTraffic::answered(std::uint64_t number) const {
  const auto upto = [this](std::uint64_t count) {
    return static_cast<std::uint64_t>(static_cast<double>(count) * answers_ + 1e-6);
  };
  return upto(number + 1) != upto(number);
}

PitTraffic::Packet PitTraffic::packet(std::uint64_t number, bool is_interest) {
  return {.name = name(number, bytes_, packets_.size()),
          .number = number,
          .now = static_cast<table::study::TimeMs>(next_ * round_trip_ms / pending_),
          .is_interest = is_interest};
}

table::study::PendingName PitTraffic::name(std::uint64_t number, std::vector<std::uint8_t>& bytes,
                                           std::size_t slot) {
  std::uint8_t* const to = bytes.data() + slot * stride_;
  names_.write(number, to);
  return {.key = {0, {to, names_.name_bytes()}}, .component_end = names_.component_end()};
}

}  // namespace augustus::bench

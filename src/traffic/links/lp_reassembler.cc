// SPDX-License-Identifier: Apache-2.0
#include "traffic/links/lp_reassembler.hh"

#include <algorithm>

#include "base/packet_limit.hh"

namespace augustus::traffic {

const wire::LpHeader* LpReassembler::add(const wire::LpHeader& part) {
  if (!part.has_sequence || part.frag_count > parts_max || part.frag_index >= part.frag_count) {
    ++given_up_;
    return nullptr;
  }
  const std::uint64_t first = part.sequence - part.frag_index;
  Message& message = messages_[first / part.frag_count % messages_max];
  if (!message.used || message.first_sequence != first || message.count != part.frag_count) {
    given_up_ += message.used ? message.have : 0;
    message.used = true;
    message.first_sequence = first;
    message.count = part.frag_count;
    message.have = 0;
    for (auto& bytes : message.parts) {
      bytes.clear();
    }
  }
  auto& place = message.parts[part.frag_index];
  if (!place.empty()) {
    return nullptr;
  }
  place.assign(part.fragment.begin(), part.fragment.end());
  if (part.frag_index == 0) {
    message.header = part;
  }
  if (++message.have < message.count) {
    return nullptr;
  }
  message.used = false;
  bytes_.clear();
  for (std::uint64_t i = 0; i < message.count; ++i) {
    bytes_.insert(bytes_.end(), message.parts[i].begin(), message.parts[i].end());
  }
  if (bytes_.size() > packet_bytes_max) {
    given_up_ += message.have;
    return nullptr;
  }
  whole_ = message.header;
  whole_.frag_count = 1;
  whole_.frag_index = 0;
  whole_.fragment = bytes_;
  return &whole_;
}

std::span<const std::uint8_t> LpReassembler::keep_token(std::span<const std::uint8_t> token) {
  std::copy(token.begin(), token.end(), token_.begin());
  return {token_.data(), token.size()};
}

}  // namespace augustus::traffic

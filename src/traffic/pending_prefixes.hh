// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "traffic/name_list.hh"
#include "traffic/packet_template.hh"

namespace augustus::traffic {

/// Interests with CanBePrefix that stay pending while others are exchanged: for distinct names below the
/// prefixes of a NameList, of which no name of the list is one. NDN only.
class PendingPrefixes {
 public:
  /// `names` outlives this.
  PendingPrefixes(const NameList& names, std::uint32_t count);

  bool more() const { return next_ != count_; }
  /// Of the link packet.
  std::size_t interest_bytes() const { return interest_.size(); }
  void write_next(std::uint8_t* to, std::uint32_t nonce);
  /// Whether the bare packet is one of these, as the router sends it on.
  bool owns(std::span<const std::uint8_t> packet) const;

 private:
  std::vector<std::uint8_t> name(std::uint32_t number) const;

  const NameList& names_;
  std::uint32_t count_;
  std::uint32_t next_ = 0;
  PacketTemplate interest_;
};

}  // namespace augustus::traffic

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "store/ssd/block_device.hh"

namespace augustus::store {

/// A device that writes the checksums of the records in extents, and checks them, itself.
class SealingDevice : public BlockDevice {
 public:
  /// As start(), of an extent, whose header is in place when it is written.
  virtual bool start_extent(const IoRequest& request) = 0;
  /// As finish(), of 64 at most. Bit i of `right`: results[i] is of an extent that was read, and the records
  /// in it are right; of others nobody has looked, or they are not.
  virtual unsigned finish_extents(std::span<IoResult> results, std::uint64_t& right) = 0;
};

}  // namespace augustus::store

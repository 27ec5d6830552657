// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <span>

#include "store/ssd/block_device.hh"

namespace augustus::store {

/// Memory whose address suits direct I/O.
class AlignedBuffer {
 public:
  explicit AlignedBuffer(std::size_t bytes)
      : memory_(static_cast<std::uint8_t*>(::operator new (bytes, std::align_val_t{block_bytes}))),
        bytes_(bytes) {
    std::fill_n(memory_.get(), bytes, std::uint8_t{0});
  }
  std::span<std::uint8_t> all() const { return {memory_.get(), bytes_}; }

 private:
  struct Delete {
    void operator()(std::uint8_t* memory) const { ::operator delete (memory, std::align_val_t{block_bytes}); }
  };
  std::unique_ptr<std::uint8_t, Delete> memory_;
  std::size_t bytes_;
};

}  // namespace augustus::store

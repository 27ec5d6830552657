// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "base/face_id.hh"

namespace augustus::table {

struct NextHop {
  FaceId face = face_id_none;
  std::uint32_t cost = 0;
  bool operator==(const NextHop&) const = default;
};

/// A short sequence of next hops, fixed once made. Up to two stand in place, so that a route to one or two
/// faces is read without another cache line; more come from the heap.
class NextHopList {
 public:
  NextHopList() = default;
  NextHopList(std::span<const NextHop> hops) { assign(hops); }     // NOLINT: reads as a vector
  NextHopList(const std::vector<NextHop>& hops) { assign(hops); }  // NOLINT
  NextHopList(std::initializer_list<NextHop> hops) { assign({hops.begin(), hops.size()}); }
  NextHopList(const NextHopList& other) { assign(other); }
  NextHopList& operator=(const NextHopList& other) {
    if (this != &other) {
      release();
      assign(other);
    }
    return *this;
  }
  ~NextHopList() { release(); }

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const NextHop* data() const { return size_ <= in_place ? near_ : far_; }
  const NextHop* begin() const { return data(); }
  const NextHop* end() const { return data() + size_; }
  const NextHop& operator[](std::size_t index) const { return data()[index]; }
  const NextHop& front() const { return data()[0]; }
  const NextHop& back() const { return data()[size_ - 1]; }

  bool operator==(const NextHopList& other) const {
    return std::equal(begin(), end(), other.begin(), other.end());
  }

 private:
  static constexpr std::size_t in_place = 2;

  void assign(std::span<const NextHop> hops) {
    size_ = static_cast<std::uint32_t>(hops.size());
    NextHop* target = near_;
    if (hops.size() > in_place) {
      far_ = new NextHop[hops.size()];
      target = far_;
    }
    std::copy(hops.begin(), hops.end(), target);
  }
  void release() {
    if (size_ > in_place) {
      delete[] far_;
    }
  }

  std::uint32_t size_ = 0;
  union {
    NextHop near_[in_place] = {};
    NextHop* far_;
  };
};
static_assert(sizeof(NextHopList) == 24);

}  // namespace augustus::table

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"
#include "base/face_id.hh"
#include "base/pool_shares.hh"
#include "manage/data_plane.hh"
#include "manage/rib/pool_part.hh"

namespace augustus::manage {

/// Who has made how many of the FIB's prefixes, or of the RIB's routes, so that nobody fills it (base/pool_shares). A
/// holder is whoever is behind the Face of the program that asked (pool_source.hh); the router's own (face_id_none) are
/// counted and never refused here. The reserve is for programs on this machine.
class RibPool {
 public:
  /// `data_plane` must outlive this; `capacity` in prefixes or routes.
  RibPool(const DataPlane& data_plane, std::uint32_t capacity);

  bool may_take(FaceId registrar) const;
  PoolPart take(FaceId registrar);
  void give_back(PoolPart part) {
    if (part.taken) {
      shares_.give_back(part.holder);
    }
  }

  void count_refusal() {
    shares_.count_refusal();
    refused_.add();
  }
  /// Routes that were refused because somebody has enough of them.
  const Counter& refused() const { return refused_; }
  PoolFigures figures() const { return shares_.figures(); }

 private:
  const DataPlane& data_plane_;
  PoolShares shares_;
  Counter refused_;
};

}  // namespace augustus::manage

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"
#include "base/face_id.hh"
#include "base/pool_shares.hh"
#include "manage/data_plane.hh"

namespace augustus::manage {

/// Who has made how many of the FIB's prefixes, so that nobody fills it with routes (base/pool_shares). A holder is whoever
/// is behind the Face of the program that asked (pool_source.hh); the router's own routes (face_id_none) are counted and
/// never refused here.
class PrefixPool {
 public:
  /// What a prefix took, to be given back with it.
  struct Part {
    bool taken = false;  ///< false: there was no unit left, and nobody was asked
    PoolShares::Holder holder = 0;
  };

  /// `data_plane` must outlive this.
  explicit PrefixPool(const DataPlane& data_plane);

  bool may_take(FaceId registrar) const;
  Part take(FaceId registrar);
  void give_back(Part part) {
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

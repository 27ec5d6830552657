// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "base/counter.hh"
#include "base/pool_shares.hh"
#include "manage/access/peer.hh"
#include "manage/data_plane.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// Who has chosen how many strategies, so that nobody uses up the table of prefixes, or that of strategies with
/// parameters (base/pool_shares). A holder is who asks (Peer::source), and a choice belongs to who made it last; he has a
/// unit for each prefix but /, and for each different strategy with parameters among his choices. Those of the
/// configuration are counted and never refused. Administrators have a reserve.
class StrategyPool {
 public:
  /// `data_plane` must outlive this.
  explicit StrategyPool(const DataPlane& data_plane);

  /// `strategy`: the full name. False, and counted: he has chosen enough.
  bool may_set(const Peer& peer, const wire::Name& prefix, const wire::Name& strategy);
  /// The choice was made.
  void set(const Peer& peer, const wire::Name& prefix, const wire::Name& strategy);
  void unset(const wire::Name& prefix);
  /// The configuration made or withdrew choices: what is in the table and not known here is its own.
  void follow_table();

  /// Choices that were refused because somebody has enough of them.
  const Counter& refused() const { return refused_; }
  PoolFigures prefixes() const { return prefixes_.figures(); }
  PoolFigures parameters() const { return parameters_.figures(); }

 private:
  struct Choice {
    PoolShares::Holder holder;
    wire::Name strategy;
  };
  using Choices = std::map<wire::Name, Choice>;

  bool refuse(PoolShares& pool);
  void add(const wire::Name& prefix, Choice choice);
  Choices::iterator erase(Choices::iterator choice);

  const DataPlane& data_plane_;
  PoolShares prefixes_;    // both tell holders apart by the same secret
  PoolShares parameters_;  // of strategies with them
  Choices choices_;
  std::map<std::pair<PoolShares::Holder, wire::Name>, std::uint32_t> uses_;  // choices of a strategy with parameters
  Counter refused_;
};

}  // namespace augustus::manage

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scenario/sizes.hh"
#include "wire/lp_header.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::scenario {

/// A packet as a scenario writes it: to send (what is absent is left out) or to expect (what is absent is not
/// looked at).
struct PacketSpec {
  enum class Nonce { unsaid, number, none, any, last };

  unsigned face = 0;
  wire::PacketKind kind = wire::PacketKind::interest;
  wire::Name name;
  std::vector<std::uint8_t> raw;  ///< to send: these bytes, whatever they are
  // Interest, and the Interest in a Nack
  std::optional<bool> can_be_prefix, must_be_fresh;
  Nonce nonce_kind = Nonce::unsaid;
  std::uint32_t nonce = 0;
  std::optional<std::uint64_t> lifetime_ms;
  std::optional<std::uint8_t> hop_limit;
  std::optional<std::vector<wire::Name>> hint;  ///< empty: none
  enum class Digest { none, last_data, wrong } digest = Digest::none;
  // Data
  std::optional<std::uint64_t> freshness_ms;
  std::optional<std::string> content;
  // Link header
  wire::NackReason reason = wire::NackReason::none;
  std::optional<std::vector<std::uint8_t>> token;  ///< empty: none
  std::optional<std::uint8_t> mark;
  std::optional<unsigned> next_hop_face;
  std::optional<bool> no_cache, non_discovery;
  std::optional<wire::Name> announcement;
};

enum class FaceState { up, down, gone };

struct AddFace {
  unsigned face;
  bool local = false;
  bool multi_access = false;
  bool ad_hoc = false;
};
struct SetFaceState {
  unsigned face;
  FaceState state;
};
/// An empty set of next hops removes the route.
struct SetRoute {
  wire::Name prefix;
  std::vector<std::pair<unsigned, std::uint32_t>> next_hops;  ///< face, cost
};
struct SetStrategy {
  wire::Name prefix;
  std::string strategy;
};
struct Send {
  std::vector<PacketSpec> packets;  ///< one burst
};
struct Expect {
  PacketSpec packet;
};
/// No packet waits on any Face.
struct ExpectNothing {};
struct Advance {
  std::uint64_t milliseconds;
};
/// What the content store's memory may hold in all from now on, in packets; 0: what it has goes, to the SSD
/// where there is one.
struct SetCapacity {
  std::uint64_t packets;
};
struct ExpectCounter {
  std::string name;
  std::uint64_t value;
};

struct Step {
  unsigned line = 0;
  std::variant<AddFace, SetFaceState, SetRoute, SetStrategy, Send, Expect, ExpectNothing, Advance,
               SetCapacity, ExpectCounter>
      action;
};

/// A scenario file, read. Setup is what a router is started with.
struct Scenario {
  std::string name;
  Sizes sizes;
  std::string cs_policy = "lru";
  std::vector<wire::Name> regions;
  std::vector<Step> steps;
};

}  // namespace augustus::scenario

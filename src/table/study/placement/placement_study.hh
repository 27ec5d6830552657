// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "table/study/placement/line_card.hh"

namespace augustus::table::study {

struct PlacementLoad {
  std::uint32_t names = 1000;
  unsigned requesters = 1;  ///< cards on which an Interest for each name comes in before its Data
  bool loops = false;       ///< every Interest sent comes back once on another card
};

/// What traffic through the cards showed.
struct PlacementResult {
  std::uint64_t requests = 0;   ///< Interests of consumers
  std::uint64_t packets = 0;    ///< from the wire, Data included
  std::uint64_t sent = 0;       ///< Interests sent on before any came back
  std::uint64_t transfers = 0;  ///< switching operations
  CardCounts counts;
  std::uint64_t busiest_lookups = 0;  ///< PIT lookups of the card that had most
  std::uint64_t unserved = 0;         ///< requests that no Data came for
  std::uint64_t duplicates = 0;       ///< Data sent to a requester that had it
  std::uint64_t wasted = 0;           ///< Data sent on a card where nobody asked
  std::uint64_t looped = 0;           ///< Interests that came back

  double lookups_per_packet() const {
    return static_cast<double>(counts.pit_lookups) / static_cast<double>(packets);
  }
  double transfers_per_packet() const {
    return static_cast<double>(transfers) / static_cast<double>(packets);
  }
};

/// Interests for new names, from cards drawn by the name; then, when all are where they go, the Data for
/// every Interest that was sent, on the card on which it was sent. In rounds, so that tables of the options'
/// size suffice. `Cards` is SimulatedCards or ThreadedCards.
template <typename Cards>
class PlacementStudy {
 public:
  PlacementStudy(const CardOptions& options, const PlacementLoad& load)
      : options_(options), load_(load), cards_(options) {}

  PlacementResult run() {
    const std::uint32_t round = std::max(1u, options_.sizes.entries_max / (4 * load_.requesters));
    for (std::uint32_t first = 0; first < load_.names; first += round) {
      run_round(first, std::min(load_.names, first + round));
    }
    result_.transfers = cards_.output().transfers;
    for (CardNumber card = 0; card < options_.cards; ++card) {
      result_.counts += cards_.counts(card);
      result_.busiest_lookups = std::max(result_.busiest_lookups, cards_.counts(card).pit_lookups);
    }
    return result_;
  }

 private:
  using Kind = CardMessage::Kind;

  CardNumber requester(std::uint32_t name, unsigned which) const {
    return static_cast<CardNumber>((mix(name + 0x7777u) + which) % options_.cards);
  }

  void receive(Kind kind, CardNumber card, std::uint32_t name, std::uint32_t nonce) {
    ++result_.packets;
    cards_.receive({.kind = kind, .card = card, .input = card, .name = name, .nonce = nonce});
  }

  void run_round(std::uint32_t first, std::uint32_t end) {
    for (unsigned which = 0; which < load_.requesters; ++which) {
      for (std::uint32_t name = first; name < end; ++name) {
        ++result_.requests;
        receive(Kind::interest, requester(name, which), name, next_nonce_++);
      }
    }
    cards_.run();
    std::vector<CardMessage> sent = std::exchange(cards_.output().interests, {});
    result_.sent += sent.size();
    if (load_.loops) {
      for (const CardMessage& interest : sent) {
        ++result_.looped;
        receive(Kind::interest, requester(interest.name, load_.requesters), interest.name, interest.nonce);
      }
      cards_.run();
      const auto more = std::exchange(cards_.output().interests, {});
      sent.insert(sent.end(), more.begin(), more.end());
    }
    for (const CardMessage& interest : sent) {
      receive(Kind::data, interest.card, interest.name, 0);
    }
    cards_.run();
    count_data(first, end);
  }

  void count_data(std::uint32_t first, std::uint32_t end) {
    std::map<std::pair<std::uint32_t, CardNumber>, std::uint64_t> received;
    for (const CardMessage& data : std::exchange(cards_.output().data, {})) {
      ++received[{data.name, data.card}];
    }
    for (std::uint32_t name = first; name < end; ++name) {
      for (unsigned which = 0; which < load_.requesters; ++which) {
        const auto found = received.find({name, requester(name, which)});
        if (found == received.end()) {
          ++result_.unserved;
        } else {
          result_.duplicates += found->second - 1;
          received.erase(found);
        }
      }
    }
    for (const auto& [where, count] : received) {
      result_.wasted += count;
    }
  }

  CardOptions options_;
  PlacementLoad load_;
  Cards cards_;
  PlacementResult result_;
  std::uint32_t next_nonce_ = 1;
};

/// What a placement keeps up, found by running it (the paper says so in words, section III-B).
struct PlacementProperties {
  bool aggregation;     ///< Interests from two cards go on as one, whatever path each card takes
  bool loop_detection;  ///< an Interest that comes back on another card goes no further
  bool multipath;       ///< sent on all paths at once, one Data reaches who asked
};

template <typename Cards>
PlacementProperties properties_of(CardOptions options, std::uint32_t names) {
  const auto run = [&](Paths paths, const PlacementLoad& load) {
    options.paths = paths;
    return PlacementStudy<Cards>(options, load).run();
  };
  PlacementProperties properties{true, true, true};
  for (const Paths paths : {Paths::single, Paths::split}) {
    properties.aggregation &= run(paths, {.names = names, .requesters = 2}).sent == names;
    const PlacementResult looped = run(paths, {.names = names, .loops = true});
    properties.loop_detection &= looped.counts.loops == looped.looped;
  }
  const PlacementResult replicated = run(Paths::replicate, {.names = names});
  properties.multipath = replicated.duplicates == 0 && replicated.unserved == 0;
  return properties;
}

}  // namespace augustus::table::study

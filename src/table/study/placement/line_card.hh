// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <optional>

#include "table/study/pending_table.hh"
#include "table/study/placement/card_message.hh"

namespace augustus::table::study {

struct CardOptions {
  Placement placement = Placement::third_party;
  Paths paths = Paths::single;
  CardNumber cards = 2;
  unsigned path_count = 2;  ///< of each name, on different cards as far as there are any
  PendingSizes sizes;       ///< of each card's table
};

struct CardCounts {
  std::uint64_t pit_lookups = 0;
  std::uint64_t fib_lookups = 0;
  std::uint64_t loops = 0;    ///< Interests that were found to have come before
  std::uint64_t refused = 0;  ///< by a full table

  CardCounts& operator+=(const CardCounts& other) {
    pit_lookups += other.pit_lookups;
    fib_lookups += other.fib_lookups;
    loops += other.loops;
    refused += other.refused;
    return *this;
  }
};

/// Spread over all numbers, the same on every card.
constexpr std::uint64_t mix(std::uint64_t value) {
  value = (value ^ value >> 31) * 0x9e3779b97f4a7c15u;
  value = (value ^ value >> 29) * 0xd6e8feb86659fd93u;
  return value ^ value >> 32;
}

/// One line card with its part of the PIT, and what the placement makes of messages. What it does next goes
/// to `send(CardMessage)`; a message for another card is one switching operation.
template <PendingTable Table>
class LineCard {
 public:
  LineCard(CardNumber number, const CardOptions& options)
      : number_(number), options_(options), table_(options.sizes) {
    if (options.placement == Placement::input_output) {
      input_table_.emplace(options.sizes);
    }
  }

  template <typename Send>
  void handle(const CardMessage& message, Send&& send) {
    using Kind = CardMessage::Kind;
    switch (message.kind) {
      case Kind::interest:
        take_interest(message, send);
        break;
      case Kind::pending_interest:
        if (insert(table_, message, message.input)) {
          if (options_.placement == Placement::third_party) {
            forward(message, Kind::send_interest, send);
          } else {
            send(to(number_, Kind::send_interest, message));
          }
        }
        break;
      case Kind::data:
        take_data(message, send);
        break;
      case Kind::answer:
        answer(message, send);
        break;
      case Kind::send_interest:
      case Kind::send_data:
        break;  // the wire's
    }
  }

  const CardCounts& counts() const { return counts_; }

 private:
  using Kind = CardMessage::Kind;

  static CardMessage to(CardNumber card, Kind kind, CardMessage message) {
    message.card = card;
    message.kind = kind;
    return message;
  }

  template <typename Send>
  void take_interest(const CardMessage& message, Send& send) {
    switch (options_.placement) {
      case Placement::input_only:
        if (insert(table_, message, number_)) {
          forward(message, Kind::send_interest, send);
        }
        break;
      case Placement::output_only:
        forward(message, Kind::pending_interest, send);
        break;
      case Placement::input_output:
        if (insert(*input_table_, message, number_)) {
          forward(message, Kind::pending_interest, send);
        }
        break;
      case Placement::third_party:
        send(to(party_of(message.name), Kind::pending_interest, message));
        break;
    }
  }

  template <typename Send>
  void take_data(const CardMessage& message, Send& send) {
    switch (options_.placement) {
      case Placement::input_only:
        // Nobody knows who asked.
        for (CardNumber card = 0; card < options_.cards; ++card) {
          send(to(card, Kind::answer, message));
        }
        break;
      case Placement::output_only:
        for_each_pending(table_, message, [&](CardNumber card) { send(to(card, Kind::send_data, message)); });
        break;
      case Placement::input_output:
        for_each_pending(table_, message, [&](CardNumber card) { send(to(card, Kind::answer, message)); });
        break;
      case Placement::third_party:
        send(to(party_of(message.name), Kind::answer, message));
        break;
    }
  }

  /// A PIT that is not where the Data came in.
  template <typename Send>
  void answer(const CardMessage& message, Send& send) {
    for_each_pending(input_table_ ? *input_table_ : table_, message,
                     [&](CardNumber card) { send(to(card, Kind::send_data, message)); });
  }

  template <typename Visit>
  void for_each_pending(Table& table, const CardMessage& message, Visit&& visit) {
    ++counts_.pit_lookups;
    const Name name(message.name);
    FaceList faces;
    if (!table.on_data(name.view(), 0, faces)) {
      return;
    }
    if constexpr (!Table::traits.faces) {
      faces.add(static_cast<FaceNumber>(number_));  // whose table it is
    }
    for (unsigned i = 0; i < faces.size; ++i) {
      visit(faces.faces[i]);
    }
  }

  /// Whether nothing was pending, and now is.
  bool insert(Table& table, const CardMessage& message, CardNumber face) {
    ++counts_.pit_lookups;
    const Name name(message.name);
    const InterestOutcome outcome =
        table.on_interest({name.view(), static_cast<FaceNumber>(face), message.nonce, lifetime_max}, 0);
    counts_.loops += outcome == InterestOutcome::loop ? 1 : 0;
    counts_.refused += outcome == InterestOutcome::full ? 1 : 0;
    return outcome == InterestOutcome::inserted;
  }

  /// To the cards that the FIB names.
  template <typename Send>
  void forward(const CardMessage& message, Kind kind, Send& send) {
    ++counts_.fib_lookups;
    const unsigned paths = std::min<unsigned>(options_.path_count, options_.cards);
    const auto first = static_cast<CardNumber>(mix(message.name) % options_.cards);
    const auto path = [&](unsigned i) { return (first + i) % options_.cards; };
    switch (options_.paths) {
      case Paths::single:
        send(to(path(0), kind, message));
        break;
      case Paths::split:
        send(to(path(static_cast<unsigned>(mix(message.input + 1) % paths)), kind, message));
        break;
      case Paths::replicate:
        for (unsigned i = 0; i < paths; ++i) {
          send(to(path(i), kind, message));
        }
        break;
    }
  }

  CardNumber party_of(std::uint32_t name) const {
    return static_cast<CardNumber>(mix(name ^ 0x5bd1'e995'0000'0000u) % options_.cards);
  }

  /// A name of one component, its number.
  class Name {
   public:
    explicit Name(std::uint32_t number) : hash_(mix(number + 0x1234'5678'9abcu)) {
      std::memcpy(bytes_.data() + 2, &number, sizeof(number));
    }
    PendingName view() const { return {.key = {hash_, bytes_}, .component_end = end_}; }

   private:
    std::uint64_t hash_;
    std::array<std::uint8_t, 6> bytes_{8, 4};
    std::array<std::uint16_t, 1> end_{6};
  };

  CardNumber number_;
  CardOptions options_;
  Table table_;
  std::optional<Table> input_table_;  ///< input-output placement: table_ is the output's
  CardCounts counts_;
};

}  // namespace augustus::table::study

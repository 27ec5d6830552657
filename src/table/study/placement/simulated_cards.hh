// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "table/study/placement/line_card.hh"

namespace augustus::table::study {

/// What the cards together send out, and what it took.
struct CardsOutput {
  std::vector<CardMessage> interests, data;  ///< on the wire since the last time they were taken
  std::uint64_t transfers = 0;               ///< from one card to another
};

/// Line cards and the switch between them, one message at a time in the order in which they were sent: the
/// same every time, for any number of cards.
template <PendingTable Table>
class SimulatedCards {
 public:
  explicit SimulatedCards(const CardOptions& options) {
    for (CardNumber card = 0; card < options.cards; ++card) {
      cards_.push_back(std::make_unique<LineCard<Table>>(card, options));
    }
  }

  /// A packet comes in from the wire.
  void receive(const CardMessage& message) { waiting_.push_back(message); }

  /// Until nothing is left to do.
  void run() {
    while (!waiting_.empty()) {
      const CardMessage message = waiting_.front();
      waiting_.pop_front();
      cards_[message.card]->handle(message, [&](const CardMessage& next) {
        output_.transfers += next.card != message.card ? 1 : 0;
        emit(next);
      });
    }
  }

  CardsOutput& output() { return output_; }
  const CardCounts& counts(CardNumber card) const { return cards_[card]->counts(); }

 private:
  void emit(const CardMessage& message) {
    switch (message.kind) {
      case CardMessage::Kind::send_interest:
        output_.interests.push_back(message);
        break;
      case CardMessage::Kind::send_data:
        output_.data.push_back(message);
        break;
      default:
        waiting_.push_back(message);
    }
  }

  std::vector<std::unique_ptr<LineCard<Table>>> cards_;
  std::deque<CardMessage> waiting_;
  CardsOutput output_;
};

}  // namespace augustus::table::study

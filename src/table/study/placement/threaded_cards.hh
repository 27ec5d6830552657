// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "table/study/placement/simulated_cards.hh"

namespace augustus::table::study {

/// The same with a thread for each card, which owns its table alone; messages go through locked queues. For a
/// few cards: what comes when is up to the machine.
template <PendingTable Table>
class ThreadedCards {
 public:
  explicit ThreadedCards(const CardOptions& options) {
    for (CardNumber card = 0; card < options.cards; ++card) {
      cards_.push_back(std::make_unique<Card>(card, options));
    }
    for (auto& card : cards_) {
      card->thread = std::thread([this, &card = *card] { work(card); });
    }
  }
  ~ThreadedCards() {
    for (auto& card : cards_) {
      const std::lock_guard lock(card->mutex);
      card->stopping = true;
      card->changed.notify_one();
    }
    for (auto& card : cards_) {
      card->thread.join();
    }
  }

  void receive(const CardMessage& message) { post(message); }

  /// Until nothing is left to do.
  void run() {
    std::unique_lock lock(idle_mutex_);
    idle_.wait(lock, [this] { return in_flight_.load() == 0; });
  }

  /// When nothing is left to do.
  CardsOutput& output() { return output_; }
  const CardCounts& counts(CardNumber card) const { return cards_[card]->line_card.counts(); }

 private:
  struct Card {
    Card(CardNumber number, const CardOptions& options) : line_card(number, options) {}

    LineCard<Table> line_card;
    std::mutex mutex;
    std::condition_variable changed;
    std::deque<CardMessage> waiting;
    bool stopping = false;
    std::thread thread;
  };

  void post(const CardMessage& message) {
    in_flight_.fetch_add(1);
    Card& card = *cards_[message.card];
    const std::lock_guard lock(card.mutex);
    card.waiting.push_back(message);
    card.changed.notify_one();
  }

  void work(Card& card) {
    for (;;) {
      CardMessage message;
      {
        std::unique_lock lock(card.mutex);
        card.changed.wait(lock, [&card] { return card.stopping || !card.waiting.empty(); });
        if (card.stopping) {
          return;
        }
        message = card.waiting.front();
        card.waiting.pop_front();
      }
      card.line_card.handle(message, [&](const CardMessage& next) { emit(message.card, next); });
      if (in_flight_.fetch_sub(1) == 1) {
        const std::lock_guard lock(idle_mutex_);
        idle_.notify_all();
      }
    }
  }

  void emit(CardNumber from, const CardMessage& message) {
    const bool interest = message.kind == CardMessage::Kind::send_interest;
    const bool data = message.kind == CardMessage::Kind::send_data;
    {
      const std::lock_guard lock(output_mutex_);
      output_.transfers += message.card != from ? 1 : 0;
      if (interest || data) {
        (interest ? output_.interests : output_.data).push_back(message);
      }
    }
    if (!interest && !data) {
      post(message);
    }
  }

  std::vector<std::unique_ptr<Card>> cards_;
  std::atomic<std::uint64_t> in_flight_{0};
  std::mutex idle_mutex_, output_mutex_;
  std::condition_variable idle_;
  CardsOutput output_;
};

}  // namespace augustus::table::study

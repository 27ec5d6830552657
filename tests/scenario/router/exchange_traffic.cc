// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/exchange_traffic.hh"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>

#include "scenario/router/wait.hh"
#include "wire/data.hh"
#include "wire/interest.hh"

namespace augustus::scenario {
namespace {

constexpr std::uint64_t prefix_every = 8;
constexpr std::uint64_t first_alone = 4;
constexpr std::uint64_t lifetime_ms = 60000;
constexpr std::uint8_t interest_first_byte = 5;

bool asks_by_prefix(std::uint64_t number) {
  return number % prefix_every == 0;
}

/// Segments of objects, so that batches meet in one partition and objects spread.
wire::Name asked_name(std::uint64_t number) {
  return wire::Name::literal(fmt::format("/p{}/object{}/50={}", number % 2, number / 32, number % 32 / 2));
}

wire::Name data_name(std::uint64_t number) {
  return asks_by_prefix(number) ? wire::Name::literal(asked_name(number).uri() + "/version")
                                : asked_name(number);
}

std::vector<std::uint8_t> content_of(const wire::Name& name) {
  const auto text = name.uri();
  return {text.begin(), text.end()};
}

}  // namespace

ExchangeTraffic::ExchangeTraffic(worker::Router& router, FaceEnds& ends) : router_(router) {
  for (unsigned face = 0; face < 4; ++face) {
    auto& side = face < 2 ? consumers_ : producers_;
    side.push_back(ends.make({.face = face}));
  }
  for (unsigned producer = 0; producer < 2; ++producer) {
    router_.set_next_hops(wire::Name::literal(fmt::format("/p{}", producer)), {{producers_[producer].id, 0}});
  }
}

void ExchangeTraffic::ask(std::uint64_t number) {
  const wire::Interest interest{
      .name = asked_name(number), .can_be_prefix = asks_by_prefix(number), .lifetime_ms = lifetime_ms};
  const auto name = data_name(number);
  outstanding_[name] = content_of(name);
  consumers_[number / 2 % 2].end->send(interest.encode());
}

void ExchangeTraffic::answer_all() {
  for (auto& producer : producers_) {
    while (const auto packet = producer.end->receive()) {
      const auto interest =
          packet->at(0) == interest_first_byte ? wire::Interest::decode(*packet) : std::nullopt;
      if (!interest) {
        throw std::runtime_error("a producer got something else than an Interest");
      }
      ++produced_;
      wire::Data data;
      data.name =
          interest->can_be_prefix ? wire::Name::literal(interest->name.uri() + "/version") : interest->name;
      data.freshness_ms = lifetime_ms;
      data.content = content_of(data.name);
      producer.end->send(data.encode());
    }
  }
}

void ExchangeTraffic::take_all() {
  for (auto& consumer : consumers_) {
    while (const auto packet = consumer.end->receive()) {
      const auto data = wire::Data::decode(*packet);
      const auto found = data ? outstanding_.find(data->name) : outstanding_.end();
      if (found == outstanding_.end() || found->second != data->content) {
        ++duplicates_;
        continue;
      }
      outstanding_.erase(found);
      ++answered_;
    }
  }
}

void ExchangeTraffic::turn(std::uint64_t wanted) {
  // One each way at first: a port lets one packet wait for a neighbour's address.
  while (next_ < first_alone) {
    ask(next_++);
    finish();
  }
  while (outstanding_.size() < std::min<std::uint64_t>(outstanding_max, wanted)) {
    ask(next_++);
  }
  const auto before = answered_;
  wait_for("an answer", [&] {
    router_.poll();
    answer_all();
    take_all();
    return answered_ != before;
  });
}

void ExchangeTraffic::finish() {
  wait_for("the last answers", [this] {
    router_.poll();
    answer_all();
    take_all();
    return outstanding_.empty();
  });
}

void ExchangeTraffic::ask_again(std::uint64_t exchanges) {
  for (std::uint64_t number = 0; number < exchanges; ++number) {
    ask(number);
    if (outstanding_.size() == outstanding_max) {
      finish();
    }
  }
  finish();
}

}  // namespace augustus::scenario

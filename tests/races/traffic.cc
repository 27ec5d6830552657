// SPDX-License-Identifier: Apache-2.0
#include "races/traffic.hh"

#include <poll.h>

#include <array>

#include "wire/data.hh"
#include "wire/interest.hh"

namespace augustus::races {
namespace {

constexpr unsigned names = 400;
constexpr unsigned burst = 16;
constexpr int wait_ms = 2;
constexpr std::size_t content_bytes = 300;

}  // namespace

Traffic::Traffic(wire::Name prefix, std::unique_ptr<Line> consumer, std::unique_ptr<Line> producer)
    : prefix_(std::move(prefix)), consumer_(std::move(consumer)), producer_(std::move(producer)) {
  thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
}

Traffic::~Traffic() {
  thread_.request_stop();
  thread_.join();
}

void Traffic::run(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    ask();
    std::array<pollfd, 2> wait{{{consumer_->descriptor(), POLLIN, 0}, {producer_->descriptor(), POLLIN, 0}}};
    poll(wait.data(), wait.size(), wait_ms);
    answer();
    take();
  }
}

void Traffic::ask() {
  for (unsigned i = 0; i < burst; ++i) {
    wire::Interest interest;
    interest.name = prefix_;
    interest.name.append_number(wire::component_type::segment, random_() % names);
    interest.can_be_prefix = random_() % 8 == 0;
    interest.must_be_fresh = random_() % 4 == 0;
    interest.lifetime_ms = 100 + random_() % 400;
    consumer_->send(interest.encode());
  }
}

void Traffic::answer() {
  producer_->flush();
  for (unsigned i = 0; i < 2 * burst; ++i) {
    const Bytes packet = producer_->receive();
    if (packet.empty()) {
      return;
    }
    const auto interest = wire::Interest::decode(packet);
    if (!interest) {
      continue;
    }
    wire::Data data;
    data.name = interest->name;
    data.freshness_ms = random_() % 2000;
    data.content.resize(content_bytes);
    producer_->send(data.encode());
  }
}

void Traffic::take() {
  consumer_->flush();
  while (!consumer_->receive().empty()) {
    exchanges_.fetch_add(1, std::memory_order_relaxed);
  }
}

}  // namespace augustus::races

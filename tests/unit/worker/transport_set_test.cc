// SPDX-License-Identifier: Apache-2.0
#include "worker/transport_set.hh"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <map>

#include "base/packet_pool.hh"
#include "forward/arrival.hh"

namespace augustus::worker::transport_set_test {
namespace {

PacketPool& pool() {
  static PacketPool packets("transport_set", 255, 15);
  return packets;
}

struct Observed {
  unsigned flushed = 0;
  unsigned sent = 0;
  unsigned ticks = 0;
  bool destroyed = false;
};

/// A transport over an eventfd: each readable event is one packet of `face`.
class EventTransport : public face::Transport {
 public:
  EventTransport(FaceId face, Observed& observed) : face_(face), observed_(observed) {}
  ~EventTransport() override {
    observed_.destroyed = true;
    close(descriptor_);
  }
  void arrive() {
    const std::uint64_t one = 1;
    ASSERT_EQ(write(descriptor_, &one, sizeof(one)), static_cast<ssize_t>(sizeof(one)));
  }

  int descriptor() const override { return descriptor_; }
  bool wants_write() const override { return false; }
  unsigned receive(face::Ingress& ingress, TimeNs) override {
    std::uint64_t count = 0;
    if (read(descriptor_, &count, sizeof(count)) < 0) {
      return 0;
    }
    rte_mbuf* packet = pool().allocate(10);
    forward::arrival_of(packet).face = face_;
    ingress.receive(packet);
    return 1;
  }
  void writable(TimeNs) override {}
  void send(const forward::Outgoing& outgoing, TimeNs) override {
    ++observed_.sent;
    rte_pktmbuf_free(outgoing.packet);
  }
  void flush(TimeNs) override { ++observed_.flushed; }
  TimeNs tick(TimeNs now) override {
    ++observed_.ticks;
    return now + nanoseconds_per_second;
  }
  void close_face(FaceId) override { finished_ = true; }
  bool finished() const override { return finished_; }

 private:
  FaceId face_;
  Observed& observed_;
  int descriptor_ = eventfd(0, EFD_NONBLOCK);
  bool finished_ = false;
};

struct CountingIngress : face::Ingress {
  void receive(rte_mbuf* packet) override {
    faces.push_back(forward::arrival_of(packet).face);
    rte_pktmbuf_free(packet);
  }
  std::vector<FaceId> faces;
};

class TransportSetTest : public testing::Test {
 protected:
  ~TransportSetTest() override { close(wake_); }
  int wake_ = eventfd(0, EFD_NONBLOCK);
  TransportSet set_{1024, wake_};
  CountingIngress ingress_;
  Observed observed_;
};

TEST_F(TransportSetTest, ReceivesOnlyFromThoseThatAreReady) {
  Observed other;
  auto first = std::make_unique<EventTransport>(300, observed_);
  auto second = std::make_unique<EventTransport>(301, other);
  auto* ready = second.get();
  set_.add(std::move(first));
  set_.add(std::move(second));
  ready->arrive();
  EXPECT_FALSE(set_.wait(0, 1));
  EXPECT_EQ(set_.receive(ingress_, 1), 1u);
  EXPECT_EQ(ingress_.faces, std::vector<FaceId>{301});
  EXPECT_EQ(set_.receive(ingress_, 1), 0u);
}

/// Has always more to read.
class BusyTransport : public EventTransport {
 public:
  using EventTransport::EventTransport;
  unsigned receive(face::Ingress& ingress, TimeNs) override {
    for (unsigned i = 0; i < packets_per_read; ++i) {
      rte_mbuf* packet = pool().allocate(10);
      forward::arrival_of(packet).face = number;
      ingress.receive(packet);
    }
    return packets_per_read;
  }
  static constexpr unsigned packets_per_read = 64;
  FaceId number = 0;
};

TEST_F(TransportSetTest, ATurnIsShortHoweverManyAreBusyAndEachHasItsTurns) {
  constexpr unsigned busy = 50;
  for (unsigned i = 0; i < busy; ++i) {
    auto transport = std::make_unique<BusyTransport>(300 + i, observed_);
    transport->number = 300 + i;
    transport->arrive();
    set_.add(std::move(transport));
  }
  std::map<FaceId, unsigned> heard;
  constexpr unsigned turns = 100;
  for (unsigned turn = 0; turn < turns; ++turn) {
    set_.wait(0, 1);
    ingress_.faces.clear();
    EXPECT_LE(set_.receive(ingress_, 1), 1024u);
    for (const FaceId face : ingress_.faces) {
      ++heard[face];
    }
  }
  ASSERT_EQ(heard.size(), busy);
  for (const auto& [face, packets] : heard) {
    EXPECT_GT(packets, turns * 1024 / busy * 2 / 3) << face;
  }
}

TEST_F(TransportSetTest, FlushesOnceAfterSends) {
  auto transport = std::make_unique<EventTransport>(300, observed_);
  auto* raw = transport.get();
  set_.add(std::move(transport));
  set_.bind(300, raw);
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(set_.send({.packet = pool().allocate(10), .face = 300}, 1));
  }
  set_.flush(1);
  set_.flush(1);
  EXPECT_EQ(observed_.sent, 3u);
  EXPECT_EQ(observed_.flushed, 1u);
  EXPECT_FALSE(set_.send({.packet = nullptr, .face = 301}, 1));
}

TEST_F(TransportSetTest, LetsFinishedTransportsGo) {
  auto transport = std::make_unique<EventTransport>(300, observed_);
  auto* raw = transport.get();
  set_.add(std::move(transport));
  set_.bind(300, raw);
  EXPECT_GT(set_.tick(1), 1u);
  EXPECT_TRUE(set_.close_face(300));
  EXPECT_FALSE(set_.close_face(301));
  set_.tick(2);
  EXPECT_TRUE(observed_.destroyed);
  EXPECT_EQ(set_.find(300), nullptr);
}

TEST_F(TransportSetTest, ATransportThatGoesTakesAllItsFacesAndNoOthers) {
  Observed seen[3];
  std::vector<EventTransport*> transports;
  for (Observed& observed : seen) {
    auto transport = std::make_unique<EventTransport>(300, observed);
    transports.push_back(transport.get());
    set_.add(std::move(transport));
  }
  set_.bind(300, transports[0]);
  set_.bind(301, transports[1]);
  set_.bind(302, transports[0]);
  set_.bind(303, transports[0]);
  set_.bind(304, transports[2]);
  set_.bind(302, transports[1]);  // takes over
  set_.bind(303, transports[0]);
  EXPECT_EQ(set_.find(302), transports[1]);
  set_.close_face(303);
  set_.tick(1);
  EXPECT_TRUE(seen[0].destroyed);
  EXPECT_EQ(set_.find(300), nullptr);
  EXPECT_EQ(set_.find(303), nullptr);
  EXPECT_EQ(set_.find(301), transports[1]);
  EXPECT_EQ(set_.find(302), transports[1]);
  EXPECT_EQ(set_.find(304), transports[2]);

  // The others' timers go on.
  EXPECT_EQ(set_.tick(2), 1 + nanoseconds_per_second);
  set_.tick(1 + nanoseconds_per_second);
  EXPECT_EQ(seen[1].ticks, 2u);
  EXPECT_EQ(seen[2].ticks, 2u);
  set_.close_face(301);
  set_.close_face(304);
  set_.tick(2 + nanoseconds_per_second);
  EXPECT_TRUE(seen[1].destroyed && seen[2].destroyed);
  EXPECT_EQ(set_.find(302), nullptr);
}

TEST_F(TransportSetTest, OneThatFinishesWhenItIsHeardOrWhenItsTimeComesGoesOnce) {
  Observed heard;
  auto first = std::make_unique<EventTransport>(300, heard);
  auto* raw = first.get();
  set_.add(std::move(first));
  set_.add(std::make_unique<EventTransport>(301, observed_));
  const TimeNs due = set_.tick(1);
  raw->arrive();
  set_.wait(0, due);
  set_.receive(ingress_, due);
  raw->close_face(300);
  set_.tick_all(due);
  EXPECT_TRUE(heard.destroyed);
  EXPECT_FALSE(observed_.destroyed);
}

TEST_F(TransportSetTest, TicksWhenDueAndNotBefore) {
  set_.add(std::make_unique<EventTransport>(300, observed_));
  const TimeNs next = set_.tick(10);
  EXPECT_EQ(observed_.ticks, 1u);
  set_.tick(next - 1);
  EXPECT_EQ(observed_.ticks, 1u);
  set_.tick(next);
  EXPECT_EQ(observed_.ticks, 2u);
}

TEST_F(TransportSetTest, TellsOfTheWakeDescriptor) {
  const std::uint64_t one = 1;
  ASSERT_EQ(write(wake_, &one, sizeof(one)), static_cast<ssize_t>(sizeof(one)));
  EXPECT_TRUE(set_.wait(0, 1));
}

}  // namespace
}  // namespace augustus::worker::transport_set_test

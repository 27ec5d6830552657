// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "forward/arrival.hh"
#include "forward/forwarder.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::forward {

/// A partition in which hostile Faces take what they can get.
class PoolsFixture : public testing::Test {
 protected:
  using Bytes = std::vector<std::uint8_t>;

  /// What left, by Face.
  class Out final : public Egress {
   public:
    void send(const Outgoing& outgoing) override {
      const auto bytes = packet_bytes(outgoing.packet);
      sent.emplace_back(outgoing.face, Bytes(bytes.begin(), bytes.end()));
      rte_pktmbuf_free(outgoing.packet);
    }
    void transfer(const Transfer& transfer) override { rte_pktmbuf_free(transfer.packet); }

    std::vector<std::pair<FaceId, Bytes>> sent;
  };

  static constexpr FaceId upstream = 300;
  static constexpr FaceId honest = 301;
  static constexpr FaceId local = 302;
  static constexpr FaceId hostile = 310;  ///< and those after it
  static constexpr unsigned hostile_count = 40;
  static constexpr std::uint32_t face_slots = 2048;

  PoolsFixture() {
    for (FaceId id = upstream; id < hostile + hostile_count; ++id) {
      add_face(id, 0, id == local ? FaceScope::local : FaceScope::non_local);
    }
    fib_.set(wire::Name(), {{upstream, 1}});
  }

  static PacketPool& pool() {
    static PacketPool packets("pools_test", 8191, 2047);
    return packets;
  }

  static PartitionOptions sizes() {
    return {.number = 0,
            .tables = {.entries_max = 8192,
                       .pit_records_max = 1024,
                       .extra_records_max = 512,
                       .digests_max = 512,
                       .name_bytes_max = 1u << 20},
            .store = {.capacity_packets = 4096, .capacity_bytes = 8u << 20, .frame_bytes = 64u << 10},
            .dead_nonces_max = 1024};
  }

  /// `source`: the address, or the user, that it is of; 0: one of its own.
  void add_face(FaceId id, std::uint64_t source = 0, FaceScope scope = FaceScope::non_local,
                LinkType link_type = LinkType::point_to_point) {
    faces_.store(id % face_slots, {.id = id, .scope = scope, .link_type = link_type, .takes = FaceTakes::ndn},
                 device_none, source);
  }
  /// The Face is gone.
  void remove_face(FaceId id) { faces_.store(id % face_slots, {}); }
  /// So many hostile Faces, all of one address.
  void add_faces_of_one_address(unsigned count) {
    for (unsigned face = 0; face < count; ++face) {
      add_face(hostile + face, 7);
    }
  }
  /// The same over the Unix socket.
  void add_programs_of_one_user(unsigned count) {
    for (unsigned face = 0; face < count; ++face) {
      add_face(hostile + face, 7, FaceScope::local);
    }
  }

  void begin(const PartitionOptions& options) {
    forwarder_ = std::make_unique<Forwarder>(options, shared_, pool(), out_);
  }

  void receive(FaceId face, const Bytes& bytes) {
    rte_mbuf* buffer = pool().copy_of(bytes);
    ASSERT_NE(buffer, nullptr);
    arrival_of(buffer) = {};
    arrival_of(buffer).face = face;
    wire::PacketView view;
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(shared_.hash, bytes.data(), view);
    forwarder_->process({&buffer, 1}, {&view, 1}, now_);
  }
  /// As a worker does after each turn with work.
  void end_turn() { forwarder_->expire(now_); }

  void send_interest(FaceId face, wire::Interest interest) {
    interest.nonce = ++nonce_;
    receive(face, interest.encode());
    if (nonce_ % 64 == 0) {
      end_turn();
    }
  }
  /// Whether the Interest was sent on.
  bool ask(FaceId face, const wire::Interest& interest) {
    out_.sent.clear();
    send_interest(face, interest);
    end_turn();
    return std::ranges::any_of(out_.sent, [](const auto& sent) { return sent.first == upstream; });
  }
  bool ask(FaceId face, const std::string& name) {
    return ask(face, {.name = wire::Name::literal(name), .lifetime_ms = 60'000});
  }
  /// Whether the Face got the Data that the upstream sends.
  bool answer(FaceId face, const wire::Data& data) {
    out_.sent.clear();
    receive(upstream, data.encode());
    return got(face);
  }
  bool got(FaceId face) const {
    return std::ranges::any_of(out_.sent, [&](const auto& sent) { return sent.first == face; });
  }
  bool answer(FaceId face, const std::string& name) {
    return answer(face, {.name = wire::Name::literal(name)});
  }

  /// Interests of hostile Faces, one Face after the other, each for all it gets. `make` is given their numbers.
  template <typename Make>
  void flood(unsigned faces, unsigned interests, Make&& make) {
    for (unsigned face = 0; face < faces; ++face) {
      for (unsigned i = 0; i < interests; ++i) {
        send_interest(hostile + face, make(face * interests + i));
      }
    }
    end_turn();
    out_.sent.clear();
  }

  static wire::Name with_digest(const std::string& name, unsigned number) {
    wire::Name made = wire::Name::literal(name);
    Bytes digest(32);
    std::copy_n(reinterpret_cast<const std::uint8_t*>(&number), sizeof(number), digest.begin());
    made.append(wire::component_type::implicit_digest, digest);
    return made;
  }

  std::uint64_t dropped(Drop reason) const {
    return forwarder_->counters().drops[static_cast<std::size_t>(reason)].value();
  }
  PoolFigures figures(const std::string& name) const {
    PoolList pools;
    forwarder_->add_pools(pools);
    const auto found = std::ranges::find(pools, name, &NamedPool::name);
    return found == pools.end() ? PoolFigures{} : found->figures;
  }
  void advance(TimeNs by) {
    const TimeNs end = now_ + by;
    while (now_ < end) {
      now_ += 10 * nanoseconds_per_millisecond;
      end_turn();
    }
  }

  HashKey key_ = HashKey::random();
  Quiescence quiescence_{1};
  FaceAttributeTable faces_{face_slots};
  table::Fib fib_{64, key_, quiescence_};
  table::StrategyChoice strategies_{16, key_, quiescence_, 0};
  table::PendingPrefixFilter pending_prefixes_;
  std::vector<wire::Name> regions_;
  SharedTables shared_{faces_, fib_, strategies_, pending_prefixes_, regions_, KeyedHash(key_), 1, 8};
  Out out_;
  std::unique_ptr<Forwarder> forwarder_;
  std::uint32_t nonce_ = 0;
  TimeNs now_ = nanoseconds_per_second;
};

}  // namespace augustus::forward

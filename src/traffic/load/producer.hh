// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "base/counter.hh"
#include "traffic/load/packet_codec.hh"
#include "traffic/load/participant.hh"
#include "traffic/names/random.hh"

namespace augustus::traffic {

struct ProducerOptions {
  std::size_t payload = 100;  ///< content bytes
  std::size_t packet_bytes =
      0;  ///< when not 0: content such that a packet has so many bytes of Ethernet payload
  std::uint32_t freshness_ms = 0;
  double answer = 1;  ///< share of the Interests that get Data
  TimeNs delay = 0;   ///< until the answer leaves
  std::uint32_t delayed_max = 65'536;
  bool digest = false;  ///< DigestSha256 signatures
  std::uint64_t content_seed = 0;
  std::uint64_t seed = 1;
};

/// Written by the producer's thread, read by any.
struct ProducerCounters {
  Counter interests, data, content_bytes;
  Counter silent;  ///< Interests left without an answer on purpose
  Counter unsent;  ///< answers that found no room
  Counter malformed;
  Counter unexpected;  ///< packets that are no Interests
};

/// Answers each Interest with content that follows from the name; one with CanBePrefix by Data one component
/// longer. One thread drives it.
class Producer final : public Participant, private Link::Receiver {
 public:
  /// Throws std::invalid_argument.
  Producer(const ProducerOptions& options, std::unique_ptr<Link> link);

  unsigned step(TimeNs now) override;
  TimeNs next_event() const override;
  Link& link() override { return *link_; }

  const ProducerCounters& counters() const { return counters_; }

  using Witness = std::function<void(std::span<const std::uint8_t> name)>;
  /// From now on Interests are told to `witness`, by the thread that drives the producer, and not answered.
  void tell(Witness witness) { witness_ = std::move(witness); }

 private:
  /// An answer that waits for its time.
  struct Delayed {
    TimeNs when;
    FaceId peer;
    std::uint16_t name_bytes;
    std::uint8_t token_bytes;
    std::array<std::uint8_t, wire::pit_token_bytes_max> token;
  };

  void receive(const Packet& packet) override;
  void delay(const Packet& packet, std::span<const std::uint8_t> name);
  void send_delayed(TimeNs now);
  void answer(std::span<const std::uint8_t> name, std::span<const std::uint8_t> token, FaceId peer);
  std::size_t content_bytes_for(const DataFields& fields, std::size_t token_bytes);

  static constexpr std::size_t delayed_name_max = 512;

  ProducerOptions options_;
  std::unique_ptr<Link> link_;
  PacketCodec codec_;
  Random random_;
  ProducerCounters counters_;
  Witness witness_;
  std::vector<std::uint8_t> content_;
  std::vector<std::uint8_t> name_;
  std::size_t content_shape_ = 0;  ///< of the name and token that content_bytes_ was worked out for
  std::size_t content_bytes_ = 0;
  std::vector<Delayed> delayed_;  ///< a ring
  std::vector<std::uint8_t> delayed_names_;
  std::uint64_t delayed_head_ = 0;
  std::uint64_t delayed_tail_ = 0;
  TimeNs now_ = 0;
};

}  // namespace augustus::traffic

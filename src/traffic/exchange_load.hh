// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "traffic/exchange_counts.hh"
#include "traffic/exchange_packets.hh"
#include "traffic/name_list.hh"
#include "traffic/pending_prefixes.hh"

namespace augustus::traffic {

struct ExchangeLoadOptions {
  std::uint32_t outstanding = 1024;  ///< exchanges begun and not yet answered
  double hit_ratio = 0;              ///< of Interests for `hot_names` names that were fetched before
  std::uint32_t hot_names = 4096;
  std::size_t payload = 5;
  std::uint64_t withhold = 0;          ///< one Interest in so many gets no Data; 0: all get theirs
  std::uint32_t pending_prefixes = 0;  ///< CanBePrefix Interests that nothing answers; NDN names only
  std::uint32_t shares = 1;            ///< loads that share the pool
  std::uint32_t sample = 64;           ///< one exchange in so many goes through the reference forwarder too
};

/// Both ends of all exchanges: makes Interests, answers those that reach the producer after `outstanding`
/// others, and checks every packet that comes out. Interests go round through a list of names; those for hot
/// names come again and again. Used by one worker's thread; counts are read by others.
class ExchangeLoad {
 public:
  /// `names` and `pool` outlive the load. Buffers cycle through the whole pool.
  ExchangeLoad(const ExchangeLoadOptions& options, const NameList& names, PacketPool& pool);
  ~ExchangeLoad();
  ExchangeLoad(const ExchangeLoad&) = delete;
  ExchangeLoad& operator=(const ExchangeLoad&) = delete;

  static constexpr unsigned chunk_max = 256;

  /// Makes the next packets of both kinds, chunk_max of each at most. A buffer's data is a frame of
  /// packets().frame_bytes() header bytes and the packet, link header included.
  struct Chunk {
    std::array<rte_mbuf*, chunk_max> packets;
    unsigned count = 0;
    unsigned taken = 0;
  };
  void feed(Chunk& interests, Chunk& data);

  /// A packet that the router sent to the producer: the bytes of a link packet.
  void check_interest(std::span<const std::uint8_t> packet);
  /// A packet that the router sent to the consumer.
  void check_data(std::span<const std::uint8_t> packet);

  /// No new Interests from now on; those under way are still answered. Any thread.
  void stop() { stopping_.store(true, std::memory_order_relaxed); }
  /// All that was begun has ended. Any thread.
  bool drained() const { return drained_.load(std::memory_order_acquire); }

  const ExchangeCounts& counts() const { return counts_; }
  const ExchangePackets& packets() const { return packets_; }

 private:
  enum class Stage : std::uint8_t { free, asked, at_producer, answered };
  struct Exchange {
    std::uint64_t number = 0;
    std::uint32_t name = 0;
    std::uint32_t nonce = 0;
    Stage stage = Stage::free;
    bool hot = false;       ///< expected from the content store
    bool compared = false;  ///< with the reference forwarder
  };

  Exchange& slot(std::uint64_t number) { return window_[number & (window_.size() - 1)]; }
  rte_mbuf* buffer(std::size_t bytes);
  std::uint32_t idle_hot_name();
  bool feed_pending(Chunk& chunk);
  void feed_interest(Chunk& chunk);
  void feed_data(Chunk& chunk);
  void complete(Exchange& exchange);

  ExchangeLoadOptions options_;
  const NameList& names_;
  PacketPool& pool_;
  ExchangePackets packets_;
  std::optional<PendingPrefixes> pending_prefixes_;
  std::vector<Exchange> window_;          ///< by exchange number, a power of two
  std::vector<std::uint64_t> asked_for_;  ///< by name: the exchange that asks for it
  std::vector<std::uint64_t> to_answer_;  ///< ring of exchanges whose Interest reached the producer
  std::uint64_t answer_head_ = 0, answer_tail_ = 0;
  std::uint64_t next_number_ = 0;
  std::uint64_t misses_begun_ = 0;
  std::uint64_t random_;
  std::uint64_t answers_ = 0;
  std::uint32_t under_way_ = 0;  ///< Interests fed whose Data was not fed, or has not come from the store
  std::uint32_t incomplete_ = 0;
  unsigned idle_feeds_ = 0;
  std::vector<rte_mbuf*> buffers_;  ///< ring of free ones, so that all are used in turn
  std::size_t next_buffer_ = 0;
  ExchangeCounts counts_;
  std::atomic<bool> stopping_{false};
  std::atomic<bool> drained_{false};
};

}  // namespace augustus::traffic

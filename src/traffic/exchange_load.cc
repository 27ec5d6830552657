// SPDX-License-Identifier: Apache-2.0
#include "traffic/exchange_load.hh"

#include <algorithm>
#include <bit>

namespace augustus::traffic {
namespace {

constexpr std::uint32_t no_name = ~std::uint32_t{0};
constexpr unsigned idle_feeds_max = 1000;
constexpr std::uint64_t no_exchange = ~std::uint64_t{0};
/// Buffers left in the pool for what the router itself takes.
constexpr unsigned buffers_spared = 8192;

std::uint64_t next_random(std::uint64_t& state) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state;
}

}  // namespace

ExchangeLoad::ExchangeLoad(const ExchangeLoadOptions& options, const NameList& names, PacketPool& pool)
    : options_(options),
      names_(names),
      pool_(pool),
      packets_(names, options.payload),
      window_(std::bit_ceil(std::size_t{options.outstanding} + 4 * chunk_max)),
      asked_for_(names.count(), no_exchange),
      to_answer_(window_.size()),
      random_(0x9e3779b97f4a7c15u) {
  if (options.pending_prefixes != 0) {
    pending_prefixes_.emplace(names, options.pending_prefixes);
  }
  const unsigned free = rte_mempool_avail_count(pool.small()) / options.shares;
  buffers_.resize(free > 2 * buffers_spared ? free - buffers_spared : free / 2);
  for (auto& buffer : buffers_) {
    buffer = pool.allocate(0);
  }
}

ExchangeLoad::~ExchangeLoad() {
  rte_pktmbuf_free_bulk(buffers_.data(), static_cast<unsigned>(buffers_.size()));
}

/// The buffer that was free for longest; a fresh one takes its place.
rte_mbuf* ExchangeLoad::buffer(std::size_t bytes) {
  rte_mbuf*& place = buffers_[next_buffer_];
  next_buffer_ = next_buffer_ + 1 == buffers_.size() ? 0 : next_buffer_ + 1;
  rte_mbuf* taken = place;
  place = pool_.allocate(0);
  if (taken != nullptr) {
    rte_pktmbuf_append(taken, static_cast<std::uint16_t>(packets_.frame_bytes() + bytes));
  }
  return taken;
}

void ExchangeLoad::feed(Chunk& interests, Chunk& data) {
  interests = {};
  data = {};
  const std::uint32_t chunk = std::clamp(options_.outstanding / 2, 1u, chunk_max);
  const bool stopping = stopping_.load(std::memory_order_relaxed);
  const std::uint32_t keep = stopping ? 0 : options_.outstanding - chunk;
  const auto is_due = [&] {
    return under_way_ > keep ||
           to_answer_[answer_head_ & (to_answer_.size() - 1)] + options_.outstanding <= next_number_;
  };
  while (data.count < chunk && answer_head_ != answer_tail_ && is_due()) {
    feed_data(data);
  }
  while (interests.count < chunk && feed_pending(interests)) {
  }
  while (!stopping && interests.count < chunk && under_way_ < options_.outstanding) {
    feed_interest(interests);
  }
  // What was fed last may not have been forwarded yet.
  idle_feeds_ = interests.count == 0 && data.count == 0 ? idle_feeds_ + 1 : 0;
  if (stopping && idle_feeds_ > idle_feeds_max) {
    counts_.lost.add(incomplete_);
    incomplete_ = 0;
    drained_.store(true, std::memory_order_release);
  }
}

/// A hot name that no exchange under way is about: one Face has one Interest pending for a name.
std::uint32_t ExchangeLoad::idle_hot_name() {
  constexpr unsigned tries = 64;
  for (unsigned i = 0; i < tries; ++i) {
    const auto name = static_cast<std::uint32_t>((next_random(random_) >> 32) * options_.hot_names >> 32);
    const std::uint64_t last = asked_for_[name];
    if (slot(last).number != last || slot(last).stage == Stage::free) {
      return name;
    }
  }
  return no_name;
}

/// The Interests that stay pending, before all others.
bool ExchangeLoad::feed_pending(Chunk& chunk) {
  if (!pending_prefixes_ || !pending_prefixes_->more()) {
    return false;
  }
  rte_mbuf* packet = buffer(pending_prefixes_->interest_bytes());
  if (packet == nullptr) {
    return false;
  }
  pending_prefixes_->write_next(rte_pktmbuf_mtod_offset(packet, std::uint8_t*, packets_.frame_bytes()),
                                static_cast<std::uint32_t>(next_random(random_) >> 32));
  chunk.packets[chunk.count++] = packet;
  return true;
}

void ExchangeLoad::feed_interest(Chunk& chunk) {
  Exchange& exchange = slot(next_number_);
  if (exchange.stage != Stage::free) {
    counts_.lost.add();
    --incomplete_;
    under_way_ -= exchange.stage == Stage::answered ? 0 : 1;
  }
  // The first to ask for hot names fetch them; until the last of these has come back, others are asked for.
  const std::uint64_t all_cached = options_.hot_names + 2ull * (options_.outstanding + chunk_max);
  const bool fetches = options_.hit_ratio > 0 && next_number_ < options_.hot_names;
  const bool wants_hot = options_.hit_ratio > 0 && next_number_ >= all_cached &&
                         static_cast<double>(next_random(random_) >> 11) * 0x1p-53 < options_.hit_ratio;
  const std::uint32_t hot_name = wants_hot ? idle_hot_name() : no_name;
  const std::uint32_t rest = names_.count() - options_.hot_names;
  exchange.number = next_number_;
  exchange.hot = hot_name != no_name;
  exchange.compared = !exchange.hot && next_number_ % options_.sample == 0;
  if (exchange.hot) {
    exchange.name = hot_name;
  } else if (fetches) {
    exchange.name = static_cast<std::uint32_t>(next_number_);
  } else {
    exchange.name = options_.hot_names + static_cast<std::uint32_t>(misses_begun_++ % rest);
  }
  exchange.nonce = static_cast<std::uint32_t>(next_random(random_) >> 32);
  rte_mbuf* packet = buffer(packets_.interest_bytes());
  if (packet == nullptr) {
    return;
  }
  exchange.stage = Stage::asked;
  asked_for_[exchange.name] = next_number_;
  packets_.write_interest(rte_pktmbuf_mtod(packet, std::uint8_t*), exchange.name, next_number_,
                          exchange.nonce);
  chunk.packets[chunk.count++] = packet;
  ++next_number_;
  ++under_way_;
  ++incomplete_;
  counts_.begun.add();
}

void ExchangeLoad::feed_data(Chunk& chunk) {
  const std::uint64_t number = to_answer_[answer_head_ & (to_answer_.size() - 1)];
  if (options_.withhold != 0 && ++answers_ % options_.withhold == 0) {
    ++answer_head_;
    slot(number).stage = Stage::free;
    --under_way_;
    --incomplete_;
    counts_.withheld.add();
    return;
  }
  rte_mbuf* packet = buffer(packets_.data_bytes());
  if (packet == nullptr) {
    return;
  }
  ++answer_head_;
  Exchange& exchange = slot(number);
  exchange.stage = Stage::answered;
  --under_way_;
  // The token of the Data is not that of the Interest: the router must put the right one back.
  packets_.write_data(rte_pktmbuf_mtod(packet, std::uint8_t*), exchange.name, ~number);
  chunk.packets[chunk.count++] = packet;
}

void ExchangeLoad::check_interest(std::span<const std::uint8_t> packet) {
  if (pending_prefixes_ && pending_prefixes_->owns(packet)) {
    return;
  }
  const auto name = packets_.read_interest(packet);
  if (!name) {
    counts_.altered.add();
    return;
  }
  const std::uint64_t number = *name < asked_for_.size() ? asked_for_[*name] : no_exchange;
  Exchange& exchange = slot(number);
  if (number == no_exchange || exchange.number != number || exchange.stage != Stage::asked) {
    counts_.duplicated.add();
    return;
  }
  exchange.stage = Stage::at_producer;
  exchange.hot = false;  // evicted before it was asked for again
  if (exchange.compared) {
    if (!packets_.compare_interest(packet, *name, number, exchange.nonce)) {
      counts_.altered.add();
    }
    counts_.sampled.add();
  }
  to_answer_[answer_tail_++ & (to_answer_.size() - 1)] = number;
}

void ExchangeLoad::check_data(std::span<const std::uint8_t> packet) {
  const auto answer = packets_.read_data(packet);
  if (!answer || answer->name >= asked_for_.size()) {
    counts_.altered.add();
    return;
  }
  const std::uint64_t number = answer->token.value_or(asked_for_[answer->name]);
  Exchange& exchange = slot(number);
  if (number == no_exchange || exchange.number != number ||
      (exchange.stage != Stage::answered && !exchange.hot) || exchange.stage == Stage::free) {
    counts_.duplicated.add();
    return;
  }
  if (answer->name != exchange.name) {
    counts_.altered.add();
  }
  if (number % options_.sample == 0) {
    if (!packets_.compare_data(*answer, exchange.name, number, exchange.compared)) {
      counts_.altered.add();
    }
    counts_.sampled.add();
  }
  if (exchange.hot) {
    counts_.from_store.add();
    --under_way_;
  }
  complete(exchange);
}

void ExchangeLoad::complete(Exchange& exchange) {
  exchange.stage = Stage::free;
  --incomplete_;
  counts_.completed.add();
}

}  // namespace augustus::traffic

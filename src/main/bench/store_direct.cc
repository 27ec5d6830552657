// SPDX-License-Identifier: Apache-2.0
#include "main/bench/store_direct.hh"

#include <rte_cycles.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

#include "store/content_store.hh"
#include "store/ssd/emulated_device.hh"
#include "store/ssd/ssd_tier.hh"
#include "table/name_table.hh"
#include "traffic/names/random.hh"
#include "traffic/store/segment_catalogue.hh"
#include "wire/parse_packet.hh"

namespace augustus::bench {
namespace {

constexpr unsigned burst = 64;
constexpr std::uint64_t memory_max = 512u << 20;
constexpr unsigned packets_kept = 512;
constexpr std::uint64_t idle_ssd_bytes = 64u << 20;

store::StoreOptions options_of(const StoreBenchOptions& options, const traffic::SegmentCatalogue& catalogue,
                               bool with_ssd) {
  store::StoreOptions store;
  store.capacity_bytes = std::min(options.l1_bytes, memory_max);
  store.capacity_packets = static_cast<std::uint32_t>(store.capacity_bytes / catalogue.data_bytes());
  store.replacement = options.replacement;
  store.has_ssd = with_ssd;
  if (with_ssd) {
    store.frame_bytes = store::frame_bytes_for_batch(options.batch);
    store.ssd.batch = options.batch;
    store.ssd.admission = store::Admission::probability;
    store.ssd.admission_probability = 0;
    store.ssd.registered = false;
  }
  return store;
}

std::unique_ptr<store::SsdTier> idle_tier(const store::StoreOptions& options) {
  const store::disk::Geometry geometry{.store_id = 1,
                                       .key_seed = 2,
                                       .partitions = 1,
                                       .batch = options.ssd.batch,
                                       .extent_bytes = options.frame_bytes,
                                       .head_bytes = store::head_bytes_of(options.frame_bytes)};
  auto tier = std::make_unique<store::SsdTier>(std::make_unique<store::EmulatedDevice>(store::EmulatedSsd{
                                                   .bytes = idle_ssd_bytes, .bits_per_second = 1e12}),
                                               geometry, 0, options.ssd);
  tier->open();
  return tier;
}

/// A store with its name table, filled once over.
class DirectStore {
 public:
  DirectStore(const store::StoreOptions& options, const traffic::SegmentCatalogue& catalogue,
              PacketPool& pool)
      : catalogue_(catalogue),
        pool_(pool),
        hash_(HashKey::random()),
        names_({.entries_max = options.capacity_packets + 4 * burst,
                .pit_records_max = 64,
                .extra_records_max = 64,
                .digests_max = 64}),
        store_(options, names_, hash_, pool) {
    if (options.has_ssd) {
      store_.attach_ssd(idle_tier(options));
    }
    packets_.resize(packets_kept);
    for (auto& packet : packets_) {
      packet = pool.allocate(catalogue.data_bytes());
      if (packet == nullptr) {
        throw std::runtime_error("no packet buffers");
      }
    }
    for (std::uint64_t i = 0; i < 2ull * options.capacity_packets / direct_batch; ++i) {
      insert_batch();
    }
  }
  ~DirectStore() {
    rte_pktmbuf_free_bulk(packets_.data(), static_cast<unsigned>(packets_.size()));
    if (store_.has_ssd()) {
      store_.close_ssd(0);
    }
  }

  /// Time-stamp counter ticks.
  std::uint64_t insert_batch() {
    std::array<rte_mbuf*, direct_batch> batch;
    std::array<wire::PacketView, direct_batch> views;
    for (unsigned i = 0; i < direct_batch; ++i) {
      batch[i] = packets_[next_packet_++ % packets_.size()];
      rte_pktmbuf_reset(batch[i]);
      auto* bytes = rte_pktmbuf_mtod(batch[i], std::uint8_t*);
      const std::size_t length = catalogue_.write_data(bytes, next_++ % catalogue_.segments());
      rte_pktmbuf_append(batch[i], static_cast<std::uint16_t>(length));
      if (wire::parse_packet({bytes, length}, views[i]) != wire::ParseOutcome::ok) {
        throw std::logic_error("a Data that is none");
      }
    }
    const std::uint64_t start = rte_rdtsc_precise();
    store_.prefetch_victims(direct_batch);
    for (unsigned i = 0; i < direct_batch; ++i) {
      wire::hash_name(hash_, rte_pktmbuf_mtod(batch[i], const std::uint8_t*), views[i]);
      names_.prefetch_bucket(views[i].name_hash);
    }
    for (unsigned i = 0; i < direct_batch; ++i) {
      const std::span name = wire::name_bytes(views[i], rte_pktmbuf_mtod(batch[i], const std::uint8_t*));
      const auto entry = names_.find_or_insert({views[i].name_hash, name});
      store_.insert(entry, batch[i], views[i], now_);
      if (entry != table::entry_none) {
        names_.release_if_unused(entry);
      }
    }
    return rte_rdtsc_precise() - start;
  }

  /// The same of copying a batch's bytes to where a store as large would have them.
  std::uint64_t copy_batch(std::vector<std::uint8_t>& memory) {
    std::array<rte_mbuf*, direct_batch> batch;
    for (unsigned i = 0; i < direct_batch; ++i) {
      batch[i] = packets_[next_packet_++ % packets_.size()];
      rte_pktmbuf_reset(batch[i]);
      auto* bytes = rte_pktmbuf_mtod(batch[i], std::uint8_t*);
      const std::size_t length = catalogue_.write_data(bytes, copied_segments_++ % catalogue_.segments());
      rte_pktmbuf_append(batch[i], static_cast<std::uint16_t>(length));
    }
    const std::uint64_t start = rte_rdtsc_precise();
    for (rte_mbuf* packet : batch) {
      if (copied_ + packet->data_len > memory.size()) {
        copied_ = 0;
      }
      std::memcpy(memory.data() + copied_, rte_pktmbuf_mtod(packet, const void*), packet->data_len);
      copied_ += packet->data_len;
    }
    return rte_rdtsc_precise() - start;
  }

  /// Of a burst of segments drawn from the newest, which memory holds.
  std::uint64_t look_up_burst(traffic::Random& random, std::uint64_t& found) {
    std::array<std::array<std::uint8_t, 128>, burst> packets;
    std::array<wire::PacketView, burst> views;
    std::array<rte_mbuf*, burst> data;
    for (unsigned i = 0; i < burst; ++i) {
      const std::uint64_t segment = (next_ - 1 - random.below(store_.size() / 2)) % catalogue_.segments();
      constexpr std::size_t link_bytes = 14;
      const std::size_t length = catalogue_.write_interest(packets[i].data(), segment, 0, i);
      if (wire::parse_packet(std::span(packets[i]).subspan(link_bytes, length - link_bytes), views[i]) !=
          wire::ParseOutcome::ok) {
        throw std::logic_error("an Interest that is none");
      }
      std::memmove(packets[i].data(), packets[i].data() + link_bytes, length - link_bytes);
    }
    std::array<table::EntryIndex, burst> entries;
    const std::uint64_t start = rte_rdtsc_precise();
    for (unsigned i = 0; i < burst; ++i) {
      wire::hash_name(hash_, packets[i].data(), views[i]);
      names_.prefetch_bucket(views[i].name_hash);
    }
    for (unsigned i = 0; i < burst; ++i) {
      names_.prefetch_entry(views[i].name_hash, views[i].name_length);
    }
    for (unsigned i = 0; i < burst; ++i) {
      entries[i] = names_.find({views[i].name_hash, wire::name_bytes(views[i], packets[i].data())});
      if (entries[i] != table::entry_none) {
        store_.prefetch(entries[i]);
      }
    }
    for (unsigned i = 0; i < burst; ++i) {
      data[i] = entries[i] == table::entry_none ? nullptr : store_.lookup(entries[i], {}, now_);
    }
    const std::uint64_t ticks = rte_rdtsc_precise() - start;
    for (rte_mbuf* one : data) {
      found += one != nullptr ? 1 : 0;
      rte_pktmbuf_free(one);
    }
    return ticks;
  }

 private:
  const traffic::SegmentCatalogue& catalogue_;
  PacketPool& pool_;
  KeyedHash hash_;
  table::NameTable names_;
  store::ContentStore store_;
  std::vector<rte_mbuf*> packets_;
  std::size_t next_packet_ = 0;
  std::uint64_t next_ = 0;
  std::size_t copied_ = 0;
  std::uint64_t copied_segments_ = 0;
  TimeNs now_ = 1;
};

/// The median over the runs of what one call takes, nanoseconds.
double median_ns(const StoreBenchOptions& options, const std::function<std::uint64_t()>& call) {
  std::vector<double> runs;
  const auto run_ticks =
      static_cast<std::uint64_t>(std::min(options.seconds, 0.5) * static_cast<double>(rte_get_tsc_hz()));
  for (unsigned run = 0; run < options.runs; ++run) {
    std::uint64_t ticks = 0;
    std::uint64_t calls = 0;
    for (const std::uint64_t start = rte_rdtsc(); rte_rdtsc() - start < run_ticks; ++calls) {
      ticks += call();
    }
    runs.push_back(static_cast<double>(ticks) / static_cast<double>(calls));
  }
  std::ranges::nth_element(runs, runs.begin() + static_cast<std::ptrdiff_t>(runs.size() / 2));
  return runs[runs.size() / 2] * 1e9 / static_cast<double>(rte_get_tsc_hz());
}

}  // namespace

DirectCosts measure_direct(const StoreBenchOptions& options, PacketPool& pool) {
  const traffic::SegmentCatalogue catalogue(
      8 * std::min(options.l1_bytes, memory_max) / options.segment_bytes / options.batch + 1, options.batch,
      options.segment_bytes);
  DirectCosts costs;
  {
    DirectStore direct(options_of(options, catalogue, false), catalogue, pool);
    costs.insert_ns = median_ns(options, [&] { return direct.insert_batch(); });
    std::vector<std::uint8_t> memory(std::min(options.l1_bytes, memory_max), 1);
    costs.copy_ns = median_ns(options, [&] { return direct.copy_batch(memory); });
    memory = {};
    traffic::Random random(options.seed);
    std::uint64_t found = 0;
    std::uint64_t asked = 0;
    costs.lookup_ns = median_ns(options,
                                [&] {
                                  asked += burst;
                                  return direct.look_up_burst(random, found);
                                }) /
                      burst;
    if (found != asked) {
      throw std::logic_error("a segment that memory holds was not found");
    }
  }
  DirectStore direct(options_of(options, catalogue, true), catalogue, pool);
  costs.insert_with_ssd_ns = median_ns(options, [&] { return direct.insert_batch(); });
  return costs;
}

}  // namespace augustus::bench

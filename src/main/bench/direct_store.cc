// SPDX-License-Identifier: Apache-2.0
#include "main/bench/direct_store.hh"

#include <rte_cycles.h>

#include <array>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "store/ssd/emulated_device.hh"
#include "store/ssd/ssd_tier.hh"
#include "wire/parse_packet.hh"

namespace augustus::bench {
namespace {

constexpr unsigned packets_kept = 512;
constexpr std::uint64_t idle_ssd_bytes = 64u << 20;
constexpr TimeNs now = 1;

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

}  // namespace

DirectStore::DirectStore(const store::StoreOptions& options, const traffic::SegmentCatalogue& catalogue,
                         PacketPool& pool)
    : catalogue_(catalogue),
      hash_(HashKey::random()),
      names_({.entries_max = options.capacity_packets + 4 * direct_burst,
              .pit_records_max = 64,
              .extra_records_max = 64,
              .digests_max = 64}),
      store_(options, names_, hash_, pool),
      packets_(packets_kept) {
  if (options.has_ssd) {
    store_.attach_ssd(idle_tier(options));
  }
  for (auto& packet : packets_) {
    packet = pool.allocate(catalogue.data_bytes());
    if (packet == nullptr) {
      throw std::runtime_error("no packet buffers");
    }
  }
}

DirectStore::~DirectStore() {
  rte_pktmbuf_free_bulk(packets_.data(), static_cast<unsigned>(packets_.size()));
  if (store_.has_ssd()) {
    store_.close_ssd(0);
  }
}

rte_mbuf* DirectStore::make_data(std::uint64_t segment) {
  rte_mbuf* packet = packets_[next_packet_++ % packets_.size()];
  rte_pktmbuf_reset(packet);
  const std::size_t length = catalogue_.write_data(rte_pktmbuf_mtod(packet, std::uint8_t*), segment);
  rte_pktmbuf_append(packet, static_cast<std::uint16_t>(length));
  return packet;
}

std::uint64_t DirectStore::insert_batch() {
  std::array<rte_mbuf*, direct_batch> batch;
  std::array<wire::PacketView, direct_batch> views;
  for (unsigned i = 0; i < direct_batch; ++i) {
    batch[i] = make_data(next_++ % catalogue_.segments());
    if (wire::parse_packet(packet_bytes(batch[i]), views[i]) != wire::ParseOutcome::ok) {
      throw std::logic_error("a Data that is none");
    }
  }
  const std::uint64_t start = rte_rdtsc_precise();
  store_.prefetch_victims(direct_batch);
  store_.prefetch_victims_buckets(direct_batch);
  for (unsigned i = 0; i < direct_batch; ++i) {
    wire::hash_name(hash_, rte_pktmbuf_mtod(batch[i], const std::uint8_t*), views[i]);
    names_.prefetch_bucket(views[i].name_hash);
  }
  for (unsigned i = 0; i < direct_batch; ++i) {
    const std::span name = wire::name_bytes(views[i], rte_pktmbuf_mtod(batch[i], const std::uint8_t*));
    const auto entry = names_.find_or_insert({views[i].name_hash, name});
    store_.insert(names_.may_release(), entry, batch[i], views[i], now);
    if (entry != table::entry_none) {
      names_.release_if_unused(entry);
    }
  }
  return rte_rdtsc_precise() - start;
}

std::uint64_t DirectStore::copy_batch(std::vector<std::uint8_t>& memory) {
  std::array<rte_mbuf*, direct_batch> batch;
  for (rte_mbuf*& packet : batch) {
    packet = make_data(copied_segments_++ % catalogue_.segments());
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

std::uint64_t DirectStore::look_up(std::span<const std::uint64_t> segments, std::uint64_t& found) {
  constexpr std::size_t link_bytes = 14;
  std::array<std::array<std::uint8_t, 128>, direct_burst> packets;
  std::array<wire::PacketView, direct_burst> views;
  std::array<rte_mbuf*, direct_burst> data;
  std::array<table::EntryIndex, direct_burst> entries;
  const std::size_t count = segments.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length =
        catalogue_.write_interest(packets[i].data(), segments[i], 0, static_cast<std::uint32_t>(i));
    if (wire::parse_packet(std::span(packets[i]).subspan(link_bytes, length - link_bytes), views[i]) !=
        wire::ParseOutcome::ok) {
      throw std::logic_error("an Interest that is none");
    }
    std::memmove(packets[i].data(), packets[i].data() + link_bytes, length - link_bytes);
  }
  const std::uint64_t start = rte_rdtsc_precise();
  for (std::size_t i = 0; i < count; ++i) {
    wire::hash_name(hash_, packets[i].data(), views[i]);
    names_.prefetch_bucket(views[i].name_hash);
  }
  for (std::size_t i = 0; i < count; ++i) {
    names_.prefetch_entry(views[i].name_hash, views[i].name_length);
  }
  for (std::size_t i = 0; i < count; ++i) {
    entries[i] = names_.find({views[i].name_hash, wire::name_bytes(views[i], packets[i].data())});
    if (entries[i] != table::entry_none) {
      store_.prefetch(entries[i]);
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    data[i] = entries[i] == table::entry_none ? nullptr : store_.lookup(entries[i], {}, now);
  }
  const std::uint64_t ticks = rte_rdtsc_precise() - start;
  for (rte_mbuf* one : std::span(data).first(count)) {
    found += one != nullptr ? 1 : 0;
    rte_pktmbuf_free(one);
  }
  return ticks;
}

}  // namespace augustus::bench

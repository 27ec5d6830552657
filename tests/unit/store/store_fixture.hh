// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/packet_pool.hh"
#include "store/content_store.hh"
#include "table/name_table.hh"
#include "wire/compact_codec.hh"
#include "wire/data.hh"
#include "wire/name.hh"
#include "wire/parse_packet.hh"

namespace augustus::store {

using Bytes = std::vector<std::uint8_t>;

/// The process's packet buffers; DPDK allows the EAL to start once.
inline PacketPool& test_pool() {
  static PacketPool pool("store_test", 2048, 64);
  return pool;
}

/// A Data of this name whose content is `content_bytes` long and starts with `mark`.
inline Bytes make_data(const wire::Name& name, std::size_t content_bytes = 20, std::uint64_t freshness_ms = 0,
                       std::uint8_t mark = 0) {
  wire::Data data{.name = name};
  if (freshness_ms != 0) {
    data.freshness_ms = freshness_ms;
  }
  data.content.assign(content_bytes, static_cast<std::uint8_t>(content_bytes));
  if (content_bytes != 0) {
    data.content[0] = mark;
  }
  return data.encode();
}

inline Bytes make_data(const std::string& uri, std::size_t content_bytes = 20, std::uint64_t freshness_ms = 0,
                       std::uint8_t mark = 0) {
  return make_data(wire::Name::literal(uri), content_bytes, freshness_ms, mark);
}

/// The packet's bytes, if any; frees it.
inline std::optional<Bytes> take(rte_mbuf* packet) {
  if (packet == nullptr) {
    return std::nullopt;
  }
  const auto bytes = packet_bytes(packet);
  Bytes taken(bytes.begin(), bytes.end());
  rte_pktmbuf_free(packet);
  return taken;
}

/// A store with its name table, driven by bytes and names as the stages would.
class TestStore {
 public:
  explicit TestStore(const StoreOptions& options)
      : hash_(HashKey::random()),
        names_({.entries_max = 4096, .pit_records_max = 16, .extra_records_max = 16, .digests_max = 16}),
        store_(options, names_, hash_, test_pool()) {}

  InsertOutcome insert(const Bytes& data, TimeNs now = 0,
                       wire::PacketFormat format = wire::PacketFormat::ndn) {
    rte_mbuf* packet = test_pool().copy_of(data);
    EXPECT_NE(packet, nullptr);
    wire::PacketView view{};
    EXPECT_EQ(format == wire::PacketFormat::ndn ? wire::parse_packet(data, view)
                                                : wire::parse_compact(data, format, view),
              wire::ParseOutcome::ok);
    wire::hash_name(hash_, data.data(), view);
    const auto entry = names_.find_or_insert({view.name_hash, wire::name_bytes(view, data.data())});
    const auto outcome = store_.insert(names_.may_release(), entry, packet, view, now);
    if (entry != table::entry_none) {
      names_.release_if_unused(entry);
    }
    rte_pktmbuf_free(packet);
    return outcome;
  }
  InsertOutcome insert(const std::string& uri, TimeNs now = 0) { return insert(make_data(uri), now); }

  table::EntryIndex entry(const wire::Name& name) {
    const auto view = view_of(name);
    return names_.find({view.name_hash, name.value()});
  }

  rte_mbuf* find_packet(const wire::Name& name, const Wanted& wanted = {}, TimeNs now = 0) {
    const auto found = entry(name);
    return found == table::entry_none ? nullptr : store_.lookup(found, wanted, now);
  }
  std::optional<Bytes> find(const wire::Name& name, const Wanted& wanted = {}, TimeNs now = 0) {
    return take(find_packet(name, wanted, now));
  }
  std::optional<Bytes> find(const std::string& uri, const Wanted& wanted = {}, TimeNs now = 0) {
    return find(wire::Name::literal(uri), wanted, now);
  }
  bool has(const std::string& uri) { return find(uri).has_value(); }

  std::optional<Bytes> find_below(const wire::Name& prefix, const Wanted& wanted = {}, TimeNs now = 0) {
    const auto view = view_of(prefix);
    return take(store_.lookup_prefix(view, prefix.value().data(), view.prefix_count(), wanted, now));
  }
  std::optional<Bytes> find_below(const wire::Name& prefix, unsigned components) {
    return take(store_.lookup_prefix(view_of(prefix), prefix.value().data(), components, {}, 0));
  }
  std::optional<Bytes> find_below(const std::string& uri, const Wanted& wanted = {}, TimeNs now = 0) {
    return find_below(wire::Name::literal(uri), wanted, now);
  }

  ContentStore& store() { return store_; }
  table::NameTable& names() { return names_; }

 private:
  /// As of a packet that is the name's value alone.
  wire::PacketView view_of(const wire::Name& name) const {
    const table::SplitName split(hash_, name.value());
    wire::PacketView view{};
    view.name_length = static_cast<std::uint16_t>(name.value().size());
    view.component_count = static_cast<std::uint16_t>(name.size());
    view.component_end = split.end;
    view.prefix_hash = split.prefix_hash;
    auto key = hash_.empty();
    for (std::size_t i = 0; i < name.size(); ++i) {
      key = hash_.extend(key, name[i].tlv);
    }
    view.name_hash = key;
    return view;
  }

  KeyedHash hash_;
  table::NameTable names_;
  ContentStore store_;
};

}  // namespace augustus::store

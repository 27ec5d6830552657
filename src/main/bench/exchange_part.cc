// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange_part.hh"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "base/keyed_hash.hh"
#include "base/packet_limit.hh"
#include "forward/partition_of.hh"
#include "forward/read_view.hh"
#include "wire/dispatch_hash.hh"
#include "wire/parse_packet.hh"

namespace augustus::bench {
namespace {

/// Where the router would put a name: which partition it is dispatched to, and whether it collides with
/// others in one of a table's buckets, as one who knows the key can tell.
class NamePlace {
 public:
  NamePlace(const ExchangeOptions& options, const HashKey& key)
      : format_(options.format()),
        partitions_(options.workers),
        hash_(key),
        hash_max_(~std::uint64_t{0} / std::max(options.colliding, 1u)),
        interest_(traffic::ExchangePackets::interest_template(
            traffic::NameList({format_, options.name_bytes, options.components}, 1))) {}

  bool is(std::uint32_t partition, std::span<const std::uint8_t> name) const {
    std::array<std::uint8_t, packet_bytes_max> packet;
    interest_.write(packet.data(), name, 0, 0);
    const std::span bare(packet.data() + interest_.link_bytes(), interest_.size() - interest_.link_bytes());
    wire::PacketView view;
    forward::read_view(format_, bare, view);
    wire::hash_name(hash_, bare.data(), view);
    // Its high bits choose the bucket.
    return view.name_hash <= hash_max_ &&
           forward::partition_of(wire::dispatch_hash(bare.data(), view, worker::RouterOptions{}.batch),
                                 partitions_) == partition;
  }

 private:
  wire::PacketFormat format_;
  std::uint32_t partitions_;
  KeyedHash hash_;
  std::uint64_t hash_max_;
  traffic::PacketTemplate interest_;
};

std::function<bool(std::span<const std::uint8_t>)> wanted(const ExchangeOptions& options, const HashKey& key,
                                                          unsigned number) {
  if (options.workers == 1 && options.colliding == 0) {
    return {};
  }
  return [place = NamePlace(options, key), number](std::span<const std::uint8_t> name) {
    return place.is(number, name);
  };
}

traffic::NameShape shape_of(const ExchangeOptions& options, unsigned number) {
  const std::uint32_t prefixes = std::max(options.fib_prefixes / options.workers, 1u);
  return {options.format(), options.name_bytes, options.components, prefixes, number * prefixes};
}

traffic::ExchangeLoadOptions load_options(const ExchangeOptions& options, unsigned number) {
  return {.outstanding = std::max(options.outstanding / options.workers, 1u),
          .hit_ratio = options.cs_hit_ratio,
          .hot_names = hot_names / options.workers,
          .payload = options.payload,
          .withhold = options.withhold,
          .pending_prefixes = options.pending_prefixes / options.workers,
          .shares = options.workers - number};
}

}  // namespace

ExchangePart::ExchangePart(const ExchangeOptions& options, const HashKey& key, worker::Router& router,
                           unsigned number)
    : names_(shape_of(options, number), options.names / options.workers, wanted(options, key, number)),
      load_(load_options(options, number), names_, router.packets()),
      routes_(router, names_) {
  auto port = std::make_unique<traffic::MemoryPort>(load_, options.format(), options.burst,
                                                    static_cast<std::uint8_t>(number), router.faces(),
                                                    router.packets());
  port_ = port.get();
  router.add_transport(number, std::move(port), {port_->consumer(), port_->producer()});
  for (std::uint32_t prefix = 0; prefix < routes_.prefixes(); ++prefix) {
    routes_.set(prefix, {{port_->producer(), 0}});
  }
}

}  // namespace augustus::bench

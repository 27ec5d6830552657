// SPDX-License-Identifier: Apache-2.0
#include "main/bench/exchange_part.hh"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "base/packet_limit.hh"
#include "forward/partition_of.hh"
#include "forward/read_view.hh"
#include "wire/dispatch_hash.hh"

namespace augustus::bench {
namespace {

/// Which partition a name is dispatched to.
class NamePartition {
 public:
  explicit NamePartition(const ExchangeOptions& options)
      : format_(options.format()),
        partitions_(options.workers),
        interest_(traffic::ExchangePackets::interest_template(
            traffic::NameList({format_, options.name_bytes, options.components}, 1))) {}

  std::uint32_t of(std::span<const std::uint8_t> name) const {
    std::array<std::uint8_t, packet_bytes_max> packet;
    interest_.write(packet.data(), name, 0, 0);
    const std::span bare(packet.data() + interest_.link_bytes(), interest_.size() - interest_.link_bytes());
    wire::PacketView view;
    forward::read_view(format_, bare, view);
    return forward::partition_of(wire::dispatch_hash(bare.data(), view, worker::RouterOptions{}.batch),
                                 partitions_);
  }

 private:
  wire::PacketFormat format_;
  std::uint32_t partitions_;
  traffic::PacketTemplate interest_;
};

std::function<bool(std::span<const std::uint8_t>)> wanted(const ExchangeOptions& options, unsigned number) {
  if (options.workers == 1) {
    return {};
  }
  return [partition = NamePartition(options), number](std::span<const std::uint8_t> name) {
    return partition.of(name) == number;
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
          .pending_prefixes = options.pending_prefixes / options.workers,
          .shares = options.workers - number};
}

}  // namespace

ExchangePart::ExchangePart(const ExchangeOptions& options, worker::Router& router, unsigned number)
    : names_(shape_of(options, number), options.names / options.workers, wanted(options, number)),
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

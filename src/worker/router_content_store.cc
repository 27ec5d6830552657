// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/ssd_tier.hh"
#include "worker/router_state.hh"

namespace augustus::worker {
namespace {

void add_ssd(SsdStatus& status, const store::SsdTier& tier, std::uint64_t misses) {
  const auto& counters = tier.counters();
  const auto& index = tier.index();
  status.batch = tier.keys().batch();
  status.extent_bytes = tier.region().geometry().extent_bytes;
  status.extents += index.extents();
  status.extents_in_use += index.in_use();
  status.packets += index.segments();
  status.bytes += index.blocks_in_use() * store::block_bytes;
  status.index_bytes += index.bytes();
  status.hits += counters.hits.value();
  status.misses += misses;
  status.evicted += index.replaced();
  status.reads += counters.reads.value();
  status.writes += counters.writes.value();
  status.prefetches += counters.prefetches.value();
  status.joined += counters.joined.value();
  status.not_admitted += counters.not_admitted.value();
  status.read_busy += counters.read_busy.value();
  status.write_busy += counters.write_busy.value();
  status.read_errors += counters.read_errors.value();
  status.write_errors += counters.write_errors.value();
  status.damaged += counters.damaged.value();
  status.admit = tier.admits();
  status.serve = tier.serves();
  const auto& verification = tier.verification();
  status.verifying = status.verifying || verification.running;
  status.verified_extents += verification.extents;
  status.verified_packets += verification.segments;
  status.damaged_extents += verification.damaged;
}

}  // namespace

CsStatus Router::cs_status(const std::function<void()>& beside) {
  CsStatus status;
  status.capacity_packets = state_->options.store.capacity_packets;
  status.admission = state_->options.store.admission;
  for (unsigned number = 0; number < state_->workers.size(); ++number) {
    state_->on_worker(number, [&](Worker& worker) {
      if (beside) {
        beside();
      }
      for (const auto& own : worker.partitions()) {
        const auto& store = own->forwarder->content_store();
        status.packets += store.size();
        status.bytes += store.bytes();
        status.capacity_bytes += std::uint64_t{store.frames().count()} * store.frames().frame_bytes();
        status.evicted += store.evicted();
        if (store.has_ssd()) {
          if (!status.ssd) {
            status.ssd.emplace();
          }
          add_ssd(*status.ssd, store.ssd(), own->forwarder->counters().cs_misses.value());
        }
        status.hits += own->forwarder->counters().cs_hits.value();
        status.misses += own->forwarder->counters().cs_misses.value();
        status.refused += own->forwarder->counters().cs_refused.value();
        status.not_admitted += own->forwarder->counters().cs_not_admitted.value();
        status.admit = store.admits();
        status.serve = store.serves();
      }
      return true;
    });
  }
  if (status.ssd) {
    status.ssd->admission = state_->options.store.ssd.admission;
  }
  return status;
}

void Router::State::set_cs_capacity(std::uint64_t packets) {
  const auto wanted = std::min<std::uint64_t>(packets, ~std::uint32_t{0});
  const auto share = static_cast<std::uint32_t>((wanted + partition_count - 1) / partition_count);
  std::uint64_t allowed = 0;
  on_every_store([&](store::ContentStore& store) {
    store.set_capacity_packets(share);
    allowed += store.capacity_packets();
  });
  options.store.capacity_packets = static_cast<std::uint32_t>(std::min(wanted, allowed));
}

void Router::set_cs_capacity(std::uint64_t packets) {
  state_->set_cs_capacity(packets);
}

void Router::set_cs_admit(bool on) {
  state_->on_every_store([on](store::ContentStore& store) { store.enable_admit(on); });
}

void Router::set_cs_serve(bool on) {
  state_->on_every_store([on](store::ContentStore& store) { store.enable_serve(on); });
}

void Router::set_ssd_admit(bool on) {
  state_->on_every_store([on](store::ContentStore& store) { store.enable_ssd_admit(on); });
}

void Router::set_ssd_serve(bool on) {
  state_->on_every_store([on](store::ContentStore& store) { store.enable_ssd_serve(on); });
}

bool Router::verify_cs() {
  if (state_->options.ssds.empty()) {
    return false;
  }
  state_->on_every_store([](store::ContentStore& store) { store.begin_verify_ssd(); });
  return true;
}

std::pair<std::uint64_t, bool> Router::erase_cs(const wire::Name& prefix, std::uint64_t limit) {
  std::uint64_t erased = 0;
  bool more = false;
  const auto erase = [&](store::ContentStore& store, const store::StoredName& name) {
    const auto left = static_cast<std::uint32_t>(std::min<std::uint64_t>(limit - erased, ~std::uint32_t{0}));
    erased += left == 0 ? 0 : store.erase(name, left);
    more = more || store.has_any_below(name);
    // On the SSD, when memory has nothing more: all below the prefix at once, however much that is.
    if (store.has_ssd() && !more) {
      more = !store.erase_ssd(name);
    }
  };
  state_->on_every_store([&](store::ContentStore& store) { erase(store, prefix.value()); });
  if (state_->compact) {
    state_->compact->for_each_form(
        prefix, [&](wire::PacketFormat format, std::span<const std::uint8_t> name) {
          state_->on_every_store([&](store::ContentStore& store) { erase(store, {name, format}); });
        });
  }
  return {erased, more};
}

}  // namespace augustus::worker

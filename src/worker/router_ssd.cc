// SPDX-License-Identifier: Apache-2.0
#include "base/log.hh"
#include "store/ssd/device_thread.hh"
#include "store/ssd/ssd_tier.hh"
#include "worker/router_state.hh"

namespace augustus::worker {

namespace {

/// Drives the disks; nullptr: the workers do so themselves, as with emulated disks, which take no work.
std::shared_ptr<store::DeviceThread> device_thread_for(const RouterOptions& options) {
  const unsigned busy = options.workers + options.dispatchers;
  return !options.ssds.front().emulated && store::DeviceThread::wanted(options.store.ssd, busy)
             ? std::make_shared<store::DeviceThread>("ssd")
             : nullptr;
}

}  // namespace

void Router::State::attach_ssds() {
  if (options.ssds.empty()) {
    return;
  }
  store::SsdOptions ssd = options.store.ssd;
  ssd.batch = options.batch;
  const store::SsdFiles& files =
      ssd_files.emplace(options.ssds, partition_count, options.store.frame_bytes, ssd);
  for (const std::string& path : files.repaired()) {
    log(LogModule::worker).warn("SSD store {}: its header was damaged, and made again from its regions'", path);
  }
  for (auto& worker : workers) {
    worker->limit_ssd(ssd.share);
  }
  const auto thread = device_thread_for(options);
  std::uint64_t segments = 0;
  std::uint64_t extents = 0;
  unsigned scanned = 0;
  unsigned replayed = 0;
  for (std::uint32_t partition = 0; partition < partition_count; ++partition) {
    auto device = files.open(partition);
    if (thread != nullptr) {
      device = store::DeviceThread::serve(thread, std::move(device), files.geometry().head_bytes);
    }
    auto tier = std::make_unique<store::SsdTier>(std::move(device), files.geometry(), partition, ssd);
    const auto found = tier->open();
    if (const std::string damage = found.damage(); !damage.empty()) {
      log(LogModule::worker).warn("SSD store of partition {}: {}", partition, damage);
    }
    scanned += found.scanned ? 1 : 0;
    replayed += found.replayed ? 1 : 0;
    segments += tier->index().segments();
    extents += tier->index().extents();
    workers[partitions.owner(partition)]->attach_ssd(partition, std::move(tier));
  }
  log(LogModule::worker)
      .info("SSD store: {} extents of {} bytes, {} Data there{}; {} the disk", extents,
            options.store.frame_bytes, segments,
            scanned != 0    ? ", found by reading all since it was not closed in order"
            : replayed != 0 ? ", found by its journal since it was not closed in order"
                            : "",
            thread != nullptr ? "a thread drives" : "workers drive");
}

void Router::State::close_ssds() {
  for (auto& worker : workers) {
    for (const auto& own : worker->partitions()) {
      auto& store = own->forwarder->content_store();
      if (store.has_ssd() && !store.close_ssd(monotonic_now())) {
        log(LogModule::worker).warn("SSD store of partition {}: the disk failed at the end", own->number);
      }
    }
  }
}

}  // namespace augustus::worker

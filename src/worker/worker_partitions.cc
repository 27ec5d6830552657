// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "store/ssd/ssd_tier.hh"
#include "worker/worker.hh"

namespace augustus::worker {
namespace {

/// Bursts of mail that are read before a partition goes. What is left then, and what comes later, is passed
/// on.
constexpr unsigned mail_bursts_before_leaving = 128;

}  // namespace

void Worker::add_partition(const forward::PartitionOptions& options) {
  auto own = std::make_unique<OwnPartition>();
  own->number = options.number;
  own->forwarder = std::make_unique<forward::Forwarder>(options, shared_.tables, shared_.pool, *this);
  own->busy_cycles = &shared_.busy_cycles[options.number].cycles;
  adopt(std::move(own));
}

void Worker::attach_ssd(std::uint32_t partition, std::unique_ptr<store::SsdTier> tier) {
  by_number_[partition]->forwarder->content_store().attach_ssd(std::move(tier));
  watch_ssd(*by_number_[partition]);
}

void Worker::watch_ssd(OwnPartition& own) {
  if (own.forwarder->content_store().has_ssd()) {
    own.forwarder->content_store().notify_ssd(mailbox_.descriptor());
    has_ssd_ = true;
  }
}

void Worker::adopt(std::unique_ptr<OwnPartition> own) {
  watch_ssd(*own);
  own->forwarder->set_egress(*this);
  by_number_[own->number] = own.get();
  partitions_.push_back(std::move(own));
  partition_count_.store(static_cast<unsigned>(partitions_.size()), std::memory_order_relaxed);
  next_timer_ = 0;
  // The former owner may have read its clock after us, and time does not go back for a partition.
  now_ = monotonic_now();
}

void Worker::adopt_arrivals() {
  std::array<OwnPartition*, 1> arrival;
  while (arriving_.pop(arrival) != 0) {
    adopt(std::unique_ptr<OwnPartition>(arrival[0]));
  }
}

OwnPartition* Worker::find_arrival(std::uint32_t partition) {
  if (shared_.partitions.owner(partition) != number_) {
    return nullptr;
  }
  // The map says so only after the partition was put where we look now.
  adopt_arrivals();
  return by_number_[partition];
}

void Worker::hand_over(std::uint32_t partition, Worker& receiver) {
  if (by_number_[partition] == nullptr) {
    return;
  }
  for (unsigned burst = 0; burst < mail_bursts_before_leaving && take_transfers() == mail_burst; ++burst) {
  }
  forward_pending();
  const auto found = std::find_if(partitions_.begin(), partitions_.end(),
                                  [partition](const auto& own) { return own->number == partition; });
  auto own = std::move(*found);
  partitions_.erase(found);
  partition_count_.store(static_cast<unsigned>(partitions_.size()), std::memory_order_relaxed);
  by_number_[partition] = nullptr;
  receiver.arriving_.push(own.release());  // there is room for every partition
  shared_.partitions.set_owner(partition, receiver.number_);
  receiver.mailbox_.wake();
}

}  // namespace augustus::worker

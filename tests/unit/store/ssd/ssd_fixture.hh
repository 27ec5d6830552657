// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "../store_fixture.hh"
#include "store/ssd/ssd_tier.hh"
#include "test_disk.hh"

namespace augustus::store {

inline constexpr std::uint32_t test_batch = 4;
inline constexpr std::uint32_t test_frame_bytes = 8192;

/// DRAM of `frames` small frames.
inline StoreOptions ssd_options(std::uint32_t frames = 8) {
  StoreOptions options;
  options.capacity_packets = 100000;
  options.frame_bytes = test_frame_bytes;
  options.capacity_bytes = std::uint64_t{frames} * test_frame_bytes;
  options.has_ssd = true;
  options.ssd.batch = test_batch;
  options.ssd.depth = 8;
  return options;
}

inline disk::Geometry test_geometry(std::uint32_t batch = test_batch) {
  return {.store_id = 0x1234567890abcdef,
          .key_seed = 0xfedcba0987654321,
          .partitions = 1,
          .batch = batch,
          .extent_bytes = test_frame_bytes,
          .head_bytes = head_bytes_of(test_frame_bytes)};
}

/// A Data of an object: segments of a size that fill most of a frame together.
inline Bytes object_data(const std::string& object, unsigned segment, std::size_t bytes = 1700,
                         std::uint64_t freshness_ms = 0) {
  wire::Name name = wire::Name::literal(object);
  name.append_number(wire::component_type::segment, segment);
  return make_data(name, bytes, freshness_ms, static_cast<std::uint8_t>(segment * 7 + object.size()));
}
inline wire::Name segment_name(const std::string& object, unsigned segment) {
  wire::Name name = wire::Name::literal(object);
  name.append_number(wire::component_type::segment, segment);
  return name;
}

/// A content store with a disk behind it, as the stages drive it.
class SsdStore {
 public:
  SsdStore(std::shared_ptr<TestDisk> disk, const StoreOptions& options = ssd_options(),
           const disk::Geometry& geometry = test_geometry())
      : SsdStore(std::make_unique<TestDevice>(std::move(disk), options.ssd.depth), options, geometry) {}
  SsdStore(std::unique_ptr<BlockDevice> device, const StoreOptions& options,
           const disk::Geometry& geometry = test_geometry(), std::uint32_t partition = 0)
      : store_(std::make_unique<TestStore>(options)) {
    auto tier = std::make_unique<SsdTier>(std::move(device), geometry, partition, options.ssd);
    found_ = tier->open();
    store_->store().attach_ssd(std::move(tier));
  }
  void insert(const Bytes& data, TimeNs now = 0) {
    store_->insert(data, now);
    settle(now);
  }
  void insert_object(const std::string& object, unsigned segments, std::size_t bytes = 1700) {
    for (unsigned segment = 0; segment < segments; ++segment) {
      insert(object_data(object, segment, bytes));
    }
  }

  Fetch fetch(const wire::Name& name, rte_mbuf* interest) {
    return store_->store().fetch(store_->names().may_release(), name.value(), interest);
  }
  void prefetch_next_batch(const wire::Name& name) {
    store_->store().prefetch_next_batch(store_->names().may_release(), name.value());
  }

  /// The Data, from DRAM or the disk.
  std::optional<Bytes> get(const wire::Name& name, const Wanted& wanted = {}, TimeNs now = 0) {
    if (auto found = store_->find(name, wanted, now)) {
      return found;
    }
    rte_mbuf* interest = test_pool().copy_of(name.value());
    if (fetch(name, interest) != Fetch::waiting) {
      rte_pktmbuf_free(interest);
      return std::nullopt;
    }
    for (unsigned turn = 0; turn < turns_max; ++turn) {
      rte_mbuf* ready = nullptr;
      if (store_->store().poll_ssd({&ready, 1}, now) != 0) {
        EXPECT_EQ(ready, interest);
        rte_pktmbuf_free(ready);
        return store_->find(name, wanted, now);
      }
    }
    ADD_FAILURE() << "an Interest waits for ever";
    return std::nullopt;
  }
  std::optional<Bytes> get(const std::string& object, unsigned segment) {
    return get(segment_name(object, segment));
  }
  bool in_memory(const std::string& object, unsigned segment) {
    return store_->find(segment_name(object, segment)).has_value();
  }

  /// Lets what is under way end; nobody may wait.
  void settle(TimeNs now = 0) {
    rte_mbuf* ready = nullptr;
    for (unsigned turn = 0; turn < turns_max && store_->store().ssd_busy(); ++turn) {
      EXPECT_EQ(store_->store().poll_ssd({&ready, 1}, now), 0u);
    }
  }

  bool close() { return store_->store().close_ssd(0); }
  ContentStore& store() { return store_->store(); }
  TestStore& parts() { return *store_; }
  const SsdCounters& counters() { return store().ssd().counters(); }
  const RegionFound& found() const { return found_; }

 private:
  /// A thread of the device's may need the CPU meanwhile.
  static constexpr unsigned turns_max = 100'000'000;

  std::unique_ptr<TestStore> store_;
  RegionFound found_;
};

inline std::shared_ptr<TestDisk> test_disk(std::size_t extents = 64) {
  return std::make_shared<TestDisk>(2 * block_bytes + 2 * disk::erased_bytes + extents * test_frame_bytes +
                                    (2 * extents / disk::directory_records_per_block + 1 +
                                     ExtentJournal::blocks_for(extents)) *
                                        block_bytes);
}

}  // namespace augustus::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/pool_shares.hh"
#include "store/admission_policy.hh"
#include "store/frame.hh"
#include "store/ssd/batch_key.hh"
#include "store/ssd/block_device.hh"
#include "store/ssd/extent_index.hh"
#include "store/ssd/region.hh"
#include "store/ssd/sealing_device.hh"
#include "store/ssd/ssd_counters.hh"
#include "store/store_options.hh"

namespace augustus::store {

/// A read or write of an extent under way.
struct SsdOperation {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  IoKind kind = IoKind::flush;  ///< flush: not in use
  std::uint32_t extent = extent_none;
  std::uint32_t frame = frame_none;
  std::uint32_t bytes = 0;
  std::uint32_t waiters = none;  ///< of Interests, a list in their order
  std::uint32_t last_waiter = none;
  bool verifies = false;  ///< nobody asked for it: its checksums are to be checked
  bool checked = false;   ///< once it ended: its records are known to be right
};

/// A look at everything that is on the disk.
struct SsdVerification {
  bool running = false;
  std::uint32_t next = 0;       ///< extent
  std::uint32_t under_way = 0;  ///< reads
  std::uint64_t extents = 0;    ///< read so far
  std::uint64_t segments = 0;   ///< Data whose checksum was right
  std::uint64_t damaged = 0;    ///< extents with something wrong in them
};

/// An Interest that waits for an operation, owned.
struct SsdWaiter {
  rte_mbuf* interest = nullptr;
  std::uint64_t key = 0;
  std::uint32_t mask = 0;
  std::uint32_t next = SsdOperation::none;
  PoolShares::Holder holder = 0;
};

/// The SSD behind one partition's frames: which batches it has, what is under way to and from it, and the
/// Interests that wait. ContentStore moves the Data; this knows nothing of frames but their numbers. Used by
/// one thread.
class SsdTier {
 public:
  /// `device` is the partition's region. Throws std::runtime_error or std::invalid_argument.
  SsdTier(std::unique_ptr<BlockDevice> device, const disk::Geometry& geometry, std::uint32_t partition,
          const SsdOptions& options);
  ~SsdTier();
  SsdTier(const SsdTier&) = delete;
  SsdTier& operator=(const SsdTier&) = delete;

  /// Learns what is on the disk. Throws std::runtime_error.
  RegionFound open() { return region_.open(*device_, index_); }
  /// Writes down what is on the disk; nothing may be under way. False: the disk failed, and the next open()
  /// goes by the journal.
  bool close();

  const BatchKeys& keys() const { return keys_; }
  ExtentIndex& index() { return index_; }
  const ExtentIndex& index() const { return index_; }
  Region& region() { return region_; }
  const Region& region() const { return region_; }
  BlockDevice& device() { return *device_; }
  const BlockDevice& device() const { return *device_; }
  /// Whether the device sees to the checksums of records.
  bool device_seals() const { return sealing_ != nullptr; }
  bool serial() const { return serial_; }
  AdmissionPolicy& admission() { return admission_; }
  SsdVerification& verification() { return verification_; }
  const SsdVerification& verification() const { return verification_; }
  void enable_admit(bool on) { admit_ = on; }
  void enable_serve(bool on) { serve_ = on; }
  bool admits() const { return admit_; }  ///< what leaves memory may be written
  bool serves() const { return serve_; }  ///< what is on the disk may be read for Interests
  SsdCounters& counters() { return counters_; }
  const SsdCounters& counters() const { return counters_; }

  static constexpr std::uint32_t none = SsdOperation::none;

  /// Whether the frames should be made known to the device.
  bool registers_memory() const { return registers_memory_; }

  bool can_read() const { return reads_ < reads_max_ && under_way() < operations_.size(); }
  bool can_write() const { return writes_ < writes_max_ && under_way() < operations_.size(); }
  /// The operation on this extent; nullptr.
  SsdOperation* find_operation(std::uint32_t extent);
  /// Starts one, holding the extent; nullptr: too many.
  SsdOperation* start(IoKind kind, std::uint32_t extent, std::uint32_t frame, std::span<std::uint8_t> memory);
  /// Takes the Interest's reference; false: no room (it stays the caller's).
  bool wait_for(SsdOperation& operation, rte_mbuf* interest, const BatchPlace& place);
  /// Whether one more Interest of its Face may wait; counts where not.
  bool may_wait(rte_mbuf* interest);
  /// Of the places in which Interests wait; any thread.
  PoolFigures waiting_figures() const { return waiting_.figures(); }
  /// Reports operations that ended, their results in `results`; each is to be given to end().
  unsigned finish(std::span<std::pair<SsdOperation*, bool>> results);
  /// The operation is over: its waiters are ready, its extent no longer held. `found(waiter)` says whether
  /// what it waits for was there.
  template <typename Found>
  void end(SsdOperation& operation, Found&& found) {
    index_.release(operation.extent);
    for (std::uint32_t waiter = operation.waiters; waiter != none;) {
      const std::uint32_t next = waiters_[waiter].next;
      if (!found(waiters_[waiter])) {
        counters_.false_matches.add();
        forget_waiter(operation.extent, waiters_[waiter]);
      }
      make_ready(waiter);
      waiter = next;
    }
    --(operation.kind == IoKind::read ? reads_ : writes_);
    const auto number = static_cast<std::uint32_t>(&operation - operations_.data());
    extents_[number] = extent_none;
    free_operations_.push_back(number);
    operation = {};
  }
  /// Interests whose wait is over, to be looked up again; ownership goes to the caller.
  unsigned take_ready(std::span<rte_mbuf*> interests);

  unsigned under_way() const { return reads_ + writes_; }
  bool has_ready() const { return ready_ != none; }
  unsigned reads() const { return reads_; }
  unsigned writes() const { return writes_; }

  // Names that the disk has and was too busy for: what comes from upstream is taken to be the same.
  void note_busy(const BatchPlace& place) { busy_place(place) = busy_tag(place); }
  /// Whether it was noted, lately; it is no more.
  bool take_busy(const BatchPlace& place) {
    std::uint64_t& noted = busy_place(place);
    return noted == busy_tag(place) && (noted = 0, true);
  }

  // Batches whose frame still takes segments.
  /// The batch's frame; frame_none.
  std::uint32_t open_frame(std::uint64_t key) const;
  /// Notes it; returns the frame that is no longer noted for that, to be closed; frame_none.
  std::uint32_t note_open(std::uint64_t key, std::uint32_t frame);
  void forget_open(std::uint32_t frame);
  /// Notes at most so many.
  void limit_open(std::uint32_t frames);

  /// Nothing below the prefix that is on the disk now counts any more. False: too many such prefixes.
  bool erase(const StoredName& prefix);
  /// Whether nothing is under way besides reads and writes of extents: erased prefixes have reached the disk.
  bool own_writes_done() const {
    return erased_state_ == ErasedState::written && !region_.journal().writing();
  }
  /// What was written has not been written down yet.
  bool journal_waits() const { return region_.journal().waits(); }

 private:
  /// Of the copy that is being written.
  enum class ErasedState : std::uint8_t { written, changed, writing, unflushed, flushing };
  struct OpenBatch {
    std::uint64_t key = 0;
    std::uint32_t frame = frame_none;
    std::uint32_t noted = 0;
  };
  static constexpr std::uint32_t erased_tag = ~std::uint32_t{0};
  static constexpr std::uint32_t journal_tag = erased_tag - 1;
  static constexpr unsigned open_ways = 4;

  static std::uint64_t busy_tag(const BatchPlace& place) {
    return place.key << 5 | place.position | 1ull << 63;
  }
  std::uint64_t& busy_place(const BatchPlace& place) {
    return busy_[(busy_tag(place) * 0x9e3779b97f4a7c15) >> 54];
  }
  void make_ready(std::uint32_t waiter);
  /// The extent has nothing of what was waited for, whatever the index says.
  void forget_waiter(std::uint32_t extent, const SsdWaiter& waiter);
  void write_journal();
  void erased_changed();
  void write_erased();
  void flush_erased();
  void erased_done(std::int32_t result);

  std::unique_ptr<BlockDevice> device_;
  SealingDevice* sealing_;  ///< the device; nullptr: it is none
  Region region_;
  ExtentIndex index_;
  BatchKeys keys_;
  AdmissionPolicy admission_;
  SsdCounters counters_;
  SsdVerification verification_;
  bool admit_ = true;
  bool serve_ = true;
  std::vector<SsdOperation> operations_;
  std::vector<std::uint32_t> extents_;          ///< of the operations, close together to be searched
  std::vector<std::uint32_t> free_operations_;  ///< numbers
  bool registers_memory_;
  bool serial_;
  unsigned reads_ = 0;
  unsigned writes_ = 0;
  unsigned reads_max_;
  unsigned writes_max_;
  std::vector<SsdWaiter> waiters_;
  std::uint32_t free_waiter_ = none;
  PoolShares waiting_;  ///< of waiters_, by Face
  std::uint32_t ready_ = none;
  std::uint32_t ready_last_ = none;
  std::array<std::uint64_t, 1024> busy_{};
  std::array<OpenBatch, 64> open_{};
  std::uint32_t open_sets_ = 16;
  std::uint32_t notes_ = 0;
  ErasedState erased_state_ = ErasedState::written;
  unsigned erased_copies_left_ = 0;  ///< to be written, with the one under way
  bool erased_changed_again_ = false;
  bool erased_failed_ = false;  ///< what is on the disk is not what was erased
};

}  // namespace augustus::store

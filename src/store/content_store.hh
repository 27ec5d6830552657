// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rte_mbuf.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/clock.hh"
#include "base/counter.hh"
#include "base/keyed_hash.hh"
#include "base/packet_pool.hh"
#include "store/admission_policy.hh"
#include "store/frame_table.hh"
#include "store/known_digests.hh"
#include "store/pinned_frames.hh"
#include "store/prefix_index.hh"
#include "store/replacement_order.hh"
#include "store/ssd/batch_key.hh"
#include "store/store_options.hh"
#include "store/stored_name.hh"
#include "table/name_table.hh"
#include "table/segment_handle.hh"
#include "wire/packet_view.hh"

namespace augustus::store {

enum class InsertOutcome : std::uint8_t {
  stored,
  refreshed,     ///< the same Data was there
  replaced,      ///< another Data of this name was there
  too_large,     ///< more than a frame
  table_full,    ///< no entry, or every frame that was looked at is held by packets in flight
  not_admitted,  ///< admission is off, or its policy decided so
  disabled       ///< capacity 0
};

/// What a lookup may ask beyond the name.
struct Wanted {
  bool must_be_fresh = false;
  const std::uint8_t* digest = nullptr;  ///< 32 bytes of implicit digest, or nullptr
};

class FrameOrder;
class SsdTier;
struct SsdOperation;
namespace disk {
struct ExtentHeader;
struct ExtentItem;
}  // namespace disk

/// What the SSD has for an Interest.
enum class Fetch : std::uint8_t {
  absent,   ///< nothing: the Interest goes upstream
  waiting,  ///< the Interest was taken and comes back from poll_ssd()
  busy      ///< too much is under way: the Interest goes upstream
};

/// The content store of one partition: in DRAM an array of frames holding byte-packed Data, indexed
/// through the name table's CsIndex; behind it, if there is one, an SSD (content_store_ssd.cc). Owned and
/// used by one worker; frames stay pinned while packets that point into them are in flight on any thread.
/// Fixed size, in packets (exactly) and bytes.
///
/// Memory is a log. A Data is appended to the open frame behind a 32-byte header; one frame is open today,
/// and FrameTable is where segments of one batch will be given a frame of their own. What goes leaves a gap;
/// a frame whose last Data went is free, once no packet in flight points into it.
///
/// Replacement: the packet limit takes the oldest Data, by arrival (FIFO) or use (LRU). When frames run out
/// the emptiest frame's Data move to the open one if they fill at most three quarters of it; else the store
/// is full, and the frame of the oldest Data is cleared: FIFO evicts all of it; LRU moves the recently used
/// (used later than half the time since the oldest was, at most half a frame) and evicts the rest. So under
/// the byte limit FIFO is exact, LRU exact to a frame; work is at most a few frames' Data, once a frame
/// filled.
///
/// Prefixes: the log remembers what the prefix index has not seen, so that exact traffic pays nothing for it.
/// A prefix lookup first indexes Data stored since the last, newest first and a bounded number, then asks the
/// index (a tree by components); it visits a bounded number of Data, newest first. After a burst of more
/// inserts than the bound a prefix lookup can miss old Data once, which costs an Interest upstream. Compact
/// names, which nobody asks for by prefix, are not indexed.
///
/// Admission: Data of a name that neither tier holds is taken as AdmissionOptions say; other Data of a name
/// that is held takes its place.
///
/// With an SSD a frame holds one batch, or several short ones and unsegmented Data, and is the unit of
/// replacement: it is written as one extent (unless the SSD has all of it) when it is its turn, and read back
/// as a whole. A few frames are kept free for that.
///
/// What takes table::MayRelease makes room and so releases the name table's entries of what it evicts; erase,
/// set_capacity_packets, poll_ssd and close_ssd, which are called between bursts, do the same. Of its own, what appends,
/// makes frames free or moves Data changes which SegmentId is whose; none is kept across that but the one appended.
class ContentStore {
 public:
  /// Throws std::invalid_argument for sizes outside StoreOptions' limits, std::runtime_error without memory.
  ContentStore(const StoreOptions& options, table::NameTable& index, const KeyedHash& hash, PacketPool& pool);
  /// Packets in flight stay valid. Entries keep their handles: the name table goes with the store.
  ~ContentStore();
  ContentStore(const ContentStore&) = delete;
  ContentStore& operator=(const ContentStore&) = delete;

  /// Asks for the lines a hit on this entry will touch; the entry should have arrived.
  void prefetch(table::EntryIndex entry) const { frames_.prefetch(index_.cs_handle(entry)); }

  /// A packet buffer holding the entry's Data if it satisfies `wanted`, else nullptr (also when the pool is
  /// empty). The buffer refers to the frame (pinned until freed) or, up to 512 B or where half of the frames are
  /// pinned, holds a copy; the caller
  /// owns one reference and must not write to its bytes.
  rte_mbuf* lookup(table::EntryIndex entry, const Wanted& wanted, TimeNs now);

  /// Any cached Data below `prefix` (view.prefix_length(components) bytes) that satisfies `wanted`; nullptr:
  /// none. `view` is hashed. A prefix of more than view.prefix_count() components is not looked up.
  rte_mbuf* lookup_prefix(const wire::PacketView& view, const std::uint8_t* packet, unsigned components,
                          const Wanted& wanted, TimeNs now);

  /// Asks for what up to `count` inserts are about to evict, in two steps, with work between them for the
  /// first to arrive: once for a burst, then before each of its parts, for as many as it inserts. A hint:
  /// what was evicted otherwise meanwhile is asked for in vain.
  void prefetch_victims(unsigned count);
  void prefetch_victims_buckets(unsigned count);

  /// Where the SSD has, or would have, Data of this name, for a burst at once: what is touched there is asked
  /// for, in two steps, before fetch() or insert().
  BatchPlace ssd_place(const StoredName& name) const;
  void prefetch_ssd(const BatchPlace& place) const;
  void prefetch_ssd_record(const BatchPlace& place) const;

  /// Copies the Data in. `entry` is its name's entry (from find_or_insert); `view` is of `packet`, whose data
  /// starts with the Data's outer TLV. An exact duplicate with a positive FreshnessPeriod re-freshens the
  /// entry. Never keeps `packet`. When nothing is stored the entry is the caller's to release. `place`: the
  /// name's with an SSD, when the caller knows it.
  InsertOutcome insert(table::MayRelease others, table::EntryIndex entry, rte_mbuf* packet,
                       const wire::PacketView& view, TimeNs now, const BatchPlace* place = nullptr);

  /// Erases up to `limit` Data below the prefix (empty: all of its format). Returns how many.
  std::uint32_t erase(const StoredName& prefix, std::uint32_t limit);
  bool has_any_below(const StoredName& prefix) const;

  /// Puts an SSD behind the frames, before first use; `tier` has been opened. The store was made with
  /// StoreOptions::has_ssd. Throws std::invalid_argument or std::runtime_error.
  void attach_ssd(std::unique_ptr<SsdTier> tier);
  /// An eventfd to be written from now on when there is something for poll_ssd.
  void notify_ssd(int descriptor);
  bool has_ssd() const { return ssd_ != nullptr; }
  /// The SSD tier, for its counts; there must be one.
  const SsdTier& ssd() const { return *ssd_; }
  /// An Interest that waited got its Data.
  void count_ssd_hit();
  /// Has the batch of this name (of an Interest that missed) read. With `waiting` the packet is the store's.
  Fetch fetch(table::MayRelease may, const StoredName& name, rte_mbuf* interest) {
    return fetch(may, ssd_place(name), interest);
  }
  Fetch fetch(table::MayRelease, const BatchPlace& place, rte_mbuf* interest);
  /// Whether fetch() would find something to read.
  bool ssd_may_answer(const BatchPlace& place) const;
  /// The same of a batch known to have Data below the prefix: the one written last. Of each Data of an
  /// object's first batch, and of each unsegmented one, the 6 longest prefixes are known, within memory.
  Fetch fetch_below(table::MayRelease may, std::span<const std::uint8_t> prefix, rte_mbuf* interest);
  /// True for the last but one segment of a batch: the next should be prefetched, wherever its partition is.
  bool wants_next_batch(const StoredName& name) const;
  bool wants_next_batch(const BatchPlace& place) const;
  /// Reads the batch after this name's, if the SSD has it and has time.
  void prefetch_next_batch(table::MayRelease, const StoredName& name);
  /// Takes in what was read; Interests to be looked up again (now the caller's) go to `ready`. How many; when
  /// as many as fit, call again.
  unsigned poll_ssd(std::span<rte_mbuf*> ready, TimeNs now);
  /// Reads or writes are under way.
  bool ssd_busy() const;
  /// When poll_ssd is worth calling again although nobody will notify; time_never: notify tells.
  TimeNs ssd_due() const;
  /// Writes all frames and the index to the SSD and lets go of it. False: the disk failed, what was written
  /// last may be lost.
  bool close_ssd(TimeNs now);
  /// Reads all that is on the SSD, a little at a time beside other work, and checks its checksums; what is
  /// damaged is dropped and counted. ssd().verification() tells how far it is.
  void begin_verify_ssd();
  void enable_ssd_admit(bool on);  ///< whether what leaves memory may be written to the SSD
  void enable_ssd_serve(bool on);  ///< whether the SSD may answer
  /// Nothing below the prefix comes from the SSD any more; below the empty NDN prefix is everything. False: no
  /// room to remember that.
  bool erase_ssd(const StoredName& prefix);

  /// Evicts down to it. More than StoreOptions::packets_max is as much as that.
  void set_capacity_packets(std::uint32_t packets);
  std::uint32_t capacity_packets() const { return capacity_packets_; }
  void enable_admit(bool on) { admit_ = on; }
  void enable_serve(bool on) { serve_ = on; }
  bool admits() const { return admit_; }
  bool serves() const { return serve_; }

  std::uint32_t size() const { return static_cast<std::uint32_t>(size_.value()); }  ///< Data held; any thread
  std::uint64_t bytes() const { return bytes_.value(); }  ///< bytes of Data held; any thread
  std::uint64_t evicted() const { return evicted_; }      ///< by either limit
  std::uint64_t moved() const { return moved_; }          ///< Data copied to make frames free
  std::uint64_t digests_computed() const { return digests_.computed(); }
  const FrameTable& frames() const { return frames_; }

 private:
  friend class ContentStoreCheck;

  SegmentId find(table::EntryIndex entry) const;
  bool satisfies(const Segment& segment, const Wanted& wanted, TimeNs now);
  bool admits_new(table::EntryIndex entry, const BatchPlace& place);
  rte_mbuf* serve(SegmentId id);
  rte_mbuf* packet_of(SegmentId id);
  rte_mbuf* find_below(PrefixIndex::Node top, const Wanted& wanted, TimeNs now);
  void touch(SegmentId id);
  TimeNs fresh_until(const wire::PacketView& view, TimeNs now) const;

  /// Takes the Data out; its entry stays and holds nothing.
  void remove(SegmentId id);
  void evict(SegmentId id);
  bool evict_oldest();
  bool make_room_for_name(table::EntryIndex entry);

  // content_store_space.cc
  SegmentId append(std::uint32_t length);
  bool reclaim();
  void compact(std::uint32_t frame);
  void clear(std::uint32_t frame);
  bool move(SegmentId id);

  // content_store_ssd.cc
  SegmentId append_for_ssd(const BatchPlace& place, std::uint32_t length);
  BatchPlace place_of(SegmentId id) const;
  void keep_within_packets(std::uint32_t spared);
  SegmentId append_to_batch(std::uint32_t length, const BatchPlace& place);
  SegmentId append_shared(std::uint32_t length);
  bool open_shared();
  bool make_frame_free(std::uint32_t spared);
  void keep_frames_free(std::uint32_t spared);
  void close_batch(std::uint32_t frame);
  void evict_frame(std::uint32_t frame);
  bool on_ssd(std::uint32_t frame);
  bool write_frame(std::uint32_t frame);
  void empty_frame(std::uint32_t frame);
  void prefetch_eviction(std::uint32_t frame);
  std::uint64_t first_key(std::uint32_t frame);
  std::uint32_t collect_items(std::uint32_t frame, disk::ExtentItem* items);
  void finish_some(TimeNs now);
  void wait_for_reads();
  bool read_extent(std::uint32_t extent, rte_mbuf* interest, const BatchPlace& place);
  void finish_read(SsdOperation& operation, bool ok, TimeNs now);
  void finish_write(SsdOperation& operation, bool ok, TimeNs now);
  void adopt(std::uint32_t frame, const disk::ExtentHeader& header, TimeNs now);
  void end_adopt(std::uint32_t frame, std::uint32_t extent);
  void verify_some();
  bool verified(const SsdOperation& operation, bool ok);
  struct Arriving;
  std::uint32_t read_record(std::uint32_t frame, std::uint32_t at, const disk::ExtentHeader& header,
                            bool checked, Arriving& arriving);
  bool take_in(const Arriving& arriving, const disk::ExtentHeader& header);

  // content_store_prefix.cc
  void index_recent(std::uint64_t limit);
  void index_frame(std::uint32_t frame);
  bool index_all();
  template <typename Visit>
  void for_each_below(const StoredName& prefix, Visit&& visit) const;
  bool is_below(const Segment& segment, const StoredName& prefix) const;

  table::NameTable& index_;
  PacketPool& pool_;
  KeyedHash hash_;
  FrameTable frames_;
  PinnedFrames pinned_;
  ReplacementOrder order_;
  PrefixIndex prefixes_;
  KnownDigests digests_;
  TimeNs wall_offset_;  ///< wall clock minus monotonic clock, fixed at start: a step of the wall clock
                        ///< changes no deadline
  std::uint32_t packets_max_;  ///< of capacity_packets_
  std::uint32_t capacity_packets_;
  Counter size_;
  std::uint32_t uses_ = 0;
  bool lru_;
  bool touches_;  ///< a use changes what goes next
  bool admit_ = true;
  bool serve_ = true;
  bool selective_;  ///< admission is not of everything
  Counter bytes_;
  std::uint64_t evicted_ = 0;
  std::uint64_t moved_ = 0;
  std::unique_ptr<SsdTier> ssd_;
  std::unique_ptr<FrameOrder> frame_order_;  ///< with an SSD
  std::vector<disk::ExtentItem> found_;      ///< in the extent that was adopted last
  Replacement replacement_;
  AdmissionPolicy admission_;
  static constexpr std::size_t victims_max = 64;
  std::array<table::EntryIndex, victims_max> victims_;  ///< names of what will be evicted next, as last seen
  std::size_t victims_end_ = 0;                         ///< of them, those known
  std::size_t victims_next_ = 0;                        ///< the first whose bucket was not asked for
};

}  // namespace augustus::store

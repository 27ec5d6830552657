// SPDX-License-Identifier: Apache-2.0
#include "forward/partition_check.hh"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <deque>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/broken_invariant.hh"
#include "private_member.hh"
#include "store/content_store_check.hh"
#include "table/name_table_check.hh"
#include "wire/data.hh"
#include "wire/parse_packet.hh"

// Each thing that must always be so of a partition is broken in turn, and the look at the partition says that very
// thing.

namespace augustus {

AUGUSTUS_REACH(WheelOf, table::NameTable::wheel_);
AUGUSTUS_REACH(EntriesOf, table::NameTable::entries_);
AUGUSTUS_REACH(RecordsOf, table::NameTable::pit_);
AUGUSTUS_REACH(InRecordsOf, table::NameTable::in_records_);
AUGUSTUS_REACH(OutRecordsOf, table::NameTable::out_records_);
AUGUSTUS_REACH(DigestsOf, table::NameTable::digests_);
AUGUSTUS_REACH(LongNamesOf, table::NameTable::long_names_);
AUGUSTUS_REACH(CachedNameUnitsOf, table::NameTable::cached_name_units_);
AUGUSTUS_REACH(IndexOf, table::NameTable::index_);
AUGUSTUS_REACH(WheelHeads, table::TimingWheel::heads_);
AUGUSTUS_REACH(WheelSize, table::TimingWheel::size_);
AUGUSTUS_REACH(FreeEntries, table::RecordPool<table::NameEntry>::free_);
AUGUSTUS_REACH(FreeRecords, table::RecordPool<table::PitRecord>::free_);
AUGUSTUS_REACH(StoreOrder, store::ContentStore::order_);
AUGUSTUS_REACH(StoreFrames, store::ContentStore::frames_);
AUGUSTUS_REACH(StoreSize, store::ContentStore::size_);
AUGUSTUS_REACH(StoreBytes, store::ContentStore::bytes_);
AUGUSTUS_REACH(OrderNewest, store::ReplacementOrder::newest_);
AUGUSTUS_REACH(FramesUnindexed, store::FrameTable::unindexed_);
AUGUSTUS_REACH(FramesRecycled, store::FrameTable::recycled_);
AUGUSTUS_REACH(FramesWaiting, store::FrameTable::waiting_);
AUGUSTUS_REACH(FramesByLevel, store::FrameTable::by_level_);
AUGUSTUS_REACH(FramesNextSetAside, store::FrameTable::next_set_aside_);
AUGUSTUS_REACH(FramesNewest, store::FrameTable::newest_);
AUGUSTUS_REACH(FramesOpen, store::FrameTable::open_);

}  // namespace augustus

namespace augustus::forward::partition_check_test {
namespace {

using table::NameTable;

constexpr TimeNs now = 1000 * nanoseconds_per_second;
constexpr FaceId face = 300;
const std::string long_part(200, 'x');

PacketPool& packets() {
  static PacketPool pool("check_test", 2047, 127);
  return pool;
}

/// Tables in which there is one of everything.
class Partition {
 public:
  Partition() {
    // Two records of one name, in one slot of the wheel; more Faces than a record itself has room for.
    auto& first = pend("/a", {});
    for (FaceId id = face; id < face + 4; ++id) {
      names.insert_in(first, id);
      names.insert_out(first, id, {.face = face});
    }
    names.insert_in(pend("/a", {.can_be_prefix = true}), face);
    filter.add(key("/a").hash, 1);
    names.insert_in(pend("/digest", {.has_digest = true}), face);
    names.insert_in(pend("/pending/" + long_part, {}), face);
    // Frames that are open, closed, free and in flight.
    for (unsigned i = 0; i < 20; ++i) {
      keep("/in/flight/" + std::to_string(i));
    }
    in_flight = store.lookup(names.find(key("/in/flight/0")), {}, now);
    for (unsigned i = 0; i < 12; ++i) {
      keep("/gone/" + std::to_string(i));
    }
    for (unsigned i = 0; i < 12; ++i) {
      keep("/cached/" + std::to_string(i));
    }
    keep("/cached/" + long_part);
    erase("/in/flight");
    erase("/gone");
    names.release_if_unused(names.find_or_insert(key("/free/entry")));
    names.erase_pit(pend("/a", {.must_be_fresh = true}));
  }

  wire::Name name(const std::string& uri) { return wire::Name::literal(uri); }
  table::NameKey key(const std::string& uri) {
    kept.push_back(name(uri));
    auto value = hash.empty();
    for (std::size_t i = 0; i < kept.back().size(); ++i) {
      value = hash.extend(value, kept.back()[i].tlv);
    }
    return {value, kept.back().value()};
  }
  table::PitRecord& pend(const std::string& uri, const table::PitSelectors& selectors) {
    const table::Taker taker{.face = face};
    const auto name_key = key(uri);
    const table::EntryIndex there = names.find(name_key);
    const auto holder = names.shares().pit.holder_of(face);
    auto* record = names.insert_pit(there != table::entry_none ? there : names.insert(name_key, taker), selectors,
                                    holder, taker);
    names.schedule(*record, now + nanoseconds_per_second, now);
    return *record;
  }
  void keep(const std::string& uri) {
    wire::Data data{.name = name(uri)};
    data.content.assign(600, 1);
    const auto bytes = data.encode();
    rte_mbuf* const packet = packets().copy_of(bytes);
    wire::PacketView view{};
    ASSERT_EQ(wire::parse_packet(bytes, view), wire::ParseOutcome::ok);
    wire::hash_name(hash, bytes.data(), view);
    const auto there = names.find_or_insert({view.name_hash, wire::name_bytes(view, bytes.data())});
    ASSERT_EQ(store.insert(names.may_release(), there, packet, view, now), store::InsertOutcome::stored);
    rte_pktmbuf_free(packet);
  }
  /// By prefix, so that all Data stand in the prefix index afterwards.
  void erase(const std::string& uri) {
    const auto prefix = name(uri);
    store.erase(store::StoredName(prefix.value(), wire::PacketFormat::ndn), 100);
  }

  table::EntryIndex index_of(const std::string& uri) { return names.find(key(uri)); }
  table::NameEntry& entry(const std::string& uri) { return (names.*member_of(EntriesOf{}))[index_of(uri)]; }
  table::PitRecord& record(const std::string& uri) { return *names.first_pit(index_of(uri)); }
  /// The record of /a that has Faces in the pools.
  table::PitRecord& with_faces() { return *names.next_pit(record("/a")); }
  table::TimingWheel& wheel() { return names.*member_of(WheelOf{}); }
  store::FrameTable& frames() { return store.*member_of(StoreFrames{}); }
  store::ReplacementOrder& order() { return store.*member_of(StoreOrder{}); }
  store::Segment& oldest() { return frames().segment(order().oldest()); }
  store::Segment& second() { return frames().segment(oldest().newer); }
  store::Frame& frame_in(store::FrameState state) {
    for (std::uint32_t number = 0; number < frames().count(); ++number) {
      if (frames().frame(number).state == state && (state != store::FrameState::free || number < touched())) {
        return const_cast<store::Frame&>(frames().frame(number));
      }
    }
    throw std::runtime_error("no frame is in this state");
  }
  std::uint32_t touched() const { return store.frames().count() - store.frames().untouched(); }
  void check() { PartitionCheck::run(names, store, shared); }

  HashKey hash_key = HashKey::random();
  KeyedHash hash{hash_key};
  Quiescence quiescence{1};
  FaceAttributeTable faces{64};
  table::Fib fib{64, hash_key, quiescence};
  table::StrategyChoice strategies{16, hash_key, quiescence, 0};
  table::PendingPrefixFilter filter;
  std::vector<wire::Name> regions;
  SharedTables shared{faces, fib, strategies, filter, regions, hash, 1, 8};
  NameTable names{{.entries_max = 256,
                   .pit_records_max = 64,
                   .extra_records_max = 32,
                   .digests_max = 8,
                   .name_bytes_max = 64u << 10}};
  store::ContentStore store{{.capacity_packets = 128, .capacity_bytes = 64u << 10, .frame_bytes = 4096}, names, hash,
                            packets()};
  std::deque<wire::Name> kept;
  rte_mbuf* in_flight = nullptr;
};

struct Breakage {
  const char* sentence;
  void (*breaks)(Partition&);
};

void PrintTo(const Breakage& breakage, std::ostream* out) {
  *out << breakage.sentence;
}

using store::FrameState;

const Breakage breakages[] = {
    // Timing wheel
    {"a slot that is noted has records",
     [](Partition& p) { (p.wheel().*member_of(WheelHeads{})).fill(~std::uint32_t{0}); }},
    {"a record on the wheel is in use", [](Partition& p) { p.record("/a").self = 40; }},
    {"a slot's list leads back as it leads forth", [](Partition& p) { p.record("/a").wheel_previous = 40; }},
    {"the wheel has as many records as it counts", [](Partition& p) { ++(p.wheel().*member_of(WheelSize{})); }},
    {"the wheel has as many records as it counts", [](Partition& p) { --(p.wheel().*member_of(WheelSize{})); }},
    // Name table and PIT
    {"every PIT record is on the wheel", [](Partition& p) { p.wheel().cancel(p.record("/a")); }},
    {"a name has one Data in memory",
     [](Partition& p) {
       auto cached = store::ContentStoreCheck::run(p.store);
       cached.push_back(cached.front());
       table::NameTableCheck::run(p.names, cached);
     }},
    {"a Data's entry has its handle",
     [](Partition& p) {
       auto cached = store::ContentStoreCheck::run(p.store);
       cached.push_back(p.index_of("/a"));
       table::NameTableCheck::run(p.names, cached);
     }},
    {"a PIT record has an entry", [](Partition& p) { p.record("/a").entry = table::entry_none; }},
    {"a name is held by a record or a Data", [](Partition& p) { p.names.find_or_insert(p.key("/nobody")); }},
    {"the index knows the names in use",
     [](Partition& p) { (p.names.*member_of(IndexOf{})).insert(p.key("/other").hash, p.index_of("/a")); }},
    {"a name's entry is indexed", [](Partition& p) { p.entry("/a").hash = ~p.entry("/a").hash; }},
    {"an entry lists its own records",
     [](Partition& p) { std::swap(p.record("/a").entry, p.record("/digest").entry); }},
    {"an entry lists as many records as it counts", [](Partition& p) { ++p.entry("/a").pit_count; }},
    {"an entry lists as many records as it counts", [](Partition& p) { --p.entry("/a").pit_count; }},
    {"entries list the PIT records",
     [](Partition& p) {
       p.entry("/a").pit_head = p.record("/a").next_of_entry;
       --p.entry("/a").pit_count;
     }},
    {"handles are of Data in memory",
     [](Partition& p) { p.entry("/digest").cs = p.entry("/cached/0").cs; }},
    {"name storage holds the long names", [](Partition& p) { (p.names.*member_of(LongNamesOf{})).allocate(200); }},
    {"parts of the name storage are what pending names take", [](Partition& p) { p.names.shares().names.add(1); }},
    {"parts of the name storage are what pending names take",
     [](Partition& p) {
       auto& entry = p.entry("/pending/" + long_part);
       auto taken = entry.long_name();
       taken.holder ^= 1;
       entry.set_long_name(taken);
     }},
    {"names of cached Data take what is counted", [](Partition& p) { ++(p.names.*member_of(CachedNameUnitsOf{})); }},
    {"a listed in-record has a Face",
     [](Partition& p) { (p.names.*member_of(InRecordsOf{}))[p.with_faces().in_list].face = face_id_none; }},
    {"PIT records list the in-records in use", [](Partition& p) { (p.names.*member_of(InRecordsOf{})).allocate(); }},
    {"PIT records list the in-records in use",
     [](Partition& p) {
       const auto at = p.with_faces().in_list;
       (p.names.*member_of(InRecordsOf{}))[at].next = at;
     }},
    {"parts of the in-records are what PIT records say", [](Partition& p) { p.names.shares().in_records.add(1); }},
    {"a listed out-record has a Face",
     [](Partition& p) { (p.names.*member_of(OutRecordsOf{}))[p.with_faces().out_list].face = face_id_none; }},
    {"PIT records list the out-records in use", [](Partition& p) { (p.names.*member_of(OutRecordsOf{})).allocate(); }},
    {"PIT records list the out-records in use",
     [](Partition& p) {
       const auto at = p.with_faces().out_list;
       (p.names.*member_of(OutRecordsOf{}))[at].next = at;
     }},
    {"parts of the out-records are what PIT records say", [](Partition& p) { p.names.shares().out_records.add(1); }},
    {"PIT records have the digests in use", [](Partition& p) { (p.names.*member_of(DigestsOf{})).allocate(); }},
    {"the pool of entries adds up",
     [](Partition& p) { (p.names.*member_of(EntriesOf{})).*member_of(FreeEntries{}) = ~std::uint32_t{0}; }},
    {"the pool of PIT records adds up",
     [](Partition& p) { (p.names.*member_of(RecordsOf{})).*member_of(FreeRecords{}) = ~std::uint32_t{0}; }},
    {"parts of the PIT are what its records say", [](Partition& p) { p.names.shares().pit.add(1); }},
    {"parts of the PIT are what its records say", [](Partition& p) { p.record("/a").share ^= 1; }},
    {"parts of the digests are what PIT records say", [](Partition& p) { p.names.shares().digests.add(1); }},
    {"parts of the digests are what PIT records say", [](Partition& p) { p.record("/digest").taker ^= 1; }},
    // Filter of pending prefixes
    {"a pending prefix is in the filter", [](Partition& p) { p.filter.remove(p.key("/a").hash, 1); }},
    {"a pending prefix's length is known",
     [](Partition& p) {
       p.filter.remove(p.key("/a").hash, 1);
       p.filter.add(p.key("/a").hash, 2);
     }},
    {"the filter counts pending prefixes", [](Partition& p) { p.filter.add(p.key("/b").hash, 1); }},
    // Content store
    {"the order of Data leads back as it leads forth", [](Partition& p) { p.second().older = store::segment_none; }},
    {"the order of Data leads back as it leads forth", [](Partition& p) { p.second().entry = table::entry_none; }},
    {"a Data's name points back to it", [](Partition& p) { p.entry("/cached/0").cs = {}; }},
    {"a Data stands at its node of the prefix index",
     [](Partition& p) { p.oldest().index_node = p.second().index_node; }},
    {"there are as many Data as counted", [](Partition& p) { (p.store.*member_of(StoreSize{})).add(); }},
    {"there are as many Data as counted",
     [](Partition& p) { (p.store.*member_of(StoreSize{})).set(p.store.size() - 1); }},
    {"the order of Data ends with the newest",
     [](Partition& p) { p.order().*member_of(OrderNewest{}) = p.order().oldest(); }},
    {"there are as many bytes of Data as counted", [](Partition& p) { (p.store.*member_of(StoreBytes{})).add(); }},
    {"every read or write of the SSD has its frame", [](Partition& p) { p.frames().begin_read(); }},
    // Frames
    {"a frame counts the Data it holds", [](Partition& p) { ++p.frame_in(FrameState::closed).live_count; }},
    {"a frame counts the Data it holds", [](Partition& p) { --p.frame_in(FrameState::closed).live_bytes; }},
    {"a frame counts its Data without prefixes", [](Partition& p) { ++p.frame_in(FrameState::closed).unindexed; }},
    {"Data without prefixes are counted", [](Partition& p) { ++(p.frames().*member_of(FramesUnindexed{})); }},
    {"Data are in frames that are open or closed",
     [](Partition& p) { p.frame_in(FrameState::closed).state = FrameState::waiting; }},
    {"a closed frame holds something", [](Partition& p) { p.frame_in(FrameState::free).state = FrameState::closed; }},
    {"a frame holds no more than it has", [](Partition& p) { p.frame_in(FrameState::closed).used = 5000; }},
    {"free frames are in their list", [](Partition& p) { ++(p.frames().*member_of(FramesRecycled{})); }},
    {"frames that wait for packets are in their list",
     [](Partition& p) { p.frames().*member_of(FramesWaiting{}) = store::frame_none; }},
    {"closed frames are in the lists by level",
     [](Partition& p) { (p.frames().*member_of(FramesByLevel{})).fill(store::frame_none); }},
    {"a closed frame is in the list of its level", [](Partition& p) { p.frame_in(FrameState::closed).level ^= 1; }},
    {"the next frame to be looked at is set aside",
     [](Partition& p) { p.frames().*member_of(FramesNextSetAside{}) = p.frames().frame_of(p.order().oldest()); }},
    {"the order of frames leads back as it leads forth",
     [](Partition& p) { p.frame_in(FrameState::closed).newer = 14; }},
    {"open and closed frames are in order of age",
     [](Partition& p) { p.frames().*member_of(FramesNewest{}) = store::frame_none; }},
    {"the open frame is open",
     [](Partition& p) { p.frames().*member_of(FramesOpen{}) = p.frames().frame_of(p.order().oldest()); }},
    {"a frame is in the list of its state",
     [](Partition& p) { p.frame_in(FrameState::free).state = FrameState::open; }},
    {"a list of frames leads back as it leads forth",
     [](Partition& p) { p.frame_in(FrameState::closed).list_previous = 14; }},
};

/// What is broken stays so: it is never destroyed.
Partition& new_partition() {
  static std::vector<Partition*> all;
  all.push_back(new Partition);
  return *all.back();
}

class PartitionCheckTest : public testing::TestWithParam<Breakage> {};

TEST_P(PartitionCheckTest, SaysWhatIsBroken) {
  Partition& partition = new_partition();
  ASSERT_NO_THROW(partition.check());
  try {
    GetParam().breaks(partition);
    partition.check();
    FAIL() << "nobody noticed";
  } catch (const BrokenInvariant& broken) {
    EXPECT_NE(std::string(broken.what()).find(std::string(": ") + GetParam().sentence + " ("), std::string::npos)
        << broken.what();
  }
}

INSTANTIATE_TEST_SUITE_P(Sentences, PartitionCheckTest, testing::ValuesIn(breakages), [](const auto& info) {
  std::string name = info.param.sentence;
  std::ranges::replace_if(name, [](unsigned char letter) { return std::isalnum(letter) == 0; }, '_');
  return name + "_" + std::to_string(info.index);
});

TEST(PartitionCheckCountTest, CountsLooksAndInvariants) {
  Partition& partition = new_partition();
  const auto checks = PartitionCheck::checks();
  const auto invariants = PartitionCheck::invariants();
  partition.check();
  EXPECT_EQ(PartitionCheck::checks(), checks + 1);
  // At least one for each name.
  EXPECT_GE(PartitionCheck::invariants(), invariants + partition.names.size());
}

TEST(PartitionCheckCountTest, LooksAtSmallTablesAlwaysAndAtLargeOnesByThePacketsSince) {
  Partition& partition = new_partition();
  PartitionCheck check;
  const auto looks_after = [&](std::size_t packets) {
    const auto before = PartitionCheck::checks();
    check.after_burst(partition.names, partition.store, partition.shared, packets);
    return PartitionCheck::checks() - before;
  };
  EXPECT_EQ(looks_after(0), 1u);
  NameTable large({.entries_max = 16'384, .pit_records_max = 16, .extra_records_max = 16, .digests_max = 16});
  store::ContentStore empty({.capacity_packets = 16, .capacity_bytes = 64u << 10, .frame_bytes = 4096}, large,
                            partition.hash, packets());
  table::PendingPrefixFilter nothing;
  const SharedTables shared{partition.faces,   partition.fib,  partition.strategies, nothing,
                            partition.regions, partition.hash, 1,                    8};
  PartitionCheck other;
  unsigned looks = 0;
  for (unsigned packet = 0; packet < 330; ++packet) {
    const auto before = PartitionCheck::checks();
    other.after_burst(large, empty, shared, 1);
    looks += static_cast<unsigned>(PartitionCheck::checks() - before);
  }
  EXPECT_EQ(looks, 10u);  // 1028 things, 33 packets
}

}  // namespace
}  // namespace augustus::forward::partition_check_test

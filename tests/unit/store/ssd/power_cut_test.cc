// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "ssd_fixture.hh"

// A power cut leaves what was flushed, and of what was written since any part in any order, sector by sector.

namespace augustus::store::power_cut_test {
namespace {

constexpr unsigned first_objects = 10;
constexpr unsigned later_objects = 10;
constexpr unsigned rounds_default = 12;
constexpr std::size_t everything = ~std::size_t{0};

/// Rounds of loss for each cut; more on demand.
unsigned rounds_wanted() {
  const char* wanted = std::getenv("AUGUSTUS_POWER_CUT_ROUNDS");
  return wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : rounds_default;
}

std::string object(unsigned number) {
  return "/o" + std::to_string(number);
}

/// A history: a store that is filled, closed, opened, filled again with other Data in part of the same names,
/// erased in part, and closed.
struct History {
  std::vector<std::uint8_t> before;
  std::vector<TestDisk::Write> writes;
  // How many writes and flushes there had been when
  std::size_t first_closed = 0;  ///< the first close() returned,
  std::size_t erased = 0;        ///< /o1 was erased on the disk.
};

Bytes version(unsigned number, unsigned segment, unsigned life) {
  return make_data(segment_name(object(number), segment), 1700, 0,
                   static_cast<std::uint8_t>(1 + life * 100 + segment));
}

void insert(SsdStore& store, unsigned first, unsigned count, unsigned life) {
  for (unsigned number = first; number < first + count; ++number) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      store.insert(version(number, segment, life));
    }
  }
}

History record() {
  auto disk = test_disk(24);
  History history{.before = disk->bytes};
  disk->recording = true;
  {
    SsdStore store(disk);
    insert(store, 0, first_objects, 0);
    EXPECT_TRUE(store.close());
  }
  history.first_closed = disk->history.size();
  {
    SsdStore store(disk);
    insert(store, 5, later_objects, 1);
    store.parts().store().erase(wire::Name::literal("/o1").value(), 1000);
    EXPECT_TRUE(store.store().erase_ssd(wire::Name::literal("/o1").value()));
    store.settle();
    history.erased = disk->history.size();
    EXPECT_TRUE(store.close());
  }
  history.writes = disk->history;
  return history;
}

/// What a store that was opened after a cut had, and said.
struct Opened {
  unsigned data = 0;
  unsigned erased = 0;  ///< of them, below /o1
  bool silent = false;  ///< it said that all is in order
};

struct Tally {
  unsigned cuts = 0;
  unsigned silent = 0;
  unsigned replayed = 0;
  unsigned scanned = 0;
  unsigned made = 0;
  unsigned damaged = 0;
  std::uint64_t data = 0;

  void print(const char* what) const {
    std::cout << "[ cuts     ] " << what << ": " << cuts << " power cuts; the store said " << silent
              << " times that it was closed in order, " << replayed << " by its journal, " << scanned
              << " by its extents, " << made << " new, besides " << damaged
              << " times what was damaged; Data served, all right: " << data << '\n';
  }
};

/// Whatever the store has is one of the Data that were once inserted.
Opened open(const std::shared_ptr<TestDisk>& disk, const std::string& what, Tally& tally) {
  SsdStore store(disk);
  Opened opened;
  for (unsigned number = 0; number < 5 + later_objects; ++number) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      if (const auto data = store.get(object(number), segment)) {
        EXPECT_TRUE(data == version(number, segment, 0) || data == version(number, segment, 1))
            << what << ": " << object(number) << ' ' << segment;
        ++opened.data;
        opened.erased += number == 1 ? 1 : 0;
      }
    }
  }
  const RegionFound& found = store.found();
  opened.silent = !found.made && !found.replayed && !found.scanned && found.damage().empty();
  ++tally.cuts;
  tally.silent += opened.silent ? 1 : 0;
  tally.replayed += found.replayed ? 1 : 0;
  tally.scanned += found.scanned ? 1 : 0;
  tally.made += found.made ? 1 : 0;
  tally.damaged += found.damage().empty() ? 0 : 1;
  tally.data += opened.data;
  return opened;
}

class SsdPowerCut : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    history_ = new History(record());
    Tally none;
    at_first_close_ = open(disk_after(history_->first_closed), "first close", none).data;
    at_last_close_ = open(disk_after(history_->writes.size()), "last close", none).data;
  }
  static void TearDownTestSuite() { delete history_; }

  static std::shared_ptr<TestDisk> disk_after(std::size_t writes) {
    auto disk = std::make_shared<TestDisk>(0);
    disk->bytes = history_->before;
    for (std::size_t i = 0; i < writes; ++i) {
      carry_out(*disk, history_->writes[i], everything);
    }
    return disk;
  }
  static void carry_out(TestDisk& disk, const TestDisk::Write& write, std::size_t bytes) {
    std::copy_n(write.bytes.begin(), std::min(bytes, write.bytes.size()),
                disk.bytes.begin() + static_cast<long>(write.offset));
  }
  /// Any of its sectors.
  static void carry_out_some(TestDisk& disk, const TestDisk::Write& write, std::size_t sector,
                             std::mt19937& random) {
    for (std::size_t at = 0; at < write.bytes.size(); at += sector) {
      if (random() % 2 == 0) {
        std::copy_n(write.bytes.begin() + static_cast<long>(at), sector,
                    disk.bytes.begin() + static_cast<long>(write.offset + at));
      }
    }
  }
  /// Who says nothing has all that a close in order left; and what was erased stays away.
  static void expect_honest(const Opened& opened, std::size_t flushed, const std::string& what) {
    if (opened.silent) {
      EXPECT_TRUE(opened.data == at_first_close_ || opened.data == at_last_close_) << what;
    }
    if (flushed >= history_->erased) {
      EXPECT_EQ(opened.erased, 0u) << what;
    }
  }

  static inline History* history_ = nullptr;
  static inline unsigned at_first_close_ = 0;
  static inline unsigned at_last_close_ = 0;
};

TEST_F(SsdPowerCut, EveryPrefixOfTheWritesLeavesAStoreThatOpensAndIsRight) {
  Tally tally;
  for (std::size_t cut = 0; cut <= history_->writes.size(); ++cut) {
    const std::string what = "cut at " + std::to_string(cut);
    const Opened opened = open(disk_after(cut), what, tally);
    expect_honest(opened, cut, what);
    if (cut == history_->first_closed) {
      EXPECT_TRUE(opened.silent);
      EXPECT_EQ(opened.data, first_objects * test_batch);
    }
  }
  tally.print("after each write");
}

TEST_F(SsdPowerCut, WritesSinceTheLastFlushMayBeLostTornAndReordered) {
  constexpr std::size_t subsets_max = 4;
  std::mt19937 random(7);
  Tally tally;
  for (std::size_t cut = 0; cut <= history_->writes.size(); ++cut) {
    std::size_t flushed = 0;
    for (std::size_t i = 0; i < cut; ++i) {
      flushed = history_->writes[i].flush ? i + 1 : flushed;
    }
    const std::size_t open_writes = cut - flushed;
    // All subsets of a short stretch, a sample of a long one.
    const unsigned rounds = open_writes <= subsets_max ? 1u << open_writes : rounds_wanted();
    for (unsigned round = 0; round < rounds; ++round) {
      auto disk = disk_after(flushed);
      std::vector<std::size_t> order;
      for (std::size_t i = flushed; i < cut; ++i) {
        const bool kept =
            open_writes <= subsets_max ? (round >> (i - flushed) & 1) != 0 : random() % 2 == 0;
        if (kept) {
          order.push_back(i);
        }
      }
      std::shuffle(order.begin(), order.end(), random);
      const std::size_t sector = random() % 2 == 0 ? 512 : 4096;
      for (const std::size_t i : order) {
        const unsigned fate = random() % 4;
        if (fate == 0) {
          carry_out(*disk, history_->writes[i], random() % 17 * sector);
        } else if (fate == 1) {
          carry_out_some(*disk, history_->writes[i], sector, random);
        } else {
          carry_out(*disk, history_->writes[i], everything);
        }
      }
      const std::string what = "cut at " + std::to_string(cut) + ", round " + std::to_string(round);
      expect_honest(open(disk, what, tally), flushed, what);
    }
  }
  tally.print("with loss, tears and reordering");
}

TEST_F(SsdPowerCut, AnotherOneWhileTheStoreRecoversFromTheFirst) {
  constexpr std::size_t step = 7;
  Tally tally;
  for (std::size_t cut = 0; cut < history_->writes.size(); cut += step) {
    for (const bool with_journal : {true, false}) {
      auto disk = disk_after(cut);
      if (!with_journal) {
        for (std::size_t at = 0; at < disk->bytes.size(); at += block_bytes) {
          std::uint64_t magic = 0;
          std::memcpy(&magic, disk->bytes.data() + at, sizeof(magic));
          disk->bytes[at] ^= magic == disk::journal_magic ? 1 : 0;
        }
      }
      const auto before = disk->bytes;
      disk->recording = true;
      { SsdStore store(disk); }
      for (std::size_t second = 0; second <= disk->history.size(); ++second) {
        auto again = std::make_shared<TestDisk>(0);
        again->bytes = before;
        for (std::size_t i = 0; i < second; ++i) {
          carry_out(*again, disk->history[i], everything);
        }
        const std::string what = "cut at " + std::to_string(cut) + " and " + std::to_string(second);
        expect_honest(open(again, what, tally), cut, what);
      }
    }
  }
  tally.print("while opening");
}

}  // namespace
}  // namespace augustus::store::power_cut_test

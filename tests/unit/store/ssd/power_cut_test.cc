// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "ssd_fixture.hh"

namespace augustus::store {
namespace {

constexpr unsigned first_objects = 10;
constexpr unsigned later_objects = 10;

std::string object(unsigned number) {
  return "/o" + std::to_string(number);
}

/// A history: a store that is filled, closed, opened, filled again with other Data in part of the same names,
/// erased in part, and closed.
struct History {
  std::vector<std::uint8_t> before;
  std::vector<TestDisk::Write> writes;
  std::size_t first_closed = 0;  ///< writes up to here: the first close() returned
};

Bytes version(unsigned number, unsigned segment, unsigned life) {
  return make_data(segment_name(object(number), segment), 1700, 0,
                   static_cast<std::uint8_t>(1 + life * 100 + segment));
}

History record() {
  auto disk = test_disk(24);
  History history{.before = disk->bytes};
  disk->recording = true;
  {
    SsdStore store(disk);
    for (unsigned number = 0; number < first_objects; ++number) {
      for (unsigned segment = 0; segment < test_batch; ++segment) {
        store.insert(version(number, segment, 0));
      }
    }
    EXPECT_TRUE(store.close());
  }
  history.first_closed = disk->history.size();
  {
    SsdStore store(disk);
    for (unsigned number = 5; number < 5 + later_objects; ++number) {
      for (unsigned segment = 0; segment < test_batch; ++segment) {
        store.insert(version(number, segment, 1));
      }
    }
    EXPECT_TRUE(store.store().erase_ssd(wire::Name::literal("/o1").value()));
    store.settle();
    EXPECT_TRUE(store.close());
  }
  history.writes = disk->history;
  return history;
}

void carry_out(TestDisk& disk, const TestDisk::Write& write, std::size_t bytes) {
  std::copy_n(write.bytes.begin(), std::min(bytes, write.bytes.size()),
              disk.bytes.begin() + static_cast<long>(write.offset));
}

/// Whatever the store has is one of the Data that were once inserted. How many it has.
unsigned check(const std::shared_ptr<TestDisk>& disk, const std::string& what) {
  SsdStore store(disk);
  unsigned found = 0;
  for (unsigned number = 0; number < 5 + later_objects; ++number) {
    for (unsigned segment = 0; segment < test_batch; ++segment) {
      if (const auto data = store.get(object(number), segment)) {
        EXPECT_TRUE(data == version(number, segment, 0) || data == version(number, segment, 1))
            << what << ": " << object(number) << ' ' << segment;
        ++found;
      }
    }
  }
  return found;
}

TEST(SsdPowerCut, EveryPrefixOfTheWritesLeavesAStoreThatOpensAndIsRight) {
  const History history = record();
  for (std::size_t cut = 0; cut <= history.writes.size(); ++cut) {
    auto disk = std::make_shared<TestDisk>(0);
    disk->bytes = history.before;
    for (std::size_t i = 0; i < cut; ++i) {
      carry_out(*disk, history.writes[i], ~std::size_t{0});
    }
    const unsigned found = check(disk, "cut at " + std::to_string(cut));
    if (cut == history.first_closed) {
      EXPECT_EQ(found, first_objects * test_batch);
    }
  }
}

TEST(SsdPowerCut, WritesSinceTheLastFlushMayBeLostTornAndReordered) {
  const History history = record();
  std::mt19937 random(7);
  for (std::size_t cut = 0; cut <= history.writes.size(); ++cut) {
    std::size_t flushed = 0;
    for (std::size_t i = 0; i < cut; ++i) {
      flushed = history.writes[i].flush ? i : flushed;
    }
    const std::size_t open = cut - flushed;
    // All subsets of a short stretch, a sample of a long one.
    const unsigned rounds = open <= 4 ? 1u << open : 24;
    for (unsigned round = 0; round < rounds; ++round) {
      auto disk = std::make_shared<TestDisk>(0);
      disk->bytes = history.before;
      for (std::size_t i = 0; i < flushed; ++i) {
        carry_out(*disk, history.writes[i], ~std::size_t{0});
      }
      std::vector<std::size_t> order;
      for (std::size_t i = flushed; i < cut; ++i) {
        const bool kept = open <= 4 ? (round >> (i - flushed) & 1) != 0 : random() % 2 == 0;
        if (kept) {
          order.push_back(i);
        }
      }
      std::shuffle(order.begin(), order.end(), random);
      for (const std::size_t i : order) {
        // In units that a disk writes at once.
        carry_out(*disk, history.writes[i], random() % 3 == 0 ? random() % 17 * 512 : ~std::size_t{0});
      }
      check(disk, "cut at " + std::to_string(cut) + ", round " + std::to_string(round));
    }
  }
}

}  // namespace
}  // namespace augustus::store

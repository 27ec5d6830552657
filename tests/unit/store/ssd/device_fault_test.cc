// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "ssd_fixture.hh"

// A device that does one thing wrong, once, at any request of a store's life. The store goes on or can be opened
// again, serves nothing wrong, and whoever misses Data finds a reason in what it says.

namespace augustus::store::device_fault_test {
namespace {

constexpr unsigned objects = 15;

enum class Fault : std::uint8_t {
  error,
  full,  ///< ENOSPC, of a read EIO
  short_result,
  flipped_bit,
  elsewhere,  ///< reads or writes another place, and reports that all is well
  lost,       ///< a write that never was, a read of nothing but zeros; reported as well
};
constexpr unsigned faults = 6;
/// One in so many requests has each fault, unless all are wanted.
constexpr unsigned sampled = 6;
constexpr const char* fault_names[faults] = {"EIO",         "ENOSPC",     "short result",
                                             "flipped bit", "other place", "lost"};

std::string object(unsigned number) {
  return "/o" + std::to_string(number);
}

Bytes version(unsigned number, unsigned segment, unsigned life) {
  return make_data(segment_name(object(number), segment), 1700, 0,
                   static_cast<std::uint8_t>(1 + life * 100 + segment));
}

/// Does the request wrongly, and says what the device reports.
std::int32_t misbehave(TestDisk& disk, const IoRequest& request, Fault fault, std::mt19937& random) {
  const auto wanted = static_cast<std::int32_t>(request.memory.size());
  if (request.kind == IoKind::flush || fault == Fault::error) {
    return -EIO;
  }
  const bool reads = request.kind == IoKind::read;
  const auto carry_out = [&](std::uint64_t offset, std::size_t bytes) {
    std::uint8_t* place = disk.bytes.data() + offset;
    reads ? std::memcpy(request.memory.data(), place, bytes) : std::memcpy(place, request.memory.data(), bytes);
    return static_cast<std::int32_t>(bytes);
  };
  const std::size_t flipped = random() % request.memory.size();
  const auto bit = static_cast<std::uint8_t>(1u << random() % 8);
  switch (fault) {
    case Fault::full:
      return reads ? -EIO : -ENOSPC;
    case Fault::short_result:
      return carry_out(request.offset, request.memory.size() / 512 / 2 * 512);
    case Fault::flipped_bit:
      carry_out(request.offset, request.memory.size());
      (reads ? request.memory[flipped] : disk.bytes[request.offset + flipped]) ^= bit;
      return wanted;
    case Fault::elsewhere:
      return carry_out(random() % ((disk.bytes.size() - request.memory.size()) / block_bytes + 1) * block_bytes,
                       request.memory.size());
    case Fault::lost:
    case Fault::error:
      if (reads) {
        std::ranges::fill(request.memory, std::uint8_t{0});
      }
      return wanted;
  }
  return -EIO;
}

/// What came of the three lives of a store.
struct Outcome {
  unsigned requests = 0;
  unsigned data = 0;  ///< that the last life served
  unsigned erased = 0;
  bool refused = false;   ///< an opening said that the disk failed
  bool replayed = false;  ///< the last one said that what the journal's last block lacks is lost
  std::uint64_t errors = 0;  ///< counted, in the log of an opening, or of close()
  std::uint64_t false_matches = 0;
};

class Lives {
 public:
  /// One fault at the request of this number; none: ~0.
  Lives(unsigned faulty, Fault fault, bool crashes, unsigned seed)
      : disk_(test_disk(24)), faulty_(faulty), fault_(fault), crashes_(crashes), random_(seed) {}

  Outcome run() {
    disk_->instead = [this](const IoRequest& request) -> std::optional<std::int32_t> {
      return outcome_.requests++ == faulty_ ? std::optional(misbehave(*disk_, request, fault_, random_))
                                            : std::nullopt;
    };
    live([this](SsdStore& store) {
      insert(store, 0, 10, 0);
      look(store, 0, 5);
    });
    live([this](SsdStore& store) {
      insert(store, 5, 10, 1);
      look(store, 2, 7);
      store.parts().store().erase(wire::Name::literal("/o3").value(), 1000);
      EXPECT_TRUE(store.store().erase_ssd(wire::Name::literal("/o3").value()));
      store.settle();
    });
    disk_->instead = nullptr;
    SsdStore store(disk_);
    outcome_.data = look(store, 0, objects);
    outcome_.erased = look(store, 3, 1);
    outcome_.replayed = store.found().replayed || store.found().scanned;
    listen(store);
    return outcome_;
  }

 private:
  template <typename Life>
  void live(Life&& life) {
    std::unique_ptr<SsdStore> store;
    try {
      store = std::make_unique<SsdStore>(disk_);
    } catch (const std::runtime_error&) {
      EXPECT_GT(outcome_.requests, faulty_);
      outcome_.refused = true;
      return;
    }
    life(*store);
    listen(*store);
    if (!crashes_) {
      outcome_.errors += store->close() ? 0 : 1;
    }
  }
  void insert(SsdStore& store, unsigned first, unsigned count, unsigned life) {
    for (unsigned number = first; number < first + count; ++number) {
      for (unsigned segment = 0; segment < test_batch; ++segment) {
        store.insert(version(number, segment, life));
      }
    }
  }
  /// Data that are there, all of them right.
  unsigned look(SsdStore& store, unsigned first, unsigned count) {
    unsigned there = 0;
    for (unsigned number = first; number < first + count; ++number) {
      for (unsigned segment = 0; segment < test_batch; ++segment) {
        if (const auto data = store.get(object(number), segment)) {
          EXPECT_TRUE(data == version(number, segment, 0) || data == version(number, segment, 1))
              << object(number) << ' ' << segment;
          ++there;
        }
      }
    }
    return there;
  }
  void listen(SsdStore& store) {
    const auto& counters = store.counters();
    outcome_.errors += counters.read_errors.value() + counters.write_errors.value() + counters.damaged.value() +
                       (store.found().damage().empty() ? 0 : 1);
    outcome_.false_matches += counters.false_matches.value();
  }

  std::shared_ptr<TestDisk> disk_;
  unsigned faulty_;
  Fault fault_;
  bool crashes_;
  std::mt19937 random_;
  Outcome outcome_;
};

TEST(SsdDeviceFault, WhateverGoesWrongOnceNothingWrongIsServedAndTheStoreSaysWhatItLost) {
  // All faults at all requests on demand.
  const bool all = std::getenv("AUGUSTUS_ALL_DEVICE_FAULTS") != nullptr;
  std::array<unsigned, faults> tried{};
  unsigned refused = 0;
  unsigned lost = 0;
  unsigned said = 0;
  for (const bool crashes : {false, true}) {
    const Outcome right = Lives(~0u, Fault::error, crashes, 0).run();
    EXPECT_EQ(right.erased, 0u);
    EXPECT_EQ(right.errors, 0u);
    EXPECT_FALSE(right.refused);
    for (unsigned request = 0; request < right.requests; ++request) {
      for (unsigned kind = 0; kind < faults; ++kind) {
        if (!all && (request + kind + (crashes ? 1 : 0)) % sampled != 0) {
          continue;
        }
        const Outcome outcome = Lives(request, static_cast<Fault>(kind), crashes, request + kind).run();
        const bool speaks = outcome.refused || outcome.errors != 0 || outcome.false_matches > right.false_matches;
        ++tried[kind];
        refused += outcome.refused ? 1 : 0;
        lost += outcome.data < right.data ? 1 : 0;
        said += speaks ? 1 : 0;
        EXPECT_TRUE(outcome.data >= right.data || speaks || outcome.replayed)
            << fault_names[kind] << " at request " << request << (crashes ? ", crashing" : ", closing") << ": "
            << outcome.data << " of " << right.data << " Data, and nothing said";
        EXPECT_TRUE(outcome.erased == 0 || speaks)
            << fault_names[kind] << " at request " << request << ": what was erased is there again";
      }
    }
  }
  for (unsigned kind = 0; kind < faults; ++kind) {
    std::cout << "[ faults   ] " << fault_names[kind] << ": " << tried[kind] << '\n';
  }
  std::cout << "[ faults   ] openings refused " << refused << ", later stores with less Data " << lost
            << ", of " << said << " that said so\n";
}

}  // namespace
}  // namespace augustus::store::device_fault_test

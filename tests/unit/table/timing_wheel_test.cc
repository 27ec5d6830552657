// SPDX-License-Identifier: Apache-2.0
#include "table/timing_wheel.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

namespace augustus::table::timing_wheel_test {
namespace {

constexpr TimeNs ms = nanoseconds_per_millisecond;
constexpr TimeNs hour = 3600 * nanoseconds_per_second;
constexpr unsigned no_limit = 1'000'000;

/// Records with a wheel over them.
struct Timers {
  explicit Timers(std::uint32_t count) : records(count), wheel(records.data()) {
    for (std::uint32_t i = 0; i < count; ++i) {
      records[i].self = i;
    }
  }

  std::multiset<std::uint32_t> expire(TimeNs now, unsigned limit = no_limit) {
    std::multiset<std::uint32_t> fired;
    wheel.expire(now, limit, [&](PitRecord& record) {
      EXPECT_FALSE(TimingWheel::scheduled(record));
      fired.insert(record.self);
    });
    return fired;
  }

  std::vector<PitRecord> records;
  TimingWheel wheel;
};

using Fired = std::multiset<std::uint32_t>;

TEST(TimingWheel, FiresAtTheFirstWholeMillisecondNotBeforeTheExpiry) {
  Timers timers(2);
  timers.wheel.schedule(timers.records[0], 1000 * ms + 1, 900 * ms);
  timers.wheel.schedule(timers.records[1], 1000 * ms, 900 * ms);
  EXPECT_EQ(timers.wheel.next_expiry(), 1000 * ms);
  EXPECT_EQ(timers.expire(1000 * ms - 1), Fired{});
  EXPECT_EQ(timers.expire(1000 * ms), Fired{1});
  EXPECT_EQ(timers.wheel.next_expiry(), 1001 * ms);
  EXPECT_EQ(timers.expire(1001 * ms - 1), Fired{});
  EXPECT_EQ(timers.expire(1001 * ms), Fired{0});
  EXPECT_EQ(timers.wheel.next_expiry(), time_never);
}

TEST(TimingWheel, FiresAPastExpiryAtOnce) {
  Timers timers(1);
  ASSERT_EQ(timers.expire(500 * ms), Fired{});
  timers.wheel.schedule(timers.records[0], 100 * ms, 500 * ms);
  EXPECT_LE(timers.wheel.next_expiry(), 500 * ms);
  EXPECT_EQ(timers.expire(500 * ms), Fired{0});
}

TEST(TimingWheel, CancelsFromAnyPlaceOfASlot) {
  for (unsigned cancelled = 0; cancelled < 3; ++cancelled) {
    Timers timers(3);
    Fired expected{0, 1, 2};
    for (auto& record : timers.records) {
      timers.wheel.schedule(record, 10 * ms, 0);
    }
    timers.wheel.cancel(timers.records[cancelled]);
    timers.wheel.cancel(timers.records[cancelled]);
    expected.erase(cancelled);
    EXPECT_EQ(timers.wheel.size(), 2u);
    EXPECT_EQ(timers.expire(10 * ms), expected);
  }
}

TEST(TimingWheel, MovesATimerEarlierAndLater) {
  Timers timers(2);
  timers.wheel.schedule(timers.records[0], 100 * ms, 0);
  timers.wheel.schedule(timers.records[1], 100 * ms, 0);
  timers.wheel.schedule(timers.records[0], 50 * ms, 0);
  timers.wheel.schedule(timers.records[1], 200 * ms, 0);
  EXPECT_EQ(timers.expire(50 * ms), Fired{0});
  EXPECT_EQ(timers.expire(199 * ms), Fired{});
  EXPECT_EQ(timers.wheel.next_expiry(), 200 * ms);
  EXPECT_EQ(timers.expire(200 * ms), Fired{1});
}

TEST(TimingWheel, LeavesWhatIsOverTheLimitForTheNextCall) {
  Timers timers(10);
  for (auto& record : timers.records) {
    timers.wheel.schedule(record, 5 * ms, 0);
  }
  EXPECT_EQ(timers.expire(9 * ms, 4).size(), 4u);
  EXPECT_LE(timers.wheel.next_expiry(), 9 * ms);
  EXPECT_EQ(timers.expire(9 * ms, 4).size(), 4u);
  EXPECT_EQ(timers.expire(9 * ms, 4).size(), 2u);
  EXPECT_EQ(timers.wheel.next_expiry(), time_never);
}

TEST(TimingWheel, HoldsALifetimeOfWeeksWithFewWakings) {
  Timers timers(2);
  const TimeNs long_lifetime = (TimeNs{1} << 32) * ms;
  timers.wheel.schedule(timers.records[0], long_lifetime, 0);
  timers.wheel.schedule(timers.records[1], time_never, 0);
  unsigned wakings = 0;
  for (TimeNs now = 0; now < 24 * hour; now = timers.wheel.next_expiry(), ++wakings) {
    ASSERT_EQ(timers.expire(now), Fired{});
    ASSERT_GT(timers.wheel.next_expiry(), now);
  }
  EXPECT_LT(wakings, 24u * 3600 / 8 + 2);
  EXPECT_EQ(timers.expire(long_lifetime - 1), Fired{});
  EXPECT_EQ(timers.expire(long_lifetime), Fired{0});
}

TEST(TimingWheel, SurvivesALeapOfTheClockWithBoundedWorkACall) {
  Timers timers(1000);
  for (auto& record : timers.records) {
    timers.wheel.schedule(record, record.self % 2 == 0 ? record.self * 7 * ms : 10 * hour, 0);
  }
  const TimeNs now = 5 * hour;
  Fired fired;
  unsigned calls = 0;
  for (; timers.wheel.next_expiry() <= now && calls < 1000; ++calls) {
    fired.merge(timers.expire(now, 10));
  }
  EXPECT_EQ(fired.size(), 500u);
  EXPECT_LE(calls, 151u);  // each record is looked at once or, if put off, twice
  EXPECT_EQ(timers.wheel.size(), 500u);
  EXPECT_EQ(timers.expire(10 * hour).size(), 500u);
}

TEST(TimingWheel, LetsTheCalleeScheduleAndCancelAnyRecord) {
  Timers timers(3);
  for (auto& record : timers.records) {
    timers.wheel.schedule(record, 5 * ms, 0);
  }
  unsigned fired = 0;
  timers.wheel.expire(5 * ms, no_limit, [&](PitRecord& record) {
    ++fired;
    for (auto& other : timers.records) {
      timers.wheel.cancel(other);
    }
    timers.wheel.schedule(record, 8 * ms, 5 * ms);
  });
  EXPECT_EQ(fired, 1u);
  EXPECT_EQ(timers.wheel.next_expiry(), 8 * ms);
  EXPECT_EQ(timers.expire(8 * ms).size(), 1u);
}

struct Step {
  enum Kind { set, cancel, advance } kind;
  std::uint32_t record;
  TimeNs time;
};

rc::Gen<Step> step() {
  const auto time =
      rc::gen::oneOf(rc::gen::inRange<TimeNs>(0, 3 * ms), rc::gen::inRange<TimeNs>(0, 6000 * ms),
                     rc::gen::inRange<TimeNs>(8000 * ms, 9000 * ms), rc::gen::inRange<TimeNs>(0, hour));
  return rc::gen::map(
      rc::gen::tuple(rc::gen::inRange(0, 4), rc::gen::inRange(0u, 12u), time), [](const auto& made) {
        const auto [kind, record, time] = made;
        return Step{kind < 2 ? Step::set : kind == 2 ? Step::cancel : Step::advance, record, time};
      });
}

RC_GTEST_PROP(TimingWheel, FiresWhatASortedListFires, ()) {
  Timers timers(12);
  std::map<std::uint32_t, TimeNs> reference;
  TimeNs now = *rc::gen::inRange<TimeNs>(0, 100 * hour);
  const auto steps = *rc::gen::container<std::vector<Step>>(step());
  for (const auto& [kind, record, time] : steps) {
    if (kind == Step::set) {
      timers.wheel.schedule(timers.records[record], now + time, now);
      reference[record] = now + time;
    } else if (kind == Step::cancel) {
      timers.wheel.cancel(timers.records[record]);
      reference.erase(record);
    } else {
      now += time;
      Fired expected;
      for (const auto& [pending, expiry] : reference) {
        if ((expiry + ms - 1) / ms <= now / ms) {
          expected.insert(pending);
        }
      }
      for (const auto fired : expected) {
        reference.erase(fired);
      }
      RC_ASSERT(timers.expire(now) == expected);
    }
    RC_ASSERT(timers.wheel.size() == reference.size());
    const TimeNs next = timers.wheel.next_expiry();
    RC_ASSERT((next == time_never) == reference.empty());
    for (const auto& [pending, expiry] : reference) {
      RC_ASSERT(next <= std::max(now, (expiry + ms - 1) / ms * ms));
    }
  }
}

TEST(SlotBitmap, FindsTheNextMemberRoundTheEnd) {
  std::mt19937 random(1);
  SlotBitmap<8192> bitmap;
  std::set<unsigned> reference;
  EXPECT_EQ(bitmap.next(17), bitmap.none);
  for (unsigned i = 0; i < 20000; ++i) {
    const unsigned slot = random() % 8192;
    if (random() % 3 == 0) {
      bitmap.insert(slot);
      reference.insert(slot);
    } else if (!reference.empty()) {
      bitmap.erase(*reference.begin());
      reference.erase(reference.begin());
    }
    const unsigned from = random() % 8192;
    auto expected = reference.lower_bound(from);
    expected = expected == reference.end() ? reference.begin() : expected;
    ASSERT_EQ(bitmap.next(from), expected == reference.end() ? bitmap.none : *expected);
  }
}

}  // namespace
}  // namespace augustus::table::timing_wheel_test

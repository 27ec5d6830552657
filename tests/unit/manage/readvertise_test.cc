// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/readvertise.hh"

#include <gtest/gtest.h>

#include "manage/codec/control_response.hh"
#include "manage/security/authenticator.hh"
#include "wire/interest.hh"

namespace augustus::manage::readvertise_test {
namespace {

using wire::Data;
using wire::Interest;
using wire::Name;

constexpr TimeNs second = nanoseconds_per_second;
constexpr TimeNs wall = 1'700'000'000 * second;
const Name daemon_prefix = Name::literal("/localhost/nlsr");
const Name app = Name::literal("/app");
const Route client_route{300, route_origin::client, 5, 1, std::nullopt};
const Route app_route{301, route_origin::app, 0, 1, std::nullopt};

class ReadvertiseTest : public testing::Test {
 protected:
  void daemon_comes() { readvertise_.route_added(daemon_prefix, app_route); }

  TimeNs tick(TimeNs now) {
    sent_.clear();
    return readvertise_.tick(now, wall + now);
  }
  std::string verb(std::size_t i = 0) const {
    const auto value = sent_.at(i).name[3].value;
    return {value.begin(), value.end()};
  }
  Name prefix(std::size_t i) const {
    return ControlParameters::decode(sent_.at(i).name[4].value)->name.value();
  }
  bool answer(const Interest& command, unsigned code, TimeNs now) {
    Data data;
    data.name = command.name;
    data.content = ControlResponse{code, "", std::nullopt}.encode();
    return readvertise_.handle(data, now);
  }

  std::vector<Interest> sent_;
  Readvertise readvertise_{
      [this](std::span<const std::uint8_t> packet) { sent_.push_back(Interest::decode(packet).value()); }};
};

TEST_F(ReadvertiseTest, tells_the_daemon_of_client_prefixes) {
  daemon_comes();
  readvertise_.route_added(app, client_route);
  readvertise_.route_added(Name::literal("/other"), app_route);
  tick(0);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(verb(), "register");
  EXPECT_TRUE(Name::literal("/localhost/nlsr/rib/register").is_prefix_of(sent_[0].name));
  EXPECT_EQ(sent_[0].name.size(), 6u);
  const auto parameters = ControlParameters::decode(sent_[0].name[4].value);
  EXPECT_EQ(parameters->name, app);
  EXPECT_EQ(parameters->cost, 5u);
  Authenticator authenticator{ManagerOptions{}};
  EXPECT_EQ(authenticator.judge_command(sent_[0], "rib", false, 0, wall).verdict, Verdict::accepted);

  EXPECT_TRUE(answer(sent_[0], 200, 0));
  tick(Readvertise::refresh_interval - 1);
  EXPECT_TRUE(sent_.empty());
  tick(Readvertise::refresh_interval);
  EXPECT_EQ(sent_.size(), 1u) << "refreshed";
}

TEST_F(ReadvertiseTest, waits_for_the_daemon) {
  readvertise_.route_added(app, client_route);
  EXPECT_EQ(tick(0), time_never);
  EXPECT_TRUE(sent_.empty());
  readvertise_.route_added(Name{}, app_route);
  tick(0);
  EXPECT_TRUE(sent_.empty()) << "a default route does not lead to it";
  daemon_comes();
  tick(0);
  EXPECT_EQ(sent_.size(), 1u);
  answer(sent_[0], 200, 0);
  readvertise_.route_removed(daemon_prefix, app_route);
  daemon_comes();
  tick(1);
  EXPECT_EQ(sent_.size(), 1u) << "a daemon that came back is told again";
}

TEST_F(ReadvertiseTest, withdraws_with_the_last_route) {
  daemon_comes();
  readvertise_.route_added(app, client_route);
  readvertise_.route_added(app, Route{302, route_origin::client, 1, 1, std::nullopt});
  tick(0);
  answer(sent_[0], 200, 0);
  readvertise_.route_removed(app, client_route);
  tick(1);
  EXPECT_TRUE(sent_.empty());
  readvertise_.route_removed(app, client_route);
  tick(2);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(verb(), "unregister");
  answer(sent_[0], 200, 2);
  EXPECT_EQ(tick(3), time_never);
}

TEST_F(ReadvertiseTest, retries_later_and_later) {
  daemon_comes();
  readvertise_.route_added(app, client_route);
  EXPECT_EQ(tick(0), Readvertise::answer_timeout);
  const TimeNs first_retry = tick(Readvertise::answer_timeout);
  EXPECT_TRUE(sent_.empty());
  EXPECT_EQ(first_retry, Readvertise::answer_timeout + 100 * second);
  tick(first_retry);
  ASSERT_EQ(sent_.size(), 1u);
  answer(sent_[0], 403, first_retry);
  EXPECT_EQ(tick(first_retry + 1), first_retry + 200 * second);
}

TEST_F(ReadvertiseTest, a_prefix_that_comes_back_is_not_confused_by_a_late_answer) {
  daemon_comes();
  readvertise_.route_added(app, client_route);
  tick(0);
  answer(sent_[0], 200, 0);
  readvertise_.route_removed(app, client_route);
  tick(1);
  const Interest withdrawal = sent_.at(0);
  readvertise_.route_added(app, client_route);
  EXPECT_FALSE(answer(withdrawal, 200, 2));
  tick(3);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(verb(), "register");
}

TEST_F(ReadvertiseTest, many_prefixes_go_out_a_few_at_a_time) {
  daemon_comes();
  for (int i = 0; i < 200; ++i) {
    readvertise_.route_added(Name::literal("/app/" + std::to_string(i)), client_route);
  }
  std::size_t total = 0;
  for (TimeNs now = 0; now < 10; ++now) {
    tick(now);
    EXPECT_LE(sent_.size(), Readvertise::commands_in_flight_max);
    total += sent_.size();
    for (const Interest& command : std::vector<Interest>(sent_)) {
      answer(command, 200, now);
    }
  }
  EXPECT_EQ(total, 200u);
}

TEST_F(ReadvertiseTest, sends_in_the_order_of_names) {
  daemon_comes();
  const std::vector<Name> names = {Name::literal("/c"), Name::literal("/a"), Name::literal("/b")};
  for (const Name& name : names) {
    readvertise_.route_added(name, client_route);
  }
  tick(0);
  ASSERT_EQ(sent_.size(), 3u);
  EXPECT_EQ(prefix(0), names[1]);
  EXPECT_EQ(prefix(1), names[2]);
  EXPECT_EQ(prefix(2), names[0]);
}

TEST_F(ReadvertiseTest, what_the_daemon_was_never_told_of_is_not_withdrawn) {
  daemon_comes();
  readvertise_.route_added(app, client_route);
  readvertise_.route_removed(app, client_route);
  EXPECT_EQ(readvertise_.size(), 0u);
  EXPECT_EQ(tick(0), time_never);
  EXPECT_TRUE(sent_.empty());
}

TEST_F(ReadvertiseTest, prefixes_that_come_and_go_leave_nothing_where_the_daemon_is_silent) {
  daemon_comes();
  std::size_t total = 0;
  for (int i = 0; i < 10'000; ++i) {
    const Name name = Name::literal("/app/" + std::to_string(i));
    readvertise_.route_added(name, client_route);
    tick(0);
    total += sent_.size();
    readvertise_.route_removed(name, client_route);
    tick(0);
    total += sent_.size();
  }
  EXPECT_EQ(readvertise_.size(), Readvertise::commands_in_flight_max);
  EXPECT_EQ(total, 2 * Readvertise::commands_in_flight_max);
  readvertise_.route_added(app, client_route);
  tick(Readvertise::answer_timeout);
  ASSERT_EQ(sent_.size(), 1u) << "the time-outs make room";
  EXPECT_EQ(prefix(0), app);
}

TEST_F(ReadvertiseTest, withdrawals_that_wait_longest_are_forgotten) {
  constexpr std::size_t forgotten = 100;
  daemon_comes();
  std::vector<Name> names;
  for (std::size_t i = 0; i < Readvertise::withdrawals_max + forgotten; ++i) {
    names.push_back(Name::literal("/app/" + std::to_string(10'000 + i)));
    readvertise_.route_added(names.back(), client_route);
    tick(0);
    ASSERT_EQ(sent_.size(), 1u);
    answer(sent_[0], 200, 0);
  }
  for (const Name& name : names) {
    readvertise_.route_removed(name, client_route);
  }
  EXPECT_EQ(readvertise_.size(), Readvertise::withdrawals_max);
  tick(0);
  ASSERT_EQ(sent_.size(), Readvertise::commands_in_flight_max);
  EXPECT_EQ(verb(), "unregister");
  EXPECT_EQ(prefix(0), names[forgotten]);
  // One that comes back waits no more.
  readvertise_.route_added(names[forgotten], client_route);
  readvertise_.route_added(app, client_route);
  tick(1);
  ASSERT_EQ(sent_.size(), 1u);
  EXPECT_EQ(verb(), "register");
  answer(sent_[0], 200, 1);
  tick(1);
  EXPECT_EQ(verb(), "register");
  readvertise_.route_removed(names[forgotten], client_route);
  EXPECT_EQ(readvertise_.size(), Readvertise::withdrawals_max + 1);
}

}  // namespace
}  // namespace augustus::manage::readvertise_test

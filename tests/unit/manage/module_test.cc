// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "manage/codec/cs_info.hh"
#include "manage/codec/tier_status.hh"
#include "manage/codec/drop_status.hh"
#include "manage/codec/face_status.hh"
#include "manage/codec/fib_status.hh"
#include "manage/codec/forwarder_status.hh"
#include "manage/codec/pool_status.hh"
#include "manage/codec/strategy_status.hh"
#include "manage/cs_module.hh"
#include "manage/work_budget.hh"
#include "manager_test.hh"

// status, fib, cs and strategy-choice, and what the dispatcher does for all modules.
namespace augustus::manage::module_test {
namespace {

using wire::Interest;
using wire::Name;
using Hops = std::vector<table::NextHop>;

class ModuleTest : public test::ManagerTest {
 protected:
  Hops hops(const std::string& uri) const { return plane_->next_hops(Name::literal(uri)); }

  /// The answer to cs/erase, which may come later.
  std::optional<ControlResponse> erase(const ControlParameters& parameters) {
    wall_ += nanoseconds_per_millisecond;
    const auto data = ask_dataset(test::sign_digest(test::unsigned_command("cs", "erase", parameters), wall_));
    return data ? ControlResponse::decode(data->content) : std::nullopt;
  }
};

TEST_F(ModuleTest, general_status_reports_the_routers_counts) {
  plane_->router_status.start_wall_ns = 1'000'000'000;
  plane_->router_status.now_wall_ns = 3'500'000'000;
  plane_->router_status.fib_entries = 4;
  plane_->router_status.in_nacks = 5;
  plane_->router_status.unsatisfied = 6;
  const auto status = ForwarderStatus::decode(dataset("/localhost/nfd/status/general"));
  ASSERT_TRUE(status);
  EXPECT_FALSE(status->version.empty());
  EXPECT_EQ(status->start_ms, 1000u);
  EXPECT_EQ(status->current_ms, 3500u);
  EXPECT_EQ(status->fib_entries, 4u);
  EXPECT_EQ(status->in_nacks, 5u);
  EXPECT_EQ(status->unsatisfied_interests, 6u);
}

TEST_F(ModuleTest, counts_beyond_32_bits_are_told_in_full) {
  constexpr std::uint64_t many = (std::uint64_t{1} << 40) + 7;
  plane_->router_status.in_interests = many;
  plane_->router_status.drops = {{"no_route", many + 1}};
  plane_->traffic[client].out_bytes = many + 2;
  EXPECT_EQ(ForwarderStatus::decode(dataset("/localhost/nfd/status/general"))->in_interests, many);
  EXPECT_EQ(DropStatus::decode(items(dataset("/localhost/nfd/status/drops")).at(0))->count, many + 1);
  for (const auto& item : items(dataset("/localhost/nfd/faces/list"))) {
    const auto face = FaceStatus::decode(item);
    EXPECT_EQ(face->out_bytes, face->face_id == client ? many + 2 : 0);
  }
}

TEST_F(ModuleTest, pools_are_told_with_their_parts_added_up) {
  auto& pools = plane_->router_status.pools;
  pools.add("digests", "digest_share", {.capacity = 10, .in_use = 3, .largest = 2, .refused = 1});
  pools.add("faces", "faces_full", {.capacity = 5, .in_use = 5, .largest = 4, .refused = 9});
  pools.add("digests", "digest_share", {.capacity = 10, .in_use = 4, .largest = 4, .refused = 0});
  std::vector<PoolStatus> told;
  for (const auto& item : items(dataset("/localhost/nfd/status/pools"))) {
    told.push_back(PoolStatus::decode(item).value());
  }
  ASSERT_GE(told.size(), 2u);
  EXPECT_EQ(told[0], (PoolStatus{"digests", "digest_share", 20, 7, 6, 1}));
  EXPECT_EQ(told[1], (PoolStatus{"faces", "faces_full", 5, 5, 4, 9}));
}

TEST_F(ModuleTest, the_manager_registers_its_own_prefix) {
  EXPECT_EQ(hops("/localhost/nfd"), (Hops{{face_id_management, 0}}));
  EXPECT_TRUE(hops("/localhop/nfd").empty());
}

TEST_F(ModuleTest, fib_commands_add_change_and_remove_next_hops) {
  ControlParameters parameters = named("/a");
  const auto response = command("fib", "add-nexthop", parameters);
  ASSERT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->face_id, client);
  EXPECT_EQ(response->body->cost, 0u);
  parameters.face_id = 400;
  parameters.cost = 9;
  EXPECT_EQ(code("fib", "add-nexthop", parameters), 200u);
  parameters.cost = std::uint64_t{1} << 40;
  EXPECT_EQ(command("fib", "add-nexthop", parameters)->body->cost, std::uint64_t{1} << 40);
  EXPECT_EQ(hops("/a"), (Hops{{client, 0}, {400, 0xffffffff}}));

  const auto list = items(dataset("/localhost/nfd/fib/list"));
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(FibStatus::decode(list[0])->next_hops.size(), 2u);

  EXPECT_EQ(command("fib", "remove-nexthop", named("/a"))->body->face_id, client);
  EXPECT_EQ(hops("/a"), (Hops{{400, 0xffffffff}}));
  plane_->destroy_with_event(400);
  manager_->tick(now_);
  EXPECT_TRUE(hops("/a").empty());
}

TEST_F(ModuleTest, a_long_fib_list_is_made_in_turns) {
  constexpr unsigned prefixes = 250;
  for (unsigned i = 0; i < prefixes; ++i) {
    plane_->fib[Name::literal("/p").append(std::to_string(i))] = {{client, i}};
  }
  plane_->fib_entries_at_once = 100;
  const auto list = items(dataset("/localhost/nfd/fib/list"));
  EXPECT_EQ(list.size(), plane_->fib.size());
  EXPECT_EQ(plane_->fib_parts_read, 3u);
}

TEST_F(ModuleTest, fib_failures_have_the_protocols_codes) {
  EXPECT_EQ(code("fib", "add-nexthop", ControlParameters{}), 400u);
  ControlParameters parameters = named("/a");
  parameters.face_id = 9999;
  EXPECT_EQ(code("fib", "add-nexthop", parameters), 410u);
  EXPECT_EQ(code("fib", "remove-nexthop", parameters), 200u) << "nothing to remove";
  EXPECT_EQ(code("fib", "add-nexthop", named(deep_name())), 414u);
  parameters = named("/a");
  parameters.cost = 1;
  EXPECT_EQ(code("fib", "remove-nexthop", parameters), 400u) << "Cost does not belong there";
  plane_->fib_prefixes_max = plane_->fib.size();
  EXPECT_EQ(code("fib", "add-nexthop", named("/a")), 500u);
}

TEST_F(ModuleTest, cs_config_changes_what_is_named_and_reports_all) {
  plane_->cs.capacity_packets = 100;
  ControlParameters parameters;
  auto response = command("cs", "config", parameters);
  EXPECT_EQ(response->body->capacity, 100u);
  EXPECT_EQ(response->body->flags, 3u);
  parameters.capacity = 50;
  parameters.flags = 0;
  parameters.mask = cs_flag_admit;
  response = command("cs", "config", parameters);
  EXPECT_EQ(response->body->capacity, 50u);
  EXPECT_EQ(response->body->flags, cs_flag_serve);
  EXPECT_FALSE(plane_->cs.admit);
  EXPECT_TRUE(plane_->cs.serve);
  parameters.mask.reset();
  EXPECT_EQ(code("cs", "config", parameters), 400u) << "Flags without Mask";
}

TEST_F(ModuleTest, cs_config_takes_the_tier_s_name) {
  plane_->cs.capacity_packets = 100;
  ControlParameters parameters = named("/ssd");
  EXPECT_EQ(code("cs", "config", parameters), 404u) << "no SSD";
  EXPECT_EQ(code("cs", "config", named("/tape")), 404u);
  plane_->cs.ssd = worker::SsdStatus{.batch = 8, .extents = 10};
  parameters.flags = 0;
  parameters.mask = cs_flag_serve;
  auto response = command("cs", "config", parameters);
  EXPECT_EQ(response->body->name, wire::Name::literal("/ssd"));
  EXPECT_EQ(response->body->capacity, 80u);
  EXPECT_EQ(response->body->flags, cs_flag_admit);
  EXPECT_FALSE(plane_->cs.ssd->serve);
  EXPECT_TRUE(plane_->cs.serve) << "the other tier's";
  parameters.capacity = 7;
  EXPECT_EQ(code("cs", "config", parameters), 400u);
  parameters = named("/dram");
  parameters.capacity = 7;
  response = command("cs", "config", parameters);
  EXPECT_EQ(response->body->capacity, 7u);
  EXPECT_EQ(plane_->cs.capacity_packets, 7u);
}

TEST_F(ModuleTest, cs_tiers_reports_each_tier) {
  plane_->cs = {.capacity_packets = 100,
                .packets = 7,
                .bytes = 9,
                .hits = 30,
                .misses = 4,
                .not_admitted = 6,
                .admission = {.kind = store::Admission::k_lru, .k = 2}};
  EXPECT_EQ(items(dataset("/localhost/nfd/cs/tiers")).size(), 1u);
  now_ += 2 * nanoseconds_per_second;
  plane_->cs.ssd = worker::SsdStatus{.batch = 8,
                                     .extent_bytes = 4096,
                                     .extents = 10,
                                     .packets = 50,
                                     .hits = 12,
                                     .misses = 4,
                                     .reads = 5,
                                     .not_admitted = 8,
                                     .read_busy = 2,
                                     .write_busy = 1,
                                     .damaged = 3};
  const auto list = items(dataset("/localhost/nfd/cs/tiers"));
  ASSERT_EQ(list.size(), 2u);
  const auto dram = TierStatus::decode(list[0]);
  ASSERT_TRUE(dram);
  EXPECT_EQ(dram->name, wire::Name::literal("/dram"));
  EXPECT_EQ(dram->hits, 18u) << "those that the SSD did not answer";
  EXPECT_EQ(dram->misses, 16u);
  EXPECT_EQ(dram->admission, "k-lru 2");
  EXPECT_EQ(dram->not_admitted, 6u);
  const auto ssd = TierStatus::decode(list[1]);
  ASSERT_TRUE(ssd);
  EXPECT_EQ(ssd->name, wire::Name::literal("/ssd"));
  EXPECT_EQ(ssd->entries, 50u);
  EXPECT_EQ(ssd->capacity, 80u);
  EXPECT_EQ(ssd->capacity_bytes, 40960u);
  EXPECT_EQ(ssd->hits, 12u);
  EXPECT_EQ(ssd->admission, "everything");
  EXPECT_EQ(ssd->not_admitted, 8u);
  EXPECT_EQ(ssd->busy, 3u);
  EXPECT_EQ(ssd->damaged, 3u);
}

TEST_F(ModuleTest, cs_verify_wants_an_ssd) {
  EXPECT_EQ(code("cs", "verify", ControlParameters{}), 404u);
  plane_->cs.ssd.emplace();
  EXPECT_EQ(code("cs", "verify", ControlParameters{}), 200u);
  EXPECT_TRUE(plane_->cs.ssd->verifying);
}

TEST_F(ModuleTest, cs_erase_reports_what_it_erased_and_whether_more_remains) {
  plane_->cs_below_prefix = 300;
  auto response = erase(named("/a"));
  EXPECT_EQ(response->body->count, 256u);
  EXPECT_EQ(response->body->capacity, 256u);
  response = erase(named("/a"));
  EXPECT_EQ(response->body->count, 44u);
  EXPECT_EQ(response->body->capacity, std::nullopt);
  plane_->cs_below_prefix = 300;
  ControlParameters parameters = named("/a");
  parameters.count = 5;
  response = erase(parameters);
  EXPECT_EQ(response->body->count, 5u);
  EXPECT_EQ(response->body->capacity, std::nullopt) << "no more was asked for";
  parameters.count = 0;
  EXPECT_EQ(erase(parameters)->code, 400u);
  EXPECT_EQ(erase(ControlParameters{})->code, 400u);
}

TEST_F(ModuleTest, other_commands_go_on_beside_erasures) {
  plane_->cs_below_prefix = 2 * CsModule::erase_limit;
  plane_->erase_takes = 4 * WorkBudget::allowance;
  EXPECT_TRUE(command("cs", "erase", named("/a")));
  EXPECT_FALSE(command("cs", "erase", named("/a"))) << "it waits until the first is made up for";
  EXPECT_EQ(plane_->cs_below_prefix, CsModule::erase_limit);
  EXPECT_EQ(code("rib", "register", named("/b")), 200u);
  plane_->erase_takes = 0;
  const TimeNs give_up = monotonic_now() + 30 * nanoseconds_per_second;
  plane_->sent.clear();
  while (plane_->sent.empty() && monotonic_now() < give_up) {
    manager_->tick(now_);
  }
  ASSERT_EQ(plane_->sent.size(), 1u);
  const auto response = ControlResponse::decode(wire::Data::decode(plane_->sent[0])->content);
  EXPECT_EQ(response->body->count, CsModule::erase_limit);
  EXPECT_EQ(plane_->cs_below_prefix, 0u);
}

TEST_F(ModuleTest, who_waits_for_too_many_erasures_is_told) {
  plane_->erase_takes = 4 * WorkBudget::allowance;
  EXPECT_EQ(code("cs", "erase", named("/a")), 200u);
  unsigned refused = 0;
  for (unsigned i = 0; i < DatasetQueue::jobs_max; ++i) {
    refused += code("cs", "erase", named("/a")) == 503 ? 1 : 0;
  }
  EXPECT_EQ(refused, DatasetQueue::jobs_max / 2);
  plane_->erase_takes = 0;
}

TEST_F(ModuleTest, cs_info_reports_the_store) {
  plane_->cs = {.capacity_packets = 100, .packets = 7, .bytes = 9, .hits = 3, .misses = 4, .admit = false};
  const auto list = items(dataset("/localhost/nfd/cs/info"));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(CsInfo::decode(list[0]), (CsInfo{100, cs_flag_serve, 7, 3, 4}));
}

TEST_F(ModuleTest, strategies_are_set_by_unversioned_name_and_answered_with_the_version) {
  ControlParameters parameters = named("/a");
  parameters.strategy = Name::literal("/localhost/nfd/strategy/best-route");
  const Name versioned = Name::literal("/localhost/nfd/strategy/best-route/v=5");
  EXPECT_EQ(command("strategy-choice", "set", parameters)->body->strategy, versioned);
  const auto list = items(dataset("/localhost/nfd/strategy-choice/list"));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_EQ(StrategyStatus::decode(list[0]), (StrategyStatus{Name::literal("/a"), versioned}));
  EXPECT_EQ(code("strategy-choice", "unset", named("/a")), 200u);
  EXPECT_TRUE(plane_->strategies.empty());
  EXPECT_EQ(code("strategy-choice", "unset", named("/a")), 200u);
}

TEST_F(ModuleTest, one_program_makes_a_part_of_the_strategy_choices) {
  ControlParameters parameters;
  parameters.strategy = Name::literal("/localhost/nfd/strategy/best-route");
  unsigned accepted = 0;
  for (std::size_t i = 0; i < plane_->strategies_max; ++i) {
    parameters.name = Name::literal("/p").append(std::to_string(i));
    accepted += code("strategy-choice", "set", parameters) == 200 ? 1 : 0;
  }
  EXPECT_GT(accepted, plane_->strategies_max / 2);
  EXPECT_EQ(accepted, plane_->strategies.size());
  EXPECT_EQ(code("strategy-choice", "set", parameters), 503u);
  EXPECT_EQ(code("strategy-choice", "unset", named("/p/0")), 200u);
  EXPECT_EQ(code("strategy-choice", "set", parameters), 200u);
  const auto pools = dataset("/localhost/nfd/status/pools");
  const bool told = std::ranges::any_of(items(pools), [&](const auto& item) {
    const auto pool = PoolStatus::decode(item);
    return pool->name == "strategy_prefixes" && pool->in_use == accepted && pool->refused != 0;
  });
  EXPECT_TRUE(told);
}

TEST_F(ModuleTest, strategy_failures_have_the_protocols_codes) {
  EXPECT_EQ(code("strategy-choice", "set", named("/a")), 400u);
  EXPECT_EQ(code("strategy-choice", "unset", named("/")), 400u);
  ControlParameters parameters = named("/a");
  parameters.strategy = Name::literal("/localhost/nfd/strategy/no-such");
  EXPECT_EQ(code("strategy-choice", "set", parameters), 404u);
  parameters.strategy = Name::literal("/localhost/nfd/strategy/best-route");
  parameters.name = Name::literal(deep_name());
  EXPECT_EQ(code("strategy-choice", "set", parameters), 414u);
  plane_->strategies_max = 0;
  parameters.name = Name::literal("/a");
  EXPECT_EQ(code("strategy-choice", "set", parameters), 500u);
}

TEST_F(ModuleTest, modules_without_authorization_are_refused) {
  ManagerOptions options;
  options.authorizations = {{TrustSource{}, {"rib"}}};
  start(options);
  EXPECT_EQ(code("fib", "add-nexthop", named("/a")), 403u);
  EXPECT_EQ(code("rib", "register", named("/a")), 200u);
  EXPECT_EQ(dataset("/localhost/nfd/fib/list").empty(), false) << "datasets are for everybody";
}

TEST_F(ModuleTest, an_unknown_verb_is_answered_501_and_other_names_not_at_all) {
  EXPECT_EQ(code("fib", "shake", named("/a")), 501u);
  for (const char* uri : {"/localhost/nfd", "/localhost/nfd/fib", "/localhost/nfd/no/such",
                          "/localhop/nfd/rib/list", "/other/nfd/fib/list", "/localhost/nfd/fib/list/more",
                          "/localhost/nfd/fib/list/v=1", "/localhost/nfd/fib/list/v=1/seg=0"}) {
    Interest interest;
    interest.name = Name::literal(uri);
    interest.can_be_prefix = true;
    EXPECT_TRUE(exchange(interest).empty()) << uri;
  }
}

TEST_F(ModuleTest, a_segment_beyond_the_last_is_not_answered) {
  Interest interest;
  interest.name = Name::literal("/localhost/nfd/fib/list");
  interest.can_be_prefix = true;
  const auto first = ask_dataset(interest);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->freshness_ms, 1000u);
  interest.name = first->name.prefix(first->name.size() - 1);
  EXPECT_EQ(ask(interest)->name, first->name) << "the version alone means its first segment";
  interest.name.append_number(wire::component_type::segment, 1);
  EXPECT_TRUE(exchange(interest).empty());
}

TEST_F(ModuleTest, an_empty_dataset_is_one_empty_segment) {
  EXPECT_TRUE(dataset("/localhost/nfd/strategy-choice/list").empty());
}

}  // namespace
}  // namespace augustus::manage::module_test

// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/partition_status.hh"
#include "manage/codec/thread_status.hh"
#include "manager_test.hh"

namespace augustus::manage::partition_module_test {
namespace {

class PartitionModuleTest : public test::ManagerTest {};

TEST_F(PartitionModuleTest, load_is_told_of_each_partition_and_thread) {
  plane_->load_status.partitions = {{.number = 3,
                                     .worker = 1,
                                     .packets = 1ull << 33,
                                     .pit_entries = 5,
                                     .cs_entries = 6,
                                     .pit_structure = table::PitStructure::dhtp,
                                     .share = 0.25}};
  plane_->load_status.workers = {
      {.number = 1, .cpu = 7, .partitions = 1, .packets = 1ull << 33, .busy = 0.9996},
      {.number = 2, .dispatcher = true, .busy = 0.0301}};
  const auto partitions = items(dataset("/localhost/nfd/augustus-partition/list"));
  ASSERT_EQ(partitions.size(), 1u);
  EXPECT_EQ(PartitionStatus::decode(partitions[0]), (PartitionStatus{.partition = 3,
                                                                     .worker = 1,
                                                                     .packets = 1ull << 33,
                                                                     .pit_entries = 5,
                                                                     .cs_entries = 6,
                                                                     .busy_per_mille = 250,
                                                                     .pit_structure = "dhtp"}));
  const auto threads = items(dataset("/localhost/nfd/augustus-partition/threads"));
  ASSERT_EQ(threads.size(), 2u);
  EXPECT_EQ(ThreadStatus::decode(threads[0]), (ThreadStatus{.number = 1,
                                                            .kind = "worker",
                                                            .cpu = 7,
                                                            .partitions = 1,
                                                            .packets = 1ull << 33,
                                                            .busy_per_mille = 1000}));
  const auto dispatcher = ThreadStatus::decode(threads[1]);
  ASSERT_TRUE(dispatcher);
  EXPECT_EQ(dispatcher->kind, "dispatcher");
  EXPECT_EQ(dispatcher->cpu, std::nullopt);
  EXPECT_EQ(dispatcher->busy_per_mille, 30u);
}

TEST_F(PartitionModuleTest, move_names_a_partition_and_a_worker) {
  using Moves = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  ControlParameters parameters;
  parameters.partition = 3;
  EXPECT_EQ(code("augustus-partition", "move", parameters), 400u);
  EXPECT_TRUE(plane_->moves.empty());

  parameters.worker = 1;
  const auto response = command("augustus-partition", "move", parameters);
  ASSERT_TRUE(response && response->body);
  EXPECT_EQ(response->code, 200u);
  EXPECT_EQ(response->body->partition, 3u);
  EXPECT_EQ(response->body->worker, 1u);
  EXPECT_EQ(plane_->moves, (Moves{{3, 1}}));
}

TEST_F(PartitionModuleTest, a_move_to_nowhere_is_404) {
  ControlParameters parameters;
  parameters.partition = (1ull << 32) + 3;
  parameters.worker = 1;
  plane_->move_outcome = worker::MoveOutcome::no_such_partition;
  EXPECT_EQ(code("augustus-partition", "move", parameters), 404u);
  EXPECT_NE(plane_->moves.at(0).first, 3u) << "a number of 33 bits is another partition's";
  plane_->move_outcome = worker::MoveOutcome::no_such_worker;
  EXPECT_EQ(code("augustus-partition", "move", parameters), 404u);
}

TEST_F(PartitionModuleTest, moves_need_the_privilege) {
  ManagerOptions options;
  options.authorizations = {{TrustSource{}, {"faces", "rib"}}};
  start(options);
  ControlParameters parameters;
  parameters.partition = 0;
  parameters.worker = 0;
  EXPECT_EQ(code("augustus-partition", "move", parameters), 403u);
  EXPECT_TRUE(plane_->moves.empty());
}

}  // namespace
}  // namespace augustus::manage::partition_module_test

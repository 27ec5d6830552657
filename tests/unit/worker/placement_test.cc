// SPDX-License-Identifier: Apache-2.0
// The rule of docs/placement.md on recorded machines (topologies/README.md).
#include <gtest/gtest.h>
#include <sched.h>

#include <set>
#include <stdexcept>

#include "base/mapped_memory.hh"
#include "worker/placement/fib_nodes.hh"
#include "worker/placement/placement_plan.hh"
#include "source_root.hh"

namespace augustus::worker::placement_test {
namespace {

using Cpus = std::vector<int>;

Topology recorded(const std::string& name) {
  return Topology::from_xml(AUGUSTUS_SOURCE_ROOT "/tests/unit/worker/topologies/" + name + ".xml");
}

Cpus workers(const Topology& machine, unsigned count, PlacementPolicy policy,
             std::vector<PortPlace> ports = {}) {
  return plan_placement(machine, {.workers = count, .policy = policy, .ports = std::move(ports)}).worker_cpus;
}

std::string refusal(const Topology& machine, const PlacementRequest& request) {
  try {
    plan_placement(machine, request);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

PortPlace nic(int node) {
  return {.name = "nic" + std::to_string(node), .node = node, .pci = true};
}

TEST(PlacementTopology, ReadsWhatCpusShare) {
  const Topology paper = recorded("paper");
  ASSERT_EQ(paper.cpus.size(), 32u);
  EXPECT_EQ(paper.count_usable(&Cpu::core), 16u);
  EXPECT_EQ(paper.count_usable(&Cpu::socket), 2u);
  EXPECT_EQ(paper.cache_bytes.at(1), 20u << 20);
  const Cpu* cpu = paper.find(25);
  ASSERT_NE(cpu, nullptr);
  EXPECT_EQ(cpu->socket, 1);
  EXPECT_EQ(cpu->node, 1);
  EXPECT_EQ(cpu->cache, 1);
  EXPECT_EQ(cpu->core, 9);
  EXPECT_EQ(cpu->thread, 1);
  EXPECT_EQ(paper.find(32), nullptr);
}

TEST(PlacementTopology, SaysWhatIsUsable) {
  const Topology limited = recorded("limited");
  EXPECT_EQ(limited.cpus.size(), 32u);
  EXPECT_EQ(limited.count_usable(&Cpu::cpu), 7u);
  EXPECT_FALSE(limited.find(0)->usable);
  EXPECT_TRUE(limited.find(15)->usable);
}

TEST(PlacementTopology, OfThisMachineKnowsTheAffinityMask) {
  cpu_set_t before;
  ASSERT_EQ(sched_getaffinity(0, sizeof(before), &before), 0);
  const Topology all = Topology::of_machine();
  const unsigned count = static_cast<unsigned>(CPU_COUNT(&before));
  EXPECT_EQ(all.count_usable(&Cpu::cpu), count);
  for (const Cpu& cpu : all.cpus) {
    EXPECT_EQ(cpu.usable, CPU_ISSET(static_cast<unsigned>(cpu.cpu), &before) != 0);
  }
}

TEST(PlacementTopology, RefusesWhatIsNotOne) {
  EXPECT_THROW(Topology::from_xml("/nowhere.xml"), std::runtime_error);
}

TEST(PlacementTopology, KnowsTheNodeOfADevice) {
  Topology machine = recorded("paper");
  machine.pci_nodes["0000:81:00.0"] = 1;
  EXPECT_EQ(node_of_device(machine, "0000:81:00.0,args=1"), 1);
  EXPECT_EQ(node_of_device(machine, "0000:82:00.0"), -1);
  EXPECT_EQ(node_of_device(machine, "net_af_packet0,iface=lo"), -1);
}

TEST(Placement, ThePapersHyperThreadingFillsCores) {
  EXPECT_EQ(workers(recorded("paper"), 4, PlacementPolicy::hyper_threading), (Cpus{1, 17, 2, 18}));
}

TEST(Placement, ThePapersSingleSocketStaysOnOne) {
  EXPECT_EQ(workers(recorded("paper"), 4, PlacementPolicy::single_socket), (Cpus{1, 2, 3, 4}));
  const Cpus all = workers(recorded("paper"), 16, PlacementPolicy::single_socket);
  EXPECT_EQ(Cpus(all.begin(), all.begin() + 8), (Cpus{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(all.back(), 15);
}

TEST(Placement, ThePapersDualSocketTakesTurns) {
  EXPECT_EQ(workers(recorded("paper"), 4, PlacementPolicy::dual_socket), (Cpus{8, 1, 9, 2}));
  const Cpus more = workers(recorded("paper"), 18, PlacementPolicy::dual_socket);
  EXPECT_EQ(std::set<int>(more.begin(), more.begin() + 16).size(), 16u);
  EXPECT_EQ(more[16], 16) << "beyond 16 threads cores are shared";
  EXPECT_EQ(more[17], 24);
}

TEST(Placement, NamedOnesStartAtTheNic) {
  EXPECT_EQ(workers(recorded("paper"), 2, PlacementPolicy::single_socket, {nic(1)}), (Cpus{8, 9}));
  EXPECT_EQ(workers(recorded("paper"), 2, PlacementPolicy::hyper_threading, {nic(1)}), (Cpus{8, 24}));
}

TEST(Placement, AutomaticStaysWithTheNic) {
  EXPECT_EQ(workers(recorded("paper"), 3, PlacementPolicy::automatic, {nic(1)}), (Cpus{8, 9, 10}));
  const Cpus many = workers(recorded("paper"), 10, PlacementPolicy::automatic, {nic(1)});
  EXPECT_EQ(many[7], 15);
  EXPECT_EQ(many[8], 1) << "its node has no more cores, and CPU 0 is management's";
}

TEST(Placement, AutomaticSpreadsOverCaches) {
  EXPECT_EQ(workers(recorded("two-cache"), 4, PlacementPolicy::automatic, {nic(0)}), (Cpus{8, 1, 9, 2}));
}

TEST(Placement, AutomaticTakesTurnsBetweenNics) {
  const auto plan = plan_placement(recorded("paper"), {.workers = 2, .ports = {nic(0), nic(1)}});
  std::set<int> nodes;
  for (const int cpu : plan.worker_cpus) {
    nodes.insert(recorded("paper").find(cpu)->node);
  }
  EXPECT_EQ(nodes.size(), 2u);
  for (unsigned port = 0; port < 2; ++port) {
    const int cpu = plan.worker_cpus[plan.port_workers[port]];
    EXPECT_EQ(recorded("paper").find(cpu)->node, static_cast<int>(port)) << "a port's worker is near it";
  }
}

TEST(Placement, AutomaticLeavesSleepersToTheKernel) {
  const PortPlace software{.name = "tap", .node = -1, .pci = false};
  for (const auto& ports : {std::vector<PortPlace>{}, std::vector<PortPlace>{software}}) {
    const auto plan = plan_placement(recorded("paper"), {.workers = 2, .ports = ports});
    EXPECT_EQ(plan.worker_cpus, (Cpus{cpu_none, cpu_none}));
    EXPECT_EQ(plan.management_cpu, cpu_none);
    EXPECT_EQ(plan.port_workers.size(), ports.size());
  }
}

TEST(Placement, TooFewCpusAreLeftToTheKernelUnlessAsked) {
  EXPECT_EQ(workers(recorded("laptop"), 5, PlacementPolicy::automatic, {nic(0)}), Cpus(5, cpu_none));
  EXPECT_NE(
      refusal(recorded("laptop"), {.workers = 5, .policy = PlacementPolicy::spread}).find("a CPU for each"),
      std::string::npos);
}

TEST(Placement, ManagementHasTheLowestCoreWhileThereIsOne) {
  const auto of = [](unsigned count) {
    return plan_placement(recorded("laptop"), {.workers = count, .policy = PlacementPolicy::spread});
  };
  EXPECT_EQ(of(3).worker_cpus, (Cpus{1, 2, 3}));
  EXPECT_EQ(of(3).management_cpu, 0);
  EXPECT_EQ(of(4).worker_cpus, (Cpus{0, 1, 2, 3}));
  EXPECT_EQ(of(4).management_cpu, cpu_none);
  const auto threads = plan_placement(recorded("paper"), {.workers = 16, .policy = PlacementPolicy::spread});
  EXPECT_GE(threads.management_cpu, 16) << "a hyper-thread of a worker's core";
}

TEST(Placement, OnlyUsableCpusAreTaken) {
  const Topology limited = recorded("limited");
  for (const auto policy :
       {PlacementPolicy::spread, PlacementPolicy::single_socket, PlacementPolicy::dual_socket}) {
    const auto plan = plan_placement(limited, {.workers = 6, .policy = policy});
    std::set<int> taken(plan.worker_cpus.begin(), plan.worker_cpus.end());
    taken.insert(plan.management_cpu);
    EXPECT_EQ(taken, (std::set<int>{1, 2, 3, 12, 13, 14, 15}));
  }
}

TEST(Placement, TheConfigurationOverrides) {
  const auto plan = plan_placement(recorded("paper"), {.workers = 2,
                                                       .policy = PlacementPolicy::dual_socket,
                                                       .worker_cpus = {5, 21},
                                                       .management_cpu = 7,
                                                       .ports = {nic(1)}});
  EXPECT_EQ(plan.worker_cpus, (Cpus{5, 21}));
  EXPECT_EQ(plan.management_cpu, 7);
  const auto kept = plan_placement(recorded("laptop"),
                                   {.workers = 3, .policy = PlacementPolicy::spread, .management_cpu = 2});
  EXPECT_EQ(kept.worker_cpus, (Cpus{0, 1, 3})) << "no worker where management was put";
}

TEST(Placement, RefusesWhatTheMachineHasNot) {
  EXPECT_EQ(refusal(recorded("laptop"), {.workers = 1, .worker_cpus = {9}}),
            "workers.cpus: there is no CPU 9");
  EXPECT_EQ(refusal(recorded("limited"), {.workers = 1, .worker_cpus = {0}}),
            "workers.cpus: CPU 0 is kept from this process by its cgroup or affinity mask");
  EXPECT_EQ(refusal(recorded("limited"), {.workers = 1, .management_cpu = 31}),
            "workers.management_cpu: CPU 31 is kept from this process by its cgroup or affinity mask");
  EXPECT_NE(
      refusal(recorded("laptop"), {.workers = 2, .policy = PlacementPolicy::dual_socket}).find("two sockets"),
      std::string::npos);
  EXPECT_NE(refusal(recorded("laptop"), {.workers = 2, .policy = PlacementPolicy::hyper_threading})
                .find("two usable"),
            std::string::npos);
}

TEST(Placement, ThePictureShowsEveryThreadAndWhy) {
  const Topology machine = recorded("limited");
  const PlacementRequest request{.workers = 2, .ports = {nic(1)}};
  const auto plan = plan_placement(machine, request);
  const std::string picture = draw_placement(machine, request, plan);
  for (const char* part :
       {"socket 1, NUMA node 1, cache 1 of 20 MB, nic1 near", "|12  w0    |13  w1    |14  .     ",
        "|0   x     |1   mgmt  ", "worker 0: CPU 12, drives nic1", "worker 1: CPU 13", "management: CPU 1",
        "- nic1's device is on NUMA node 1."}) {
    EXPECT_NE(picture.find(part), std::string::npos) << part << "\n" << picture;
  }
  for (const std::string& reason : plan.reasons) {
    EXPECT_NE(picture.find("- " + reason), std::string::npos);
  }
}

TEST(PlacementOfFibs, EveryNodeThatAWorkerIsPinnedToHasOne) {
  const Topology paper = recorded("paper");
  const FibNodes both = place_fibs(paper, Cpus{0, 8, 9, 1}, 4);
  EXPECT_EQ(both.nodes, (std::vector<int>{0, 1}));
  EXPECT_EQ(both.replica_of_worker, (std::vector<unsigned>{0, 1, 1, 0}));
  const FibNodes second = place_fibs(paper, Cpus{8, 9}, 2);
  EXPECT_EQ(second.nodes, (std::vector<int>{1})) << "and no other";
  EXPECT_EQ(second.replica_of_worker, (std::vector<unsigned>{0, 0}));
}

TEST(PlacementOfFibs, OneAnywhereWhereNothingSaysWhichNode) {
  const auto one = std::vector<int>{any_node};
  EXPECT_EQ(place_fibs(recorded("paper"), {}, 3).nodes, one) << "not pinned";
  EXPECT_EQ(place_fibs(recorded("paper"), Cpus{cpu_none, cpu_none}, 2).nodes, one);
  EXPECT_EQ(place_fibs(Topology{}, {}, 2).replica_of_worker, (std::vector<unsigned>{0, 0}));
  const FibNodes some = place_fibs(recorded("paper"), Cpus{cpu_none, 8}, 2);
  EXPECT_EQ(some.nodes, (std::vector<int>{1}));
  EXPECT_EQ(some.replica_of_worker, (std::vector<unsigned>{0, 0}));
}

TEST(Placement, DispatchersFollowTheWorkersAndDriveThePortsThatAskForOne) {
  PortPlace dispatched = nic(1);
  dispatched.name = "fast";
  dispatched.dispatched = true;
  const PlacementRequest request{.workers = 4, .dispatchers = 1, .ports = {nic(1), dispatched}};
  const auto plan = plan_placement(recorded("paper"), request);
  EXPECT_EQ(plan.worker_cpus, (Cpus{8, 9, 10, 11}));
  EXPECT_EQ(plan.dispatcher_cpus, (Cpus{12}));
  EXPECT_EQ(plan.port_workers, (std::vector<unsigned>{0, 0}));
  const auto picture = draw_placement(recorded("paper"), request, plan);
  EXPECT_NE(picture.find("d0"), std::string::npos) << picture;
  EXPECT_NE(picture.find("worker 0: CPU 8, drives nic1\n"), std::string::npos) << picture;
  EXPECT_NE(picture.find("dispatcher 0: CPU 12, drives fast\n"), std::string::npos) << picture;
}

}  // namespace
}  // namespace augustus::worker::placement_test

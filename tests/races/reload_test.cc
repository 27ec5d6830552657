// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "element/figure3.hh"
#include "main/read_file.hh"
#include "main/run/config_reload.hh"
#include "main/run/router_graph.hh"
#include "manage/metrics/metrics.hh"
#include "races/races.hh"
#include "races/socket_line.hh"

namespace augustus::races {
namespace {

constexpr unsigned rounds = 8;

/// Counts, limits, samples, copies into a file, and sends from a queue what figure 3 sends at once.
constexpr std::string_view other_graph = R"(t :: NameTable; f :: Fib;
in :: InputDeMux; check :: CheckICNHeader; cs :: ICN_CS(t); pit :: ICN_PIT(t); fib :: ICN_FIB(f); out :: OutputMux;
arrived :: Counter; copies :: Tee; limit :: RateLimiter(1000000); q :: Queue(500);
FromFace -> arrived -> copies -> limit -> in -> check;
copies [1] -> Sampler(0.5) -> ToPcap(copy.pcapng, 64);
check [0] -> [0] cs; check [1] -> [1] pit;
cs [0] -> [0] pit; cs [1] -> out;
pit [0] -> fib; pit [1] -> [1] cs; pit [2] -> out;
fib -> out -> q -> Unqueue -> ToFace;
)";

/// A router that reads its configuration file again and goes from one graph to another, as `augustus run` does.
class Reload : public Races {
 protected:
  Reload() {
    write_file(folder_ + "/figure3.click", std::string(element::figure3));
    write_file(folder_ + "/other.click", std::string(other_graph));
    unsigned port = 0;
    for (auto& socket : far_) {
      socket = bound_socket(port++ % 2 == 0 ? SOCK_DGRAM : SOCK_STREAM);
    }
  }
  ~Reload() override {
    traffic_.clear();
    reload_.reset();
    live_.reset();
    open_graph_.reset();
    loop_.reset();
    manager_.reset();
    router_.reset();
  }

  void start_with_graph() {
    write_configuration(0);
    const auto config = manage::read_config(folder_ + "/augustus.toml");
    graph_ = std::make_unique<RouterGraph>(config);
    worker::RouterOptions with_graph = options();
    with_graph.engine = graph_->factory();
    start(with_graph);
    manager_ = std::make_unique<manage::Manager>(*router_, config.management);
    open_graph_ = std::make_unique<OpenGraph>(*graph_, *router_);
    loop_ = std::make_unique<EventLoop>(router_->descriptor(), [] { return time_never; });
    live_ = std::make_unique<LiveConfig>(*router_, *manager_, *loop_, [] { return std::string(); });
    ASSERT_TRUE(live_->apply(config).empty());
    reload_ = std::make_unique<ConfigReload>(config, *manager_, *live_,
                                             [this](const std::string& file) { graph_->replace(*router_, file); });
  }

  void turn() override {
    Races::turn();
    if (manager_ != nullptr) {
      manager_->tick(monotonic_now());
      loop_->context().poll();
    }
  }

  std::string graph_file(unsigned round) const { return round % 2 == 0 ? "figure3.click" : "other.click"; }

  /// Another one each round: the graph, Faces that come and go and change, routes, strategies, sizes, metrics, the log.
  void write_configuration(unsigned round) {
    const auto uri = [this](unsigned far, std::string_view scheme) {
      return face::SocketAddress::local_of(far_[far].get()).uri(scheme);
    };
    std::string text = fmt::format("[run]\ngraph = \"{}\"\n[log]\nlevel = \"{}\"\n[cs]\ncapacity = {}\n", graph_file(round),
                                   round % 2 == 0 ? "error" : "warn", 64 + 32 * (round % 3));
    text += fmt::format("[metrics]\nenabled = {}\nport = 0\n", round % 4 != 3);
    text += fmt::format("[[faces.create]]\nremote = \"{}\"\npersistency = \"{}\"\n", uri(0, "udp"),
                        round % 2 == 0 ? "persistent" : "permanent");
    if (round % 3 != 0) {
      text += fmt::format("[[faces.create]]\nremote = \"{}\"\n", uri(2, "udp"));
      text += fmt::format("[[strategies]]\nprefix = \"/a\"\nstrategy = \"/localhost/nfd/strategy/{}\"\n",
                          round % 2 == 0 ? "multicast" : "asf");
      text += fmt::format("[[routes]]\nprefix = \"/a/{}\"\nface = \"{}\"\ncost = {}\n", round % 5, uri(0, "udp"), round);
      text += fmt::format("[[routes]]\nprefix = \"/z\"\nface = \"{}\"\n", uri(1, "tcp"));
    }
    write_file(folder_ + "/augustus.toml", text);
  }

  std::array<face::FileDescriptor, 4> far_;
  std::unique_ptr<RouterGraph> graph_;
  std::unique_ptr<manage::Manager> manager_;
  std::unique_ptr<OpenGraph> open_graph_;
  std::unique_ptr<EventLoop> loop_;
  std::unique_ptr<LiveConfig> live_;
  std::unique_ptr<ConfigReload> reload_;
};

TEST_F(Reload, AnotherConfigurationIsReadWhilePacketsPass) {
  start_with_graph();
  while_packets_pass([&](unsigned round) {
    write_configuration(round);
    const auto report = reload_->reload(false);
    EXPECT_EQ(report.code, 200u) << report.summary << (report.lines.empty() ? "" : ": " + report.lines.front());
    EXPECT_FALSE(manage::metrics_text(*router_, *manager_, "test", 100).empty());
    move_some(round);
  }, rounds);
}

TEST_F(Reload, GraphsTakeOverFromOneAnotherReadWrittenAndWatched) {
  start_with_graph();
  auto access = graph_->access(*router_);
  while_packets_pass([&](unsigned round) {
    graph_->replace(*router_, folder_ + "/other.click");
    watch_for_a_moment();
    EXPECT_NE(access.read("arrived.count"), 0u);
    access.write("limit.rate", std::to_string(500'000 + round));
    move_some(round);
    access.read("graph.strays");
    router_->figures();
    graph_->replace(*router_, folder_ + "/figure3.click");
  }, rounds);
}

}  // namespace
}  // namespace augustus::races

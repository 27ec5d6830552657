// SPDX-License-Identifier: Apache-2.0
#include "manage/config.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <iterator>

#include "wire/dispatch_hash.hh"
#include "source_root.hh"

namespace augustus::manage::config_test {
namespace {

constexpr const char* shipped_file = AUGUSTUS_SOURCE_ROOT "/etc/augustus.toml";

std::string shipped_text() {
  std::ifstream file(shipped_file);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string describe(const std::vector<ListenAddress>& addresses) {
  std::string text;
  for (const ListenAddress& address : addresses) {
    text += fmt::format("{}:{} ", address.address, address.port);
  }
  return text;
}

std::string describe(const std::vector<TrustSource>& sources) {
  std::string text;
  for (const TrustSource& source : sources) {
    text += fmt::format("{}:{}:{}:{} ", static_cast<int>(source.kind), source.certificate_file,
                        source.hmac.name.uri(), fmt::join(source.hmac.secret, ","));
  }
  return text;
}

std::string describe(const ManagerOptions& options) {
  std::string text = fmt::format("localhop_rib={} readvertise={}\nlocalhop: {}\nannouncements: {}\n",
                                 options.localhop_rib, options.readvertise_nlsr,
                                 describe(options.localhop_signers), describe(options.announcement_signers));
  for (const Authorization& authorization : options.authorizations) {
    text += fmt::format("{} may {}\n", describe(std::vector<TrustSource>{authorization.signer}),
                        fmt::join(authorization.privileges, ","));
  }
  return text;
}

std::string describe(const worker::RouterOptions& options) {
  std::string regions;
  for (const wire::Name& region : options.network_regions) {
    regions += region.uri() + " ";
  }
  return fmt::format(
      "workers={} partitions={} cpus={} batch={}\nfaces={} fib={} strategy={} pit={} names={} nonces={} "
      "records={} digests={} "
      "name-bytes={} lifetime={} structure={}\n"
      "cs={} {}B {} frame={}\nsmall={} large={} memory={} huge={}\ndevices={} regions={} idle={} {} {}\n",
      options.workers, options.partitions, fmt::join(options.worker_cpus, ","), options.batch,
      options.faces_max, options.fib_prefixes_max, options.strategy_prefixes_max, options.pit_records_max,
      options.name_entries_max, options.dead_nonces_max, options.face_records_max, options.digests_max,
      options.name_bytes_max, options.lifetime_max_ms, to_string(options.pit_structure), options.store.capacity_packets,
      options.store.capacity_bytes, static_cast<int>(options.store.replacement), options.store.frame_bytes,
      options.small_packets, options.large_packets, options.eal_memory_mb, options.huge_pages,
      fmt::join(options.pci_devices, " "), regions, options.udp_idle_timeout_ns,
      options.tcp_idle_timeout_ns, options.websocket_idle_timeout_ns);
}

/// Everything a configuration says, as text to compare.
std::string describe(const Config& config) {
  std::string text = describe(config.router) + describe(config.management);
  text +=
      fmt::format("unix: {} '{}' {:o}\nudp: {}\ntcp: {}\nwebsocket: {}\nmulticast: {} {}\n",
                  config.unix_enabled, config.unix_path, config.unix_mode, describe(config.udp),
                  describe(config.tcp), config.websocket ? describe(std::vector{*config.websocket}) : "none",
                  config.udp_multicast, fmt::join(config.multicast_interfaces, ","));
  text += fmt::format("faces: {} routes: {} strategies: {}\nuser '{}' group '{}' log {}", config.faces.size(),
                      config.routes.size(), config.strategies.size(), config.user, config.group,
                      config.log_level);
  for (const auto& [module, level] : config.module_log_levels) {
    text += fmt::format(" {}={}", module, level);
  }
  return text;
}

Config parse(const std::string& text) {
  return parse_config(text, "a.toml");
}

/// The message that a configuration is refused with.
std::string refusal(const std::string& text) {
  try {
    parse(text);
  } catch (const ConfigError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Config, TheShippedFileHoldsTheDefaults) {
  ASSERT_FALSE(shipped_text().empty());
  EXPECT_EQ(describe(parse_config(shipped_text(), shipped_file)), describe(Config{}));
}

TEST(Config, ThePitsStructureIsAChoice) {
  EXPECT_EQ(parse("[tables]\npit_structure = 'dhtp'").router.pit_structure, table::PitStructure::dhtp);
  const std::string message = refusal("[tables]\npit_structure = 'cbf'");
  EXPECT_TRUE(message.starts_with("a.toml:2:")) << message;
  EXPECT_NE(message.find("tables.pit_structure: expected"), std::string::npos) << message;
  EXPECT_NE(message.find("Bloom filter"), std::string::npos) << message;
}

TEST(Config, LifetimesOfPendingInterestsAreBounded) {
  EXPECT_EQ(parse("").router.lifetime_max_ms, 60'000u);
  EXPECT_EQ(parse("[tables]\nlifetime_max_ms = 5000").router.lifetime_max_ms, 5000u);
  EXPECT_NE(refusal("[tables]\nlifetime_max_ms = 10").find("tables.lifetime_max_ms"), std::string::npos);
}

TEST(Config, AnEmptyFileIsTheDefaults) {
  EXPECT_EQ(describe(parse("")), describe(Config{}));
}

TEST(Config, TheExamplesInTheShippedFileAreRight) {
  std::string text = shipped_text();
  for (const char* start :
       {"# [[",       "# remote", "# local",  "# persist",    "# mtu",    "# reli",        "# congestion",
        "# prefix =", "# face =", "# cost",   "# strategy =", "# signer", "# certificate", "# privileges",
        "# key",      "# secret", "# device", "# rib",        "# path =", "# size ="}) {
    for (std::size_t at = text.find(start); at != std::string::npos; at = text.find(start, at)) {
      text.erase(at, 2);
    }
  }
  const Config config = parse(text);
  EXPECT_EQ(config.faces.size(), 1u);
  EXPECT_EQ(config.routes.size(), 1u);
  EXPECT_EQ(config.strategies.size(), 1u);
  EXPECT_EQ(config.management.authorizations.size(), 3u);
  EXPECT_EQ(config.ports.size(), 1u);
  EXPECT_EQ(config.router.ssds.size(), 1u);
  EXPECT_EQ(config.module_log_levels.size(), 2u);
}

TEST(Config, AnSsdMayBeEmulated) {
  const Config config = parse(
      "[cs]\nssd_engine = \"serial\"\n[[cs.ssd]]\nemulated = true\nsize = 100000000\nthroughput_mbps = "
      "32000\n"
      "memory = \"dynamic\"\ndelay = \"sleep\"");
  EXPECT_TRUE(config.router.store.ssd.serial);
  ASSERT_EQ(config.router.ssds.size(), 1u);
  const auto& place = config.router.ssds[0];
  EXPECT_EQ(place.bytes, 100'000'000u);
  ASSERT_TRUE(place.emulated);
  EXPECT_EQ(place.emulated->bits_per_second, 32e9);
  EXPECT_EQ(place.emulated->memory, store::EmulatedSsd::Memory::written);
  EXPECT_EQ(place.emulated->delay, store::EmulatedSsd::Delay::sleep);
}

TEST(Config, EachTierHasItsAdmission) {
  const Config plain = parse("");
  EXPECT_EQ(plain.router.store.admission.text(), "everything");
  EXPECT_EQ(plain.router.store.ssd.admission.text(), "everything");
  const Config config = parse(
      "[cs]\nadmission = \"probability\"\nadmission_percent = 25\n"
      "ssd_admission = \"k-lru\"\nssd_admission_k = 3");
  EXPECT_EQ(config.router.store.admission.text(), "probability 0.25");
  EXPECT_EQ(config.router.store.ssd.admission.text(), "k-lru 3");
}

TEST(Config, AThreadForTheDisksIsChosenOrLeftToTheMachine) {
  EXPECT_EQ(parse("").router.store.ssd.threads, std::nullopt);
  EXPECT_EQ(parse("[cs]\nssd_threads = \"auto\"").router.store.ssd.threads, std::nullopt);
  EXPECT_EQ(parse("[cs]\nssd_threads = 0").router.store.ssd.threads, 0u);
  EXPECT_EQ(parse("[cs]\nssd_threads = 1").router.store.ssd.threads, 1u);
}

TEST(Config, PlacementGoesByName) {
  EXPECT_EQ(parse("").placement, worker::PlacementPolicy::automatic);
  EXPECT_EQ(parse(shipped_text()).placement, worker::PlacementPolicy::automatic);
  EXPECT_EQ(parse("").management_cpu, worker::cpu_none);
  const Config config = parse("[workers]\nplacement = \"dual-socket\"\nmanagement_cpu = 3");
  EXPECT_EQ(config.placement, worker::PlacementPolicy::dual_socket);
  EXPECT_EQ(config.management_cpu, 3);
}

TEST(Config, APortHasTheMacAddressThatIsGiven) {
  const Config config = parse(R"(
[[dpdk.ports]]
device = "net_null0"
mac = "02:00:00:00:00:09"
)");
  EXPECT_EQ(config.ports.at(0).mac, (face::MacAddress{{2, 0, 0, 0, 0, 9}}));
}

TEST(Config, APortMayHaveACompactHeader) {
  const Config config = parse(R"(
[[dpdk.ports]]
device = "net_null0"
header = "compact-2016"
peer = "02:00:00:00:00:02"
[[dpdk.ports]]
device = "net_null1"
)");
  ASSERT_EQ(config.ports.size(), 2u);
  EXPECT_EQ(config.ports[0].header, wire::PacketFormat::compact_2016);
  EXPECT_EQ(config.ports[0].peer.text(), "02:00:00:00:00:02");
  EXPECT_FALSE(config.ports[0].ethernet_multicast);
  EXPECT_EQ(config.ports[1].header, wire::PacketFormat::ndn);
  EXPECT_TRUE(config.ports[1].ethernet_multicast);
}

TEST(Config, APortMayKeepCompactNames) {
  const Config config = parse(R"(
[[dpdk.ports]]
device = "net_null0"
header = "compact"
names = "compact"
[[dpdk.ports]]
device = "net_null1"
header = "compact"
names = "compact"
[[dpdk.ports]]
device = "net_null2"
header = "compact-2016"
)");
  EXPECT_TRUE(config.ports.at(0).keeps_names);
  EXPECT_FALSE(config.ports.at(2).keeps_names);
  EXPECT_EQ(config.router.compact_names, std::vector{wire::PacketFormat::compact});
  EXPECT_THROW(parse("[[dpdk.ports]]\ndevice = \"net_null0\"\nnames = \"compact\"\n"), ConfigError);
}

TEST(Config, PortsThatWantADispatcherHaveOneEach) {
  const std::string ports =
      "[[dpdk.ports]]\ndevice = \"net_null0\"\ndispatch = \"dispatcher\"\n"
      "[[dpdk.ports]]\ndevice = \"net_null1\"\n";
  const Config config = parse(ports);
  EXPECT_EQ(config.router.dispatchers, 1u);
  EXPECT_EQ(config.ports[0].dispatch, face::PortDispatch::dispatcher);
  EXPECT_EQ(config.ports[1].dispatch, face::PortDispatch::direct);
  EXPECT_EQ(parse("[workers]\ndispatchers = 3\n" + ports).router.dispatchers, 3u);
}

TEST(Config, HashingIsByBatchOrByContent) {
  EXPECT_EQ(parse("[workers]\nbatch = 4").router.batch, 4u);
  EXPECT_EQ(parse("[workers]\nhashing = \"content\"").router.batch, wire::batch_whole_content);
}

TEST(Config, SaysWhereChannelsListen) {
  const Config config = parse(R"(
[faces.unix]
path = "/tmp/nfd.sock"
mode = 0o600
[faces.udp]
listen = "127.0.0.1"
port = 7000
idle_seconds = 5
multicast = true
multicast_interfaces = ["eth0"]
[faces.tcp]
enabled = false
idle_seconds = 0
[faces.websocket]
listen = "::1"
idle_seconds = 60
)");
  EXPECT_EQ(config.unix_path, "/tmp/nfd.sock");
  EXPECT_EQ(config.unix_mode, 0600u);
  EXPECT_EQ(config.udp, (std::vector<ListenAddress>{{"127.0.0.1", 7000}}));
  EXPECT_EQ(config.router.udp_idle_timeout_ns, 5 * nanoseconds_per_second);
  EXPECT_TRUE(config.udp_multicast);
  EXPECT_EQ(config.multicast_interfaces, std::vector<std::string>{"eth0"});
  EXPECT_TRUE(config.tcp.empty());
  EXPECT_EQ(config.router.tcp_idle_timeout_ns, time_never);
  EXPECT_EQ(config.router.websocket_idle_timeout_ns, 60 * nanoseconds_per_second);
  EXPECT_EQ(config.websocket, (ListenAddress{"::1", 9696}));
}

TEST(Config, MakesFacesRoutesAndStrategies) {
  const Config config = parse(R"(
[[faces.create]]
remote = "udp://192.0.2.1"
persistency = "permanent"
reliability = true
mtu = 1400
congestion_interval_ms = 50
[[faces.create]]
remote = "tcp6://[2001:db8::1]:7000"
congestion_marking = false
[[routes]]
prefix = "/a/b"
face = "udp4://192.0.2.1:6363"
cost = 7
[[strategies]]
prefix = "/a"
strategy = "/localhost/nfd/strategy/multicast"
[regions]
names = ["/region/one"]
)");
  ASSERT_EQ(config.faces.size(), 2u);
  EXPECT_EQ(config.faces[0].remote_uri, "udp4://192.0.2.1:6363");
  EXPECT_EQ(config.faces[0].persistency, face::Persistency::permanent);
  EXPECT_EQ(config.faces[0].flags, face::flag_lp_reliability | face::flag_congestion_marking);
  EXPECT_EQ(config.faces[0].mtu, 1400u);
  EXPECT_EQ(config.faces[0].congestion_interval_ns, 50 * nanoseconds_per_millisecond);
  EXPECT_EQ(config.faces[1].remote_uri, "tcp6://[2001:db8::1]:7000");
  EXPECT_EQ(config.faces[1].flags, 0u);
  EXPECT_EQ(config.faces[1].mtu, std::nullopt);
  ASSERT_EQ(config.routes.size(), 1u);
  EXPECT_EQ(config.routes[0].prefix, wire::Name::literal("/a/b"));
  EXPECT_EQ(config.routes[0].face_uri, config.faces[0].remote_uri);
  EXPECT_EQ(config.routes[0].cost, 7u);
  ASSERT_EQ(config.strategies.size(), 1u);
  EXPECT_EQ(config.router.network_regions, std::vector{wire::Name::literal("/region/one")});
}

TEST(Config, NamesWhoseCommandsAreObeyed) {
  const Config config = parse_config(R"(
[security]
localhop_rib = true
localhop_signers = []
[[security.authorizations]]
signer = "certificate"
certificate = "operator.ndncert"
privileges = ["faces"]
[[security.authorizations]]
signer = "hmac"
key = "/k"
secret = "AAEC/w=="
privileges = ["rib", "cs"]
)",
                                     "/etc/augustus/router.toml");
  const auto& authorizations = config.management.authorizations;
  ASSERT_EQ(authorizations.size(), 2u);
  EXPECT_EQ(authorizations[0].signer.certificate_file, "/etc/augustus/operator.ndncert");
  EXPECT_EQ(authorizations[1].signer.hmac.secret, (std::vector<std::uint8_t>{0, 1, 2, 255}));
  EXPECT_EQ(authorizations[1].privileges, (std::vector<std::string>{"rib", "cs"}));
  EXPECT_TRUE(config.management.localhop_rib);
  EXPECT_TRUE(config.management.localhop_signers.empty());
  EXPECT_EQ(config.management.announcement_signers.size(), 1u);
}

TEST(Config, SaysWhereItIsWrongAndWhatWasExpected) {
  EXPECT_EQ(refusal("[cs]\ncapacity = \"much\"\n"),
            "a.toml:2:12: cs.capacity: expected a whole number from 0 to 4294967295");
  EXPECT_EQ(refusal("[workers]\n  count = 0"),
            "a.toml:2:11: workers.count: expected a whole number from 1 to 64");
  EXPECT_EQ(refusal("[regions]\nname = []"), "a.toml:2:1: regions.name: no such key: expected one of names");
  EXPECT_TRUE(
      refusal("\n\n[nonsense]").starts_with("a.toml:3:2: nonsense: no such key: expected one of run, log"))
      << refusal("\n\n[nonsense]");
  EXPECT_TRUE(refusal("a = ").starts_with("a.toml:1:")) << refusal("a = ");
}

TEST(Config, RefusesWrongTypesRangesAndWords) {
  const std::pair<const char*, const char*> wrong[] = {
      {"run = 3", "run: expected a table"},
      {"[run]\nuser = 3", "run.user: expected a text"},
      {"[log]\nlevel = \"loud\"", "log.level: expected one of \"trace\""},
      {"[log.modules]\nface = true", "log.modules.face: expected a text"},
      {"[log.modules]\nforward = \"info\"",
       "log.modules.forward: no such module: expected one of main, manage"},
      {"[faces.unix]\nmode = 0o1777", "faces.unix.mode: expected a whole number from 0 to 511"},
      {"[faces.unix]\npath = \"nfd.sock\"", "faces.unix.path: expected an absolute path"},
      {"[faces.udp]\nport = 65536", "faces.udp.port: expected a whole number from 1 to 65535"},
      {"[faces.udp]\nport = -1", "faces.udp.port: expected"},
      {"[faces.udp]\nport = 1.5", "faces.udp.port: expected"},
      {"[faces.udp]\nlisten = [\"router.example\"]", "faces.udp.listen: expected numeric addresses"},
      {"[faces.udp]\nlisten = [1]", "faces.udp.listen: expected an array of texts"},
      {"[faces.udp]\nmulticast = 1", "faces.udp.multicast: expected true or false"},
      {"[faces]\ncreate = 3", "faces.create: expected tables, each written [[faces.create]]"},
      {"[[faces.create]]\nmtu = 1400", "faces.create.remote is missing: expected a face URI"},
      {"[[faces.create]]\nremote = \"udp4://router.example:6363\"",
       "faces.create.remote: expected a face URI"},
      {"[[faces.create]]\nremote = \"udp4://192.0.2.1\"\nmtu = 10", "faces.create.mtu: expected"},
      {"[[routes]]\nprefix = \"/a\"", "routes.face is missing"},
      {"[[routes]]\nface = \"udp4://192.0.2.1\"", "routes.prefix is missing"},
      {"[[routes]]\nprefix = \"/%zz\"\nface = \"udp4://192.0.2.1\"", "routes.prefix: expected a name"},
      {"[[strategies]]\nprefix = \"/\"\nstrategy = \"/fast\"", "strategies.strategy: expected a strategy"},
      {"[workers]\ncount = 2\ncpus = [1]", "workers.cpus: expected one CPU for each worker"},
      {"[workers]\ncpus = [-1]", "workers.cpus: expected a whole number from 0 to"},
      {"[workers]\nplacement = \"numa\"", "workers.placement: expected one of \"auto\", \"none\""},
      {"[workers]\nhashing = \"content\"\nbatch = 4", "workers.batch: expected no size of batches"},
      {"[workers]\ncount = 4\npartitions = 2", "workers.partitions: expected at least one"},
      {"[cs]\nreplacement = \"random\"", "cs.replacement: expected \"fifo\" or \"lru\""},
      {"[cs]\nreplacement = \"mru\"", "cs.replacement: expected one of \"fifo\", \"lru\""},
      {"[[cs.ssd]]\nsize = 1000000", "cs.ssd.path is missing"},
      {"[[cs.ssd]]\nemulated = true", "cs.ssd.size is missing"},
      {"[[cs.ssd]]\nemulated = true\nsize = 1000000\nmemory = \"tape\"", "cs.ssd.memory: expected one of"},
      {"[cs]\nadmission = \"lcd\"",
       "cs.admission: expected one of \"everything\", \"probability\", \"k-lru\""},
      {"[cs]\nssd_admission = 1", "cs.ssd_admission: expected one of \"everything\""},
      {"[cs]\nadmission_percent = 101", "cs.admission_percent: expected a whole number from 0 to 100"},
      {"[cs]\nssd_admission_k = 0", "cs.ssd_admission_k: expected a whole number from 1 to 16"},
      {"[cs]\nssd_share = 0", "cs.ssd_share: expected a whole number from 1 to 100"},
      {"[cs]\nssd_threads = 2", "cs.ssd_threads: expected \"auto\" or a whole number from 0 to 1"},
      {"[cs]\nssd_threads = \"one\"", "cs.ssd_threads: expected \"auto\" or a whole number from 0 to 1"},
      {"[cs]\nssd_threads = -1", "cs.ssd_threads: expected \"auto\" or a whole number from 0 to 1"},
      {"[cs]\nssd_engine = \"serial\"\nssd_threads = 1",
       "cs.ssd_threads: expected \"auto\" or 0 with ssd_engine"},
      {"[cs]\nssd_threads = 1\n[[cs.ssd]]\nemulated = true\nsize = 1000000",
       "cs.ssd_threads: expected \"auto\" or 0 with emulated"},
      {"[[dpdk.ports]]\ndevice = \"\"", "dpdk.ports.device: expected a device"},
      {"[[dpdk.ports]]\ndevice = \"net_null0\"\nheader = \"ccn\"",
       "dpdk.ports.header: expected \"ndn\", \"comp"},
      {"[[dpdk.ports]]\ndevice = \"net_null0\"\npeer = \"02:00:00:00:00:02\"",
       "dpdk.ports.peer: expected an Eth"},
      {"[[security.authorizations]]\nsigner = \"any\"", "security.authorizations.privileges is missing"},
      {"[[security.authorizations]]\nsigner = \"any\"\nprivileges = [\"all\"]",
       "security.authorizations.privileges: expected an array of"},
      {"[[security.localhop_signers]]\nsigner = \"hmac\"\nkey = \"/k\"\nsecret = \"!\"",
       "security.localhop_signers.secret: expected the key's bytes in base64"},
      {"[[security.localhop_signers]]\nsigner = \"any\"\nkey = \"/k\"",
       "security.localhop_signers.key: no such key"},
  };
  for (const auto& [text, expected] : wrong) {
    EXPECT_NE(refusal(text).find(expected), std::string::npos) << text << "\n" << refusal(text);
  }
}

TEST(Config, SaysSoWhenThereIsNoSuchFile) {
  EXPECT_THROW(read_config("/nonexistent/augustus.toml"), ConfigError);
  EXPECT_THROW(read_config("/"), ConfigError);
}

RC_GTEST_PROP(Config, IsReadOrRefusedWhateverTheFileHolds, ()) {
  static const std::string shipped = shipped_text();
  std::string text = shipped;
  const auto changes = *rc::gen::inRange(1, 6);
  for (int change = 0; change < changes; ++change) {
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    const auto bytes = std::min(*rc::gen::inRange<std::size_t>(0, 40), text.size() - at);
    const auto from = *rc::gen::inRange<std::size_t>(0, shipped.size() - 40);
    const auto copied = *rc::gen::inRange<std::size_t>(0, 40);
    text.replace(
        at, bytes,
        shipped.substr(from, copied) + *rc::gen::container<std::string>(*rc::gen::inRange<std::size_t>(0, 3),
                                                                        rc::gen::arbitrary<char>()));
  }
  const std::string result = refusal(text);  // any other exception fails the test
  RC_ASSERT(result == "accepted" || result.starts_with("a.toml:"));
}

}  // namespace
}  // namespace augustus::manage::config_test

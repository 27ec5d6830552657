// SPDX-License-Identifier: Apache-2.0
// Commands of several programs and machines to the RIB and the FIB, Faces that go, routes that expire. After each, the
// FIB is what a plain recomputation of inheritance says, with the later of two writers; the router's own prefixes are as
// they were; another machine has changed nothing but routes that it made to its own Face; and every prefix is somebody's
// part of the pool.
#include "manage/rib_module.hh"

#include <unistd.h>

#include <map>
#include <set>

#include "fuzz/input.hh"
#include "fuzz/require.hh"
#include "manage/fib_module.hh"
#include "unit/manage/command_builder.hh"
#include "unit/manage/recording_data_plane.hh"

namespace {

using namespace augustus;
using namespace augustus::manage;
using wire::Name;
using Hops = std::map<FaceId, std::uint32_t>;

constexpr FaceId first_face = 300;
constexpr unsigned faces = 6;  // the first two are of programs on this machine
constexpr unsigned operations_max = 100;

bool is_remote(FaceId face) {
  return face >= first_face + 2;
}

class Management {
 public:
  explicit Management(std::uint32_t fib_prefixes) : plane_(fib_prefixes) {
    for (unsigned i = 0; i < faces; ++i) {
      add_face(first_face + i);
    }
    for (const char* const uri : {"/localhost/nfd", "/localhop/nfd"}) {
      own_.push_back(Name::literal(uri));
      const Route route{.face = face_id_management, .flags = route_flag_child_inherit | route_flag_capture};
      require(rib_.add(own_.back(), route) == table::FibOutcome::ok);
      access_.reserve(own_.back());
    }
    follow_rib();
  }

  void run(Input& input, bool with_fib_commands) {
    for (unsigned i = 0; i < operations_max && !input.empty(); ++i) {
      step(input, with_fib_commands);
      check_fib();
    }
    check_pool();
    for (unsigned i = 0; i < faces; ++i) {
      forget(first_face + i, 3);
      check_fib();
    }
    require(rib_.prefix_count() == own_.size() && plane_.fib.size() == own_.size());
    require(fib_.pool().figures().in_use == own_.size() && rib_.routes().figures().in_use == own_.size());
  }

 private:
  using Key = std::tuple<Name, FaceId, std::uint64_t>;
  using Routes = std::map<Key, Route>;

  void step(Input& input, bool with_fib_commands) {
    const FaceId incoming = first_face + input.below(faces);
    switch (input.below(with_fib_commands ? 12 : 9)) {
      case 0:
        now_ += input.byte() * 100 * nanoseconds_per_millisecond;
        while (rib_.expire(now_) <= now_) {
        }
        refresh_all();
        return follow_rib();
      case 1:
        return forget(first_face + input.below(faces), 1 + input.below(4));
      case 2:
        return add_face(first_face + input.below(faces));
      case 3:
        return read(incoming, input.one_in(2) ? "rib" : "fib");
      case 4:
      case 5:
        return change_rib(input, incoming, "unregister");
      case 9:
      case 10:
        return change_fib(input, incoming, "add-nexthop");
      case 11:
        return change_fib(input, incoming, "remove-nexthop");
      default:
        return change_rib(input, incoming, "register");
    }
  }

  void add_face(FaceId face) {
    if (plane_.faces.contains(face)) {
      return;
    }
    plane_.add_face(face, is_remote(face) ? "udp4://192.0.2." + std::to_string(face - first_face) : "unix:///tmp/program");
    if (!is_remote(face)) {
      auto& info = plane_.faces[face];
      info.scope = forward::FaceScope::local;
      const auto user = face == first_face ? geteuid() : uid_t{12345};
      info.peer = face::UnixPeer{.user = user, .group = gid_t{12345}, .groups = {}};
    }
  }

  void forget(FaceId face, std::size_t at_once) {
    plane_.faces.erase(face);
    while (!rib_.remove_face(face, at_once)) {
    }
    refresh_all();
    follow_rib();
    while (!fib_.remove_face(face, at_once)) {
    }
    for (const Name& prefix : added_[face]) {
      expected_[prefix].erase(face);
    }
    added_.erase(face);
  }

  /// What is inherited below arrives in turns.
  void refresh_all() {
    while (!rib_.refresh_more(1)) {
    }
  }

  static Name draw_prefix(Input& input) {
    static const char* const special[] = {"/localhost/nfd", "/localhost/nfd/rib", "/localhop/nfd", "/localhost", "/localhop"};
    const std::uint8_t which = input.byte();
    if (which >= 0xf0) {
      return Name::literal(special[which % std::size(special)]);
    }
    Name prefix;
    for (unsigned i = 0; i < which % 5; ++i) {
      prefix.append((which >> (3 + i) & 1) != 0 ? "a" : "b");
    }
    return prefix;
  }

  ControlParameters draw_parameters(Input& input, FaceId incoming) {
    ControlParameters parameters;
    parameters.name = draw_prefix(input);
    const std::uint8_t which = input.byte();
    if ((which & 1) != 0) {
      parameters.face_id = is_remote(incoming) && (which & 6) != 0 ? incoming : first_face - 1 + (which >> 4) % (faces + 2);
    }
    return parameters;
  }

  /// The code of the answer; 0: there was none.
  std::uint64_t command(const char* module, const char* verb, const ControlParameters& parameters, FaceId incoming) {
    static const Name localhost = Name::literal("/localhost/nfd");
    static const Name localhop = Name::literal("/localhop/nfd");
    plane_.sent.clear();
    wall_ += nanoseconds_per_millisecond;
    const auto interest =
        test::sign_digest(test::unsigned_command(module, verb, parameters, is_remote(incoming) ? localhop : localhost), wall_);
    dispatcher_.handle(interest, incoming, now_, wall_);
    if (plane_.sent.empty()) {
      return 0;
    }
    require(plane_.sent.size() == 1);
    const auto data = wire::Data::decode(plane_.sent[0]);
    require(data.has_value());
    const auto response = ControlResponse::decode(data->content);
    require(response.has_value());
    return response->code;
  }

  void change_rib(Input& input, FaceId incoming, const char* verb) {
    auto parameters = draw_parameters(input, incoming);
    const std::uint8_t which = input.byte();
    if ((which & 1) != 0) {
      static constexpr std::uint64_t origins[] = {0, 64, 65, 129, 255, 7, 8, 9};
      parameters.origin = origins[which >> 1 & 7] + (which >= 0xc0 ? which : 0u);
    }
    if (verb[0] == 'r') {
      const std::uint8_t how = input.byte();
      parameters.cost = how >> 4;
      parameters.flags = how & 3;
      if ((how & 4) != 0) {
        parameters.expiration_period_ms = input.byte() * 100u;
      }
    }
    const Routes before = routes();
    command("rib", verb, parameters, incoming);
    if (is_remote(incoming)) {
      check_made_by(incoming, before, routes());
    }
    follow_rib();
  }

  void change_fib(Input& input, FaceId incoming, const char* verb) {
    auto parameters = draw_parameters(input, incoming);
    const FaceId face = static_cast<FaceId>(parameters.face_id.value_or(incoming));
    const bool adds = verb[0] == 'a';
    if (adds) {
      parameters.cost = input.byte();
    }
    if (command("fib", verb, parameters, incoming) != 200) {
      return;
    }
    require(!is_remote(incoming));
    if (adds) {
      expected_[*parameters.name][face] = static_cast<std::uint32_t>(*parameters.cost);
      added_[face].insert(*parameters.name);
    } else {
      expected_[*parameters.name].erase(face);
      added_[face].erase(*parameters.name);
    }
  }

  void read(FaceId incoming, const char* module) {
    if (!plane_.faces.contains(incoming)) {
      return;
    }
    wire::Interest interest;
    interest.name = Name::literal("/localhost/nfd").append(module).append("list");
    interest.can_be_prefix = true;
    interest.nonce = 1;
    plane_.sent.clear();
    dispatcher_.handle(test::reparse(interest), incoming, now_, wall_);
    require(!is_remote(incoming) || plane_.sent.empty());
    dispatcher_.tick(now_, wall_);
  }

  Routes routes() const {
    Routes all;
    rib_.for_each([&all](const Name& prefix, const std::vector<Route>& routes) {
      for (const Route& route : routes) {
        require(all.emplace(Key(prefix, route.face, route.origin), route).second);
      }
    });
    return all;
  }

  static bool is_same(const Route& a, const Route& b) {
    return a.cost == b.cost && a.flags == b.flags && a.expires == b.expires && a.registrar == b.registrar;
  }

  /// What differs is a route to `face` that it has made itself, before and after.
  static void check_made_by(FaceId face, const Routes& before, const Routes& after) {
    const auto check_missing = [face](const Routes& some, const Routes& others) {
      for (const auto& [key, route] : some) {
        const auto other = others.find(key);
        if (other == others.end() || !is_same(route, other->second)) {
          require(route.face == face && route.registrar == face);
        }
      }
    };
    check_missing(before, after);
    check_missing(after, before);
  }

  static std::uint32_t cheapest(const Hops& hops, FaceId face, std::uint64_t cost) {
    const auto found = hops.find(face);
    return found == hops.end() ? static_cast<std::uint32_t>(cost) : std::min(found->second, static_cast<std::uint32_t>(cost));
  }

  /// What the RIB gives to a prefix that has routes (NFD developer's guide, RIB management).
  static Hops plain_hops(const std::map<Name, std::vector<Route>>& entries, const Name& prefix) {
    Hops hops;
    bool capture = false;
    for (const Route& route : entries.at(prefix)) {
      hops[route.face] = cheapest(hops, route.face, route.cost);
      capture = capture || route.capture();
    }
    for (std::size_t length = prefix.size(); length-- > 0 && !capture;) {
      const auto entry = entries.find(prefix.prefix(length));
      if (entry == entries.end()) {
        continue;
      }
      Hops inherited;
      for (const Route& route : entry->second) {
        capture = capture || route.capture();
        if (route.child_inherit()) {
          inherited[route.face] = cheapest(inherited, route.face, route.cost);
        }
      }
      hops.insert(inherited.begin(), inherited.end());
    }
    return hops;
  }

  /// Brings what changed among the RIB's next hops into what the FIB is expected to have.
  void follow_rib() {
    std::map<Name, std::vector<Route>> entries;
    rib_.for_each([&entries](const Name& prefix, const auto& routes) { entries[prefix] = routes; });
    std::map<Name, Hops> of_rib;
    for (const auto& [prefix, routes] : entries) {
      require(!routes.empty());
      of_rib[prefix] = plain_hops(entries, prefix);
    }
    for (const auto& [prefix, hops] : of_rib_) {
      for (const auto& [face, cost] : hops) {
        if (!of_rib[prefix].contains(face)) {
          expected_[prefix].erase(face);
        }
      }
    }
    for (const auto& [prefix, hops] : of_rib) {
      for (const auto& [face, cost] : hops) {
        const auto former = of_rib_[prefix].find(face);
        if (former == of_rib_[prefix].end() || former->second != cost) {
          expected_[prefix][face] = cost;
        }
      }
    }
    of_rib_ = std::move(of_rib);
  }

  void check_fib() {
    std::map<Name, Hops> fib;
    for (const auto& [prefix, hops] : plane_.fib) {
      for (const table::NextHop& hop : hops) {
        require(fib[prefix].emplace(hop.face, hop.cost).second);
      }
    }
    std::erase_if(expected_, [](const auto& entry) { return entry.second.empty(); });
    require(fib == expected_);
    for (const Name& own : own_) {
      require(fib[own] == Hops{{face_id_management, 0}});
    }
    for (const auto& [prefix, hops] : fib) {
      require(!access_.is_own(prefix) || prefix == own_[0] || prefix == own_[1]);
    }
  }

  /// Every prefix that somebody made is a part; only where there was no unit left, none was taken.
  void check_pool() {
    const PoolFigures figures = fib_.pool().figures();
    std::size_t parts = rib_.prefix_count();
    for (const auto& [face, prefixes] : added_) {
      parts += prefixes.size();
    }
    const bool could_be_full = figures.capacity < 200;
    require(figures.in_use <= figures.capacity && (could_be_full ? figures.in_use <= parts : figures.in_use == parts));
  }

  static ManagerOptions options() {
    ManagerOptions options;
    options.localhop_rib = true;
    return options;
  }

  /// Of a FIB with room for so many prefixes.
  struct Plane : test::RecordingDataPlane {
    explicit Plane(std::uint32_t fib_prefixes) { fib_prefixes_max = fib_prefixes; }
  };

  Plane plane_;
  Authenticator authenticator_{options()};
  Access access_{plane_, options()};
  FibWriter fib_{plane_};
  Rib rib_{fib_, plane_};
  Dispatcher dispatcher_{plane_, authenticator_, access_, true};
  FibModule fib_module_{plane_, fib_, access_, dispatcher_};
  RibModule rib_module_{plane_, rib_, authenticator_, access_, dispatcher_};
  std::vector<Name> own_;
  std::map<Name, Hops> expected_;                 ///< of the FIB
  std::map<Name, Hops> of_rib_;                   ///< the RIB's part of it, as last looked at
  std::map<FaceId, std::set<Name>> added_;        ///< by fib commands
  TimeNs now_ = 1000 * nanoseconds_per_second;
  TimeNs wall_ = test::some_wall;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  // Where both write, neither is ever refused for want of room.
  const bool with_fib_commands = input.one_in(2);
  Management management(with_fib_commands ? 256 : 3 + input.below(16));
  management.run(input, with_fib_commands);
  return 0;
}

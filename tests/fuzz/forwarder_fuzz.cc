// SPDX-License-Identifier: Apache-2.0
// A whole forwarder, in one of two ways. Either beside the plain reference forwarder: one question a name at a time, in
// one or several partitions, with both kinds of packet, and the packets of the input itself; what both send is the same.
// Or alone, through tables so small that something is always full or evicted, with an SSD, stale Data, digests, hints,
// Nacks and Faces that go: the checked build looks at all tables after each burst, and nothing is left behind.
#include <deque>
#include <memory>
#include <set>

#include "fuzz/input.hh"
#include "fuzz/require.hh"
#include "scenario/packet_codec.hh"
#include "scenario/partitions_driver.hh"
#include "traffic/reference_forwarder.hh"
#include "wire/compact_codec.hh"
#include "wire/data.hh"
#include "wire/interest.hh"
#include "wire/lp_codec.hh"

namespace {

using namespace augustus;
using scenario::Packet;
using scenario::PacketSpec;
using traffic::ReferenceForwarder;
using wire::PacketKind;
using Bytes = std::vector<std::uint8_t>;

constexpr unsigned consumers = 3;  // Faces 1 to 3
constexpr unsigned producers = 2;  // Faces 4 and 5
constexpr unsigned compact_consumer = 6;
constexpr unsigned compact_producer = 7;
constexpr unsigned faces = compact_producer;
constexpr std::uint32_t batch = 8;
constexpr unsigned packets_max = 128;

PacketPool& packet_pool() {
  static auto* const pool = new PacketPool("forwarder", 4095, 255);
  return *pool;
}

Bytes compact_bytes(const wire::CompactPacket& fields) {
  Bytes bytes(2000);
  bytes.resize(wire::encode_compact(fields, wire::PacketFormat::compact, bytes));
  require(!bytes.empty());
  return bytes;
}

/// c/ and one of three objects, then a segment.
Bytes compact_name(Input& input, unsigned segments) {
  Bytes name{'c', '/', static_cast<std::uint8_t>('a' + input.below(3)), '/', 0, 0, 0};
  name.push_back(static_cast<std::uint8_t>(input.below(segments)));
  return name;
}

const std::vector<std::uint16_t> compact_ends{2, 4, 8};

wire::Name draw_name(Input& input) {
  wire::Name name;
  name.append(input.one_in(2) ? "a" : "film");
  for (unsigned components = input.below(4); components != 0; --components) {
    name.append(std::string(input.one_in(8) ? 40 * input.below(5) : 1, static_cast<char>('a' + input.below(4))));
  }
  if (input.one_in(2)) {
    name.append_number(wire::component_type::segment, input.below(24));
  }
  return name;
}

/// The forwarder and the plain one, asked the same.
class Beside {
 public:
  explicit Beside(unsigned partitions)
      : scenario_{.name = "reference", .sizes = {.cs = 0}},
        driver_(scenario_, partitions, batch, packet_pool()) {
    driver_.add_face({.face = 1});
    driver_.add_face({.face = 4});
    driver_.add_compact_face(compact_consumer);
    driver_.add_compact_face(compact_producer);
    driver_.set_route({wire::Name(), {{4, 10}}});
    driver_.set_compact_route("c/", {{compact_producer, 10}});
    ndn_.add_route({});
    compact_.add_route({'c', '/'});
  }

  void run(Input& input) {
    for (unsigned i = 0; i < packets_max && !input.empty(); ++i) {
      const std::uint8_t what = input.byte();
      switch (what % 4) {
        case 0:
          ask(draw_name(input), input);
          break;
        case 1:
          answer(draw_name(input), input);
          break;
        case 2:
          send_compact(input);
          break;
        default:
          send_own(input);
      }
    }
    require(driver_.finish() == std::nullopt);
  }

 private:
  void ask(const wire::Name& name, Input& input) {
    wire::Interest interest{.name = name};
    interest.nonce = ++nonce_;
    interest.lifetime_ms = 100;
    const auto token = input.bytes(input.below(9));
    send_interest(interest.encode(), {token.begin(), token.end()});
  }

  /// A name is asked for once at a time.
  void send_interest(const Bytes& packet, Bytes token) {
    const auto interest = wire::Interest::decode(packet);
    if (asked_.insert(interest->name.uri()).second) {
      send(ndn_, 1, {.kind = PacketKind::interest, .bytes = packet, .token = std::move(token)});
    }
  }

  void answer(const wire::Name& name, Input& input) {
    wire::Data data;
    data.name = name;
    data.content.assign(input.byte() * 8u, 'x');
    send_data(data.encode());
  }

  void send_data(const Bytes& packet) {
    asked_.erase(wire::Data::decode(packet)->name.uri());
    send(ndn_, 4, {.kind = PacketKind::data, .bytes = packet});
  }

  /// The input's own bytes, where the reference forwarder does all that there is to do with them.
  void send_own(Input& input) {
    const auto bytes = input.bytes(input.two_bytes() % 1200);
    const Bytes packet(bytes.begin(), bytes.end());
    if (const auto interest = wire::Interest::decode(packet)) {
      const bool plain = interest->nonce && !interest->hop_limit && !interest->can_be_prefix &&
                         interest->forwarding_hint.empty() && interest->lifetime_ms.value_or(4000) != 0;
      if (plain && is_ordinary(interest->name) && nonces_.insert({interest->name.uri(), *interest->nonce}).second) {
        send_interest(packet, Bytes(input.below(9), 7));
      }
    } else if (const auto data = wire::Data::decode(packet); data && is_ordinary(data->name)) {
      send_data(packet);
    }
  }

  /// Not of this machine's own scope, without a digest, and not too deep to be looked up as it is.
  static bool is_ordinary(const wire::Name& name) {
    static const wire::Name localhost = wire::Name::literal("/localhost");
    static const wire::Name localhop = wire::Name::literal("/localhop");
    return !name.empty() && name.size() <= wire::prefix_components_max && !localhost.is_prefix_of(name) &&
           !localhop.is_prefix_of(name) && name[name.size() - 1].type != wire::component_type::implicit_digest;
  }

  void send_compact(Input& input) {
    const Bytes name = compact_name(input, 4);
    const bool is_data = input.one_in(2);
    const Bytes payload(is_data ? input.byte() : 0u, std::uint8_t{1});
    wire::CompactPacket fields{.kind = is_data ? PacketKind::data : PacketKind::interest,
                               .name = name,
                               .component_ends = compact_ends,
                               .payload = payload};
    const std::string key(name.begin(), name.end());
    if (is_data) {
      asked_.erase(key);
    } else {
      fields.nonce = ++nonce_;
      fields.lifetime_ms = 100;
      if (!asked_.insert(key).second) {
        return;
      }
    }
    send(compact_, is_data ? compact_producer : compact_consumer,
         {.kind = fields.kind, .format = wire::PacketFormat::compact, .bytes = compact_bytes(fields)});
  }

  void send(ReferenceForwarder& reference, unsigned face, const Packet& packet) {
    const bool from_consumer = face == 1 || face == compact_consumer;
    const auto expected =
        reference.forward(link_packet(packet), from_consumer ? ReferenceForwarder::Port::consumer
                                                             : ReferenceForwarder::Port::producer);
    driver_.send({{face, packet}});
    const bool is_ndn = packet.format == wire::PacketFormat::ndn;
    for (unsigned other = 1; other <= faces; ++other) {
      const bool to_consumer = other == (is_ndn ? 1 : compact_consumer);
      const bool to_producer = other == (is_ndn ? 4 : compact_producer);
      const auto sent = driver_.take(other);
      const bool meant = expected && (expected->port == ReferenceForwarder::Port::consumer ? to_consumer : to_producer);
      require(sent.has_value() == meant);
      if (sent) {
        require(sent->bytes == expected->packet && sent->token == expected->token && sent->kind != PacketKind::nack);
        require(!driver_.take(other));
      }
    }
  }

  static Bytes link_packet(const Packet& packet) {
    if (packet.token.empty()) {
      return packet.bytes;
    }
    wire::LpHeader header;
    header.pit_token_length = static_cast<std::uint8_t>(packet.token.size());
    std::copy(packet.token.begin(), packet.token.end(), header.pit_token.begin());
    Bytes bytes(wire::lp_header_bytes_max);
    bytes.resize(wire::encode_lp_header(header, packet.bytes.size(), bytes));
    bytes.insert(bytes.end(), packet.bytes.begin(), packet.bytes.end());
    return bytes;
  }

  scenario::Scenario scenario_;
  scenario::PartitionsDriver driver_;
  ReferenceForwarder ndn_{wire::PacketFormat::ndn};
  ReferenceForwarder compact_{wire::PacketFormat::compact};
  std::set<std::string> asked_;
  std::set<std::pair<std::string, std::uint32_t>> nonces_;
  std::uint32_t nonce_ = 0x70000000;
};

/// The forwarder alone, with everything that there is.
class Alone {
 public:
  explicit Alone(Input& input) : partitions_(input.one_in(2) ? 1 : 3), scenario_(draw_scenario(input)),
        driver_(scenario_, partitions_, batch, packet_pool(), {}, table::PitStructure::name_table) {
    static const char* const strategies[] = {"best-route", "multicast", "access",        "round-robin",
                                             "random",     "asf",       "self-learning", "best-route"};
    for (unsigned face = 1; face <= consumers + producers; ++face) {
      driver_.add_face({.face = face, .local = face == 3, .multi_access = face == 2});
    }
    driver_.add_compact_face(compact_consumer);
    driver_.add_compact_face(compact_producer);
    driver_.set_strategy({wire::Name(), strategies[input.below(std::size(strategies))]});
    driver_.set_route({wire::Name::literal("/a"), {{4, 10}, {5, 20}}});
    driver_.set_route({wire::Name::literal("/film"), {{5, 10}, {4, 20}}});
    driver_.set_route({wire::Name::literal("/hint"), {{4, 10}}});
    driver_.set_compact_route("c/", {{compact_producer, 10}});
  }

  void run(Input& input) {
    for (unsigned left = packets_max; left != 0 && !input.empty();) {
      const unsigned count = std::min(left, 1 + input.below(input.one_in(4) ? 64 : 4));
      left -= count;
      std::vector<std::pair<unsigned, Packet>> burst;
      for (unsigned i = 0; i < count && !input.empty(); ++i) {
        burst.push_back(draw_packet(input));
      }
      driver_.send(burst);
      for (unsigned face = 1; face <= faces; ++face) {
        while (const auto sent = driver_.take(face)) {
          note_sent(face, *sent);
        }
      }
      between_bursts(input);
    }
    require(driver_.finish() == std::nullopt);
  }

 private:
  static scenario::Scenario draw_scenario(Input& input) {
    scenario::Scenario scenario{.name = "small tables"};
    scenario.sizes = {.names = 40u + input.below(40),
                      .pit = 12u + input.below(24),
                      .records = 4u + input.below(8),
                      .digests = 2u + input.below(4),
                      .name_bytes = 16u << 10,
                      .cs = 8u + input.below(40),
                      .cs_bytes = (4u + input.below(6)) * 8192,
                      .frame_bytes = 8192,
                      .nonces = 64,
                      .ssd = input.one_in(2) ? (40u + input.below(60)) * 8192 : 0};
    scenario.cs_policy = input.one_in(2) ? "lru" : "fifo";
    scenario.regions.push_back(wire::Name::literal("/here"));
    return scenario;
  }

  void between_bursts(Input& input) {
    switch (input.below(8)) {
      case 0:
      case 1:
        return driver_.advance(input.below(60));
      case 2:
        return driver_.set_face_state(
            {1 + input.below(2), input.one_in(2) ? scenario::FaceState::down : scenario::FaceState::up});
      case 3:
        driver_.set_capacity(input.below(3) * 8);
        return driver_.set_capacity(scenario_.sizes.cs);
      default:
        return;
    }
  }

  void note_sent(unsigned face, const Packet& packet) {
    if (packet.kind == PacketKind::interest) {
      asked_.emplace_back(face, packet);
      if (asked_.size() > 32) {
        asked_.pop_front();
      }
    }
  }

  std::pair<unsigned, Packet> draw_packet(Input& input) {
    switch (input.below(8)) {
      case 0:
        return draw_compact(input);
      case 1:
        return {1 + input.below(consumers + producers), encode(draw_data(draw_name(input), input), memory_)};
      case 2: {
        const auto own = input.bytes(1 + input.two_bytes() % 600);
        if (own.empty()) {
          return draw_interest(input);
        }
        return {1 + input.below(consumers + producers), {.bytes = {own.begin(), own.end()}}};
      }
      case 3:
      case 4:
      case 5:
        if (!asked_.empty()) {
          return draw_answer(input);
        }
        [[fallthrough]];
      default:
        return draw_interest(input);
    }
  }

  std::pair<unsigned, Packet> draw_interest(Input& input) {
    PacketSpec spec{.name = draw_name(input), .nonce_kind = PacketSpec::Nonce::number, .nonce = 1u + input.below(200)};
    const std::uint8_t flags = input.byte();
    const std::uint8_t more = input.byte();
    spec.can_be_prefix = (flags & 3) == 0;
    spec.must_be_fresh = (flags & 4) != 0;
    static constexpr std::uint64_t lifetimes[] = {5, 50, 400, 100};
    spec.lifetime_ms = lifetimes[flags >> 3 & 3];
    if (more % 8 == 0) {
      spec.digest = PacketSpec::Digest::wrong;
    } else if (more % 8 == 1 && !digests_.empty()) {
      const auto& [name, digest] = digests_[(more >> 3) % digests_.size()];
      spec.name = name;
      spec.digest = PacketSpec::Digest::last_data;
      memory_.last_data_digest = digest;
    }
    if (flags >> 5 == 0) {
      static const char* const hints[] = {"/hint", "/nowhere", "/here"};
      spec.hint = {wire::Name::literal(hints[input.below(3)])};
    }
    if (flags >> 5 < 4) {
      spec.token = Bytes{static_cast<std::uint8_t>(input.below(4))};
    }
    if (flags >> 5 == 7) {
      spec.hop_limit = static_cast<std::uint8_t>(1 + input.below(2));
    }
    return {1 + input.below(input.one_in(8) ? consumers + producers : consumers), encode(spec, memory_)};
  }

  PacketSpec draw_data(wire::Name name, Input& input) {
    PacketSpec data{.kind = PacketKind::data, .name = std::move(name)};
    static constexpr std::uint64_t freshness[] = {0, 0, 20, 10000};
    const std::uint8_t how = input.byte();
    data.freshness_ms = freshness[how & 3];
    data.content = std::string((how & 0x30) == 0 ? 600 : (how & 0x70) == 0x10 ? 3000 : 20, 'x');
    data.no_cache = (how & 0x8c) == 0x8c;
    return data;
  }

  /// The Data that an Interest asked for, Data below its name, or a Nack.
  std::pair<unsigned, Packet> draw_answer(Input& input) {
    const auto at = asked_.begin() + input.below(static_cast<unsigned>(asked_.size()));
    auto [face, asked] = *at;
    if (!input.one_in(6)) {
      asked_.erase(at);
    }
    if (face >= compact_consumer) {
      return {face, compact_answer(asked, input)};
    }
    if (input.one_in(6)) {
      asked.kind = PacketKind::nack;
      asked.reason = input.one_in(2) ? wire::NackReason::no_route : wire::NackReason::congestion;
      asked.token.clear();
      return {face, asked};
    }
    const auto interest = wire::Interest::decode(asked.bytes);
    if (!interest) {
      return draw_interest(input);
    }
    auto name = interest->name;
    if (!name.empty() && name[name.size() - 1].type == wire::component_type::implicit_digest) {
      name = name.prefix(name.size() - 1);
    }
    if (interest->can_be_prefix && input.one_in(2)) {
      name.append("below" + std::to_string(input.below(3)));
    }
    auto packet = encode(draw_data(name, input), memory_);
    digests_.emplace_back(name, memory_.last_data_digest);
    if (digests_.size() > 8) {
      digests_.pop_front();
    }
    return {face, std::move(packet)};
  }

  static std::pair<unsigned, Packet> draw_compact(Input& input) {
    const Bytes name = compact_name(input, 16);
    const bool is_data = input.one_in(10);
    const Bytes payload(is_data ? 300 : 0, std::uint8_t{1});
    wire::CompactPacket fields{.kind = is_data ? PacketKind::data : PacketKind::interest,
                               .name = name,
                               .component_ends = compact_ends,
                               .payload = payload};
    if (!is_data) {
      fields.nonce = 1u + input.below(200);
      fields.lifetime_ms = input.one_in(2) ? 50 : 400;
    }
    return {is_data ? compact_producer : compact_consumer,
            {.kind = fields.kind, .format = wire::PacketFormat::compact, .bytes = compact_bytes(fields)}};
  }

  static Packet compact_answer(const Packet& asked, Input& input) {
    wire::PacketView view;
    require(wire::parse_compact(asked.bytes, wire::PacketFormat::compact, view) == wire::ParseOutcome::ok);
    const Bytes payload(input.one_in(2) ? 500 : 30, static_cast<std::uint8_t>(input.below(2)));
    wire::CompactPacket fields{.kind = PacketKind::data,
                               .name = wire::name_bytes(view, asked.bytes.data()),
                               .component_ends = {view.component_end.data(), view.component_count},
                               .payload = payload};
    if (input.one_in(2)) {
      fields.freshness_s = input.below(3);
    }
    return {.kind = PacketKind::data, .format = wire::PacketFormat::compact, .bytes = compact_bytes(fields)};
  }

  unsigned partitions_;
  scenario::Scenario scenario_;
  scenario::PartitionsDriver driver_;
  scenario::Memory memory_;
  std::deque<std::pair<unsigned, Packet>> asked_;
  std::deque<std::pair<wire::Name, std::array<std::uint8_t, 32>>> digests_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Input input(bytes, size);
  if (input.one_in(2)) {
    Beside(input.one_in(2) ? 1 : 3).run(input);
  } else {
    Alone(input).run(input);
  }
  return 0;
}

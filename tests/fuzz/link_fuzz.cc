// SPDX-License-Identifier: Apache-2.0
// Two link services and a link between them that loses, repeats, reorders and changes packets, over time, with fragments
// that a stranger made up. What comes out whole is a packet that went in, or a stranger's fragments of one message in
// their order; with reliability and an honest link everything comes out; what is held is bounded; nothing misses its
// time; and in the end all buffers are back without anybody closing the Face.
#include "face/link_service.hh"

#include <deque>
#include <set>

#include "fuzz/input.hh"
#include "fuzz/packet_buffers.hh"
#include "fuzz/require.hh"

namespace {

using namespace augustus;
using namespace augustus::face;

constexpr TimeNs ms = nanoseconds_per_millisecond;
constexpr std::uint32_t queue_packets = 256;
constexpr std::uint32_t messages_max = 16;
constexpr std::size_t under_way_max = 512;
/// First bytes behind the type: whose packet it is.
constexpr std::uint8_t honest = 1;
constexpr std::uint8_t made_up = 2;

/// One end of the link.
class End {
 public:
  End(std::uint64_t flags, std::size_t mtu)
      : queue_(queue_packets),
        buffers_(packet_buffers(), faces_, 1, messages_max),
        context_{.faces = faces_, .pool = packet_buffers(), .queue = queue_, .buffers = buffers_, .mtu = mtu} {
    FaceInfo info;
    info.flags = flags;
    face_ = faces_.add(info, 0);
    link_ = std::make_unique<LinkService>(context_, face_);
  }

  void send(const forward::Outgoing& outgoing, TimeNs now) {
    forward::Outgoing out = outgoing;
    out.face = face_;
    link_->send(out, now);
  }
  void receive(std::span<const std::uint8_t> bytes, std::uint64_t endpoint, TimeNs now) {
    if (rte_mbuf* const packet = packet_buffers().copy_of(bytes)) {
      link_->receive(packet, {.endpoint = endpoint, .source = endpoint}, inbox_, now);
    } else {
      link_->counters().in_no_buffer.add();
    }
    const BufferShares& fragments = buffers_.reassembler.buffers();
    for (const PoolShares* shares : {&fragments.small(), &fragments.large()}) {
      require(shares->in_use() <= shares->capacity());
    }
  }
  /// Link packets that left.
  std::vector<Bytes> take() {
    std::vector<Bytes> packets;
    for (; !queue_.empty(); queue_.pop()) {
      iovec pieces[gather_max];
      const unsigned count = gather(queue_.at(0), 0, pieces);
      Bytes packet;
      for (unsigned i = 0; i < count; ++i) {
        const auto* const start = static_cast<const std::uint8_t*>(pieces[i].iov_base);
        packet.insert(packet.end(), start, start + pieces[i].iov_len);
      }
      require(!packet.empty() && packet.size() == queue_.at(0).bytes() && packet.size() <= context_.mtu);
      packets.push_back(std::move(packet));
    }
    return packets;
  }
  std::vector<Bytes> take_inbox() { return std::exchange(inbox_.packets, {}); }

  /// When there is more to do.
  TimeNs tick(TimeNs now) {
    const TimeNs waits_until = buffers_.reassembler.expire(now);
    require(waits_until > now);
    const TimeNs next = link_->tick(now);
    require(next > now || queue_.room() == 0);
    return std::min(waits_until, std::max(next, now + 1));
  }
  bool holds_messages() const { return buffers_.reassembler.message_figures().in_use != 0; }
  const FaceCounters& counters() const { return link_->counters(); }

 private:
  FaceTable faces_{2};
  FaceId face_ = face_id_none;
  Inbox inbox_;
  SendQueue queue_;
  LinkBuffers buffers_;
  LinkContext context_;
  std::unique_ptr<LinkService> link_;
};

class Link {
 public:
  explicit Link(Input& input)
      : reliable_(input.one_in(2)),
        mtu_(64 + std::size_t{input.byte()} * 8),
        ends_{End(reliable_ ? flag_lp_reliability : 0, mtu_), End(reliable_ ? flag_lp_reliability : 0, mtu_)} {}

  void run(Input& input) {
    while (!input.empty()) {
      step(input);
      collect();
    }
    settle();
    check_nothing_missing();
  }

 private:
  struct UnderWay {
    unsigned to;
    Bytes bytes;
  };

  void step(Input& input) {
    switch (input.below(8)) {
      case 0:
        return advance(input.byte() * TimeNs{1} * ms * (input.one_in(4) ? 50 : 1));
      case 1:
        return send(input);
      case 2:
        for (unsigned count = input.below(16); count != 0; --count) {
          deliver(0);
        }
        return;
      case 3:
        return lose_or_repeat(input);
      case 4:
        return make_up(input);
      case 5:
        tampered_ = true;
        return ends_[input.byte() % 2].receive(input.bytes(input.byte()), 0, now_);
      case 6:
        return deliver(input.byte());
      default:
        return change(input);
    }
  }

  void send(Input& input) {
    const unsigned from = input.byte() % 2;
    Bytes packet(8 + input.below(2400));
    const std::size_t value = packet.size() - 4;
    for (std::size_t i = 0; i < packet.size(); ++i) {
      packet[i] = static_cast<std::uint8_t>(number_ + i * 7);
    }
    const std::uint8_t header[] = {6, 253, static_cast<std::uint8_t>(value >> 8), static_cast<std::uint8_t>(value),
                                   honest, static_cast<std::uint8_t>(number_ >> 8), static_cast<std::uint8_t>(number_)};
    std::copy(std::begin(header), std::end(header), packet.begin());
    ++number_;
    forward::Outgoing out;
    out.packet = packet_buffers().copy_of(packet);
    if (out.packet == nullptr) {
      return;
    }
    out.kind = wire::PacketKind::data;
    out.pit_token_length = static_cast<std::uint8_t>(input.below(9));
    sent_.emplace(1 - from, std::move(packet));
    ends_[from].send(out, now_);
  }

  void lose_or_repeat(Input& input) {
    if (under_way_.empty()) {
      return;
    }
    const auto at = under_way_.begin() + input.byte() % static_cast<int>(under_way_.size());
    if (input.one_in(2)) {
      under_way_.erase(at);
      honest_link_ = false;
    } else {
      UnderWay again = *at;
      under_way_.push_back(std::move(again));
    }
  }

  void change(Input& input) {
    if (under_way_.empty()) {
      return;
    }
    tampered_ = true;
    Bytes& bytes = under_way_[input.byte() % under_way_.size()].bytes;
    const std::size_t at = input.byte() % bytes.size();
    if (input.one_in(4)) {
      bytes.resize(at + 1);
    } else {
      bytes[at] = input.byte();
    }
  }

  /// A fragment of a stranger's; its place in its message stands in it.
  void make_up(Input& input) {
    const std::uint8_t endpoint = input.byte() % 4;
    const std::uint8_t message = input.byte() % 32;
    wire::LpHeader header;
    header.frag_count = 2 + input.below(6);
    header.frag_index = input.below(static_cast<unsigned>(header.frag_count));
    header.has_sequence = true;
    header.sequence = message * 16u + header.frag_index;
    Bytes payload{static_cast<std::uint8_t>(header.frag_index == 0 ? 6 : 0), made_up, endpoint, message,
                  static_cast<std::uint8_t>(header.frag_index), static_cast<std::uint8_t>(header.frag_count), 0};
    const std::size_t filling = input.byte() * std::size_t{input.one_in(4) ? 9u : 1u};
    payload.resize(payload.size() + filling);
    payload[6] = static_cast<std::uint8_t>(filling >> 8);
    payload.insert(payload.begin() + 7, static_cast<std::uint8_t>(filling));
    Bytes packet(wire::lp_header_bytes_max);
    packet.resize(wire::encode_lp_header(header, payload.size(), packet));
    packet.insert(packet.end(), payload.begin(), payload.end());
    strangers_ = true;
    ends_[1].receive(packet, endpoint, now_);
  }

  void deliver(unsigned which) {
    if (under_way_.empty()) {
      return;
    }
    const auto at = under_way_.begin() + which % static_cast<int>(under_way_.size());
    const UnderWay packet = std::move(*at);
    under_way_.erase(at);
    ends_[packet.to].receive(packet.bytes, 0, now_);
  }

  void advance(TimeNs time) {
    now_ += time;
    for (End& end : ends_) {
      end.tick(now_);
    }
  }

  void collect() {
    for (unsigned from = 0; from < 2; ++from) {
      for (Bytes& bytes : ends_[from].take()) {
        if (under_way_.size() < under_way_max) {
          under_way_.push_back({1 - from, std::move(bytes)});
        } else {
          honest_link_ = false;
        }
      }
      for (const Bytes& packet : ends_[from].take_inbox()) {
        check_received(from, packet);
      }
    }
  }

  void check_received(unsigned at, const Bytes& packet) {
    if (tampered_) {
      return;
    }
    if (packet.size() > 1 && packet[1] == made_up) {
      check_made_up(packet);
      return;
    }
    require(sent_.contains({at, packet}));
    received_.emplace(at, packet);
  }

  /// Fragments of one message, all of them, by their index.
  static void check_made_up(const Bytes& packet) {
    std::size_t at = 0;
    unsigned index = 0;
    while (at < packet.size()) {
      require(packet.size() - at >= 8 && packet[at + 1] == made_up && packet[at + 4] == index);
      require(packet[at + 2] == packet[2] && packet[at + 3] == packet[3] && packet[at + 5] == packet[5]);
      at += 8 + (packet[at + 6] << 8 | packet[at + 7]);
      ++index;
    }
    require(at == packet.size() && index == packet[5]);
  }

  /// Everything that is under way arrives, and both ends do what they have to until they have nothing more to do.
  void settle() {
    for (unsigned rounds = 0;; ++rounds) {
      require(rounds < 10'000);
      while (!under_way_.empty()) {
        deliver(0);
        collect();
      }
      const TimeNs next = std::min(ends_[0].tick(now_), ends_[1].tick(now_));
      collect();
      if (under_way_.empty() && next == time_never) {
        require(!ends_[0].holds_messages() && !ends_[1].holds_messages());
        return;
      }
      now_ = under_way_.empty() ? next : now_ + ms;
    }
  }

  void check_nothing_missing() const {
    if (!reliable_ || tampered_ || strangers_) {
      return;
    }
    for (const End& end : ends_) {
      const FaceCounters& counts = end.counters();
      for (const Counter* reason : {&counts.in_reassembly_dropped, &counts.in_no_buffer, &counts.out_oversized,
                                    &counts.out_queue_full, &counts.out_unprotected, &counts.lost}) {
        if (reason->value() != 0) {
          return;
        }
      }
      require(!honest_link_ || counts.in_malformed.value() == 0);
    }
    require(received_ == sent_);
  }

  bool reliable_;
  std::size_t mtu_;
  End ends_[2];
  std::deque<UnderWay> under_way_;
  std::set<std::pair<unsigned, Bytes>> sent_;  ///< by where to
  std::set<std::pair<unsigned, Bytes>> received_;
  TimeNs now_ = nanoseconds_per_second;
  unsigned number_ = 0;
  bool honest_link_ = true;
  bool tampered_ = false;
  bool strangers_ = false;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const unsigned before = packet_buffers().in_use();
  Input input(bytes, size);
  Link link(input);
  link.run(input);
  require(packet_buffers().in_use() == before);
  return 0;
}

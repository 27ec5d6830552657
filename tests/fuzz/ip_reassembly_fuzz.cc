// SPDX-License-Identifier: Apache-2.0
// IP fragments of several sources over time, in any order, overlapping, without ends: a packet that comes out is made of
// the bytes that were sent for its places, every fragment is accounted for, nothing waits beyond its time, and in the end
// all buffers are back.
#include "face/port/ip_reassembler.hh"

#include "fuzz/input.hh"
#include "fuzz/packet_buffers.hh"
#include "fuzz/require.hh"

namespace {

using namespace augustus;
using namespace augustus::face;

constexpr IpReassembler::Limits limits{
    .packets = 8, .buffers = 24, .buffers_per_packet = 10, .bytes_per_packet = 4000, .timeout = nanoseconds_per_second};

/// What stands at a place of a packet says whose it is and where.
std::uint8_t content(unsigned source, std::uint32_t id, std::size_t at) {
  return static_cast<std::uint8_t>(source * 101 + id * 37 + at + (at >> 8) * 13);
}

IpAddress address(unsigned source) {
  const std::uint8_t four[] = {192, 0, 2, static_cast<std::uint8_t>(source)};
  const std::uint8_t sixteen[] = {0x20, 1, 0xd, 0xb8, 0, static_cast<std::uint8_t>(source), 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  return source % 2 == 0 ? IpAddress::v4(four) : IpAddress::v6(sixteen);
}

class Reassembly {
 public:
  void run(Input& input) {
    while (!input.empty()) {
      if (input.one_in(8)) {
        now_ += std::uint64_t{input.byte()} * input.byte() * nanoseconds_per_millisecond / 16;
        require(reassembler_.expire(now_) > now_);
      } else {
        take_fragment(input);
      }
      check_account();
    }
    now_ += limits.timeout;
    require(reassembler_.expire(now_) == time_never);
    require(reassembler_.figures().in_use == 0);
    check_account();
  }

 private:
  void take_fragment(Input& input) {
    const std::uint8_t which = input.byte();
    const unsigned source = which % 4;
    IpView ip{};
    ip.source = address(source);
    ip.destination = address(which >> 7);
    ip.fragment_id = which >> 2 & 3;
    const std::uint8_t form = input.byte();
    ip.protocol = form % 2 == 0 ? protocol_udp : protocol_icmp;
    ip.more_fragments = form % 4 < 3;
    ip.is_fragment = true;
    // As the decoders of IP headers let through: not empty, of whole eights unless it is the last.
    const unsigned unit = form & 0x80 ? 8 : 256;
    ip.fragment_offset = static_cast<std::uint16_t>(input.below(form & 0x80 ? 512 : 20) * unit);
    std::size_t bytes = (input.byte() % 8 + 1) * std::size_t{unit};
    bytes -= ip.more_fragments ? 0 : form >> 4 & 7;
    const std::uint32_t id = ip.fragment_id | (which & 0x80) | (ip.source.is_v4() ? ip.protocol << 8 : 0u);
    Bytes payload(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
      payload[i] = content(source, id, ip.fragment_offset + i);
    }
    rte_mbuf* const buffer = packet_buffers().copy_of(payload);
    if (buffer == nullptr) {
      return;
    }
    ip.payload = packet_bytes(buffer);
    const auto before = waiting() - 1;
    const auto drops_before = drops();
    rte_mbuf* const whole = reassembler_.receive(buffer, ip, now_);
    if (whole == nullptr) {
      return;
    }
    const auto got = packet_bytes(whole);
    require(!ip.is_fragment && ip.payload.data() == got.data() && ip.payload.size() == got.size());
    require(!got.empty() && got.size() <= limits.bytes_per_packet);
    for (std::size_t i = 0; i < got.size(); ++i) {
      require(got[i] == content(source, id, i));
    }
    rte_pktmbuf_free(whole);
    // What waited, and this one, but for what was dropped on the way.
    completed_ += before + 1 - waiting() - (drops() - drops_before);
  }

  /// Nothing else holds buffers.
  std::uint64_t waiting() const { return packet_buffers().in_use() - before_; }
  std::uint64_t drops() const {
    std::uint64_t sum = 0;
    for (const auto& drop : counters_.drops) {
      sum += drop.value();
    }
    return sum;
  }
  void check_account() const {
    require(waiting() <= limits.buffers);
    require(counters_.in_fragments.value() == waiting() + drops() + completed_);
  }

  unsigned before_ = packet_buffers().in_use();
  PortCounters counters_;
  IpReassembler reassembler_{packet_buffers(), counters_, limits};
  TimeNs now_ = nanoseconds_per_second;
  std::uint64_t completed_ = 0;  ///< fragments of packets that came out
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const unsigned before = packet_buffers().in_use();
  Input input(bytes, size);
  {
    auto reassembly = std::make_unique<Reassembly>();
    reassembly->run(input);
    require(packet_buffers().in_use() == before);
  }
  require(packet_buffers().in_use() == before);
  return 0;
}

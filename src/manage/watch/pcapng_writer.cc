// SPDX-License-Identifier: Apache-2.0
#include "manage/watch/pcapng_writer.hh"

#include <fmt/format.h>

#include <array>
#include <concepts>
#include <string_view>

namespace augustus::manage {
namespace {

constexpr std::uint32_t section_header = 0x0A0D0D0A;
constexpr std::uint32_t interface_description = 1;
constexpr std::uint32_t enhanced_packet = 6;
constexpr std::uint16_t link_type_ethernet = 1;
constexpr std::uint16_t option_end = 0;
constexpr std::uint16_t interface_name = 2;
constexpr std::uint16_t interface_description_text = 3;
constexpr std::uint16_t interface_time_resolution = 9;
constexpr std::uint16_t section_application = 4;
constexpr std::uint16_t packet_flags = 2;
constexpr std::uint32_t inbound = 1;
constexpr std::uint32_t outbound = 2;
constexpr std::size_t ethernet_header_bytes = 14;

/// One block being written: its length stands at both ends.
class Block {
 public:
  Block(std::vector<std::uint8_t>& out, std::uint32_t type) : out_(out), start_(out.size()) {
    put(type);
    put(std::uint32_t{0});
  }
  ~Block() {
    const auto length = static_cast<std::uint32_t>(out_.size() - start_ + sizeof(std::uint32_t));
    put(length);
    for (unsigned byte = 0; byte < sizeof(length); ++byte) {
      out_[start_ + sizeof(std::uint32_t) + byte] = static_cast<std::uint8_t>(length >> (8 * byte));
    }
  }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  template <std::unsigned_integral Number>
  void put(Number number) {
    for (unsigned byte = 0; byte < sizeof(number); ++byte) {
      out_.push_back(static_cast<std::uint8_t>(number >> (8 * byte)));
    }
  }
  void put(std::span<const std::uint8_t> bytes) { out_.insert(out_.end(), bytes.begin(), bytes.end()); }
  void pad() { out_.resize(out_.size() + (4 - (out_.size() - start_) % 4) % 4); }
  void option(std::uint16_t code, std::span<const std::uint8_t> value) {
    put(code);
    put(static_cast<std::uint16_t>(value.size()));
    put(value);
    pad();
  }
  void option(std::uint16_t code, std::string_view text) {
    option(code, std::span(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()));
  }
  void end_options() { put(std::uint32_t{option_end}); }

 private:
  std::vector<std::uint8_t>& out_;
  std::size_t start_;
};

/// A locally administered address that says which Face, 02:4e:FF:FF:FF:FF; the router's own is
/// 02:4e:00:00:00:00.
std::array<std::uint8_t, 6> address_of(FaceId face) {
  return {0x02,
          0x4e,
          static_cast<std::uint8_t>(face >> 24),
          static_cast<std::uint8_t>(face >> 16),
          static_cast<std::uint8_t>(face >> 8),
          static_cast<std::uint8_t>(face)};
}

}  // namespace

void PcapngWriter::begin(std::vector<std::uint8_t>& out) {
  Block block(out, section_header);
  block.put(std::uint32_t{0x1A2B3C4D});
  block.put(std::uint16_t{1});
  block.put(std::uint16_t{0});
  block.put(~std::uint64_t{0});
  block.option(section_application, std::string_view("augustus"));
  block.end_options();
}

void PcapngWriter::add_interface(std::vector<std::uint8_t>& out, FaceId face,
                                 const std::string& description) {
  const auto number = static_cast<std::uint32_t>(interfaces_.size());
  interfaces_.emplace(face, number);
  Block block(out, interface_description);
  block.put(link_type_ethernet);
  block.put(std::uint16_t{0});
  block.put(std::uint32_t{0});
  block.option(interface_name, fmt::format("face{}", face));
  block.option(interface_description_text, description);
  const std::uint8_t nanoseconds = 9;
  block.option(interface_time_resolution, std::span(&nanoseconds, 1));
  block.end_options();
}

void PcapngWriter::add_frame(std::vector<std::uint8_t>& out, FaceId face, TimeNs wall, std::uint32_t length,
                             std::span<const std::uint8_t> bytes) const {
  Block block(out, enhanced_packet);
  block.put(interfaces_.at(face));
  block.put(static_cast<std::uint32_t>(wall >> 32));
  block.put(static_cast<std::uint32_t>(wall));
  block.put(static_cast<std::uint32_t>(bytes.size()));
  block.put(length);
  block.put(bytes);
  block.pad();
}

void PcapngWriter::add_packet(std::vector<std::uint8_t>& out, FaceId face, bool outgoing, TimeNs wall,
                              std::uint32_t length, std::span<const std::uint8_t> bytes) const {
  constexpr std::array<std::uint8_t, 2> ndn_type{0x86, 0x24};
  Block block(out, enhanced_packet);
  block.put(interfaces_.at(face));
  block.put(static_cast<std::uint32_t>(wall >> 32));
  block.put(static_cast<std::uint32_t>(wall));
  block.put(static_cast<std::uint32_t>(bytes.size() + ethernet_header_bytes));
  block.put(static_cast<std::uint32_t>(length + ethernet_header_bytes));
  block.put(address_of(outgoing ? face : 0));
  block.put(address_of(outgoing ? 0 : face));
  block.put(ndn_type);
  block.put(bytes);
  block.pad();
  std::array<std::uint8_t, 4> flags{static_cast<std::uint8_t>(outgoing ? outbound : inbound), 0, 0, 0};
  block.option(packet_flags, flags);
  block.end_options();
}

}  // namespace augustus::manage

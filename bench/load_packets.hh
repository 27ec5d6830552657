// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace augustus::bench {

/// The names of the load: /udp-load/<filler>/<parent>/<leaf>, 76 characters as a URI, 256 leaves a parent.
/// The sequence number is the parent and leaf's 19 decimal digits; parent is the number without its last 8
/// bits.
struct LoadNames {
  static constexpr std::string_view root = "udp-load", filler = "names-of-seventy-six-letters";
  static constexpr std::size_t digits = 18;
  static constexpr std::size_t components_bytes = 2 + root.size() + 2 + filler.size() + 2 * (2 + digits);
  static constexpr std::size_t uri_characters = components_bytes - 4;
};
static_assert(LoadNames::uri_characters == 76);

inline void append(std::vector<std::uint8_t>& out, std::initializer_list<int> bytes) {
  for (const int byte : bytes) out.push_back(static_cast<std::uint8_t>(byte));
}

inline void append(std::vector<std::uint8_t>& out, std::string_view text) {
  out.push_back(8);
  out.push_back(static_cast<std::uint8_t>(text.size()));
  out.insert(out.end(), text.begin(), text.end());
}

inline void write_digits(std::uint8_t* at, std::uint64_t value) {
  for (std::size_t i = LoadNames::digits; i-- > 0; value /= 10)
    at[i] = static_cast<std::uint8_t>('0' + value % 10);
}

/// Interests that differ in sequence number and nonce only.
class InterestTemplate {
 public:
  explicit InterestTemplate(std::uint32_t lifetime_ms) {
    append(packet_, {0x05, 0, 0x07, static_cast<int>(LoadNames::components_bytes)});
    append(packet_, LoadNames::root);
    append(packet_, LoadNames::filler);
    append(packet_, std::string_view("000000000000000000"));
    leaf_ = packet_.size() + 2;
    append(packet_, std::string_view("000000000000000000"));
    nonce_ = packet_.size() + 2;
    append(packet_, {0x0a, 4, 0, 0, 0, 0});
    append(packet_, {0x0c, 2, static_cast<int>(lifetime_ms >> 8), static_cast<int>(lifetime_ms & 0xff)});
    packet_[1] = static_cast<std::uint8_t>(packet_.size() - 2);
  }

  /// Writes the Interest with this number; its size in bytes.
  std::size_t write(std::uint8_t* out, std::uint64_t sequence, std::uint32_t nonce) const {
    std::memcpy(out, packet_.data(), packet_.size());
    write_digits(out + leaf_ - 2 - LoadNames::digits, sequence >> 8);
    write_digits(out + leaf_, sequence);
    std::memcpy(out + nonce_, &nonce, sizeof nonce);
    return packet_.size();
  }

 private:
  std::vector<std::uint8_t> packet_;
  std::size_t leaf_ = 0, nonce_ = 0;
};

/// Where a received packet, bare or in a link packet, has what the load needs of it.
struct LoadPacket {
  std::uint8_t kind;                        ///< 5 Interest, 6 Data
  std::span<const std::uint8_t> name;       ///< the Name TLV
  std::span<const std::uint8_t> pit_token;  ///< the PitToken header TLV, or empty
  std::uint64_t sequence;
};

/// A TLV's number at `at`, which moves past it; no value when the bytes end first.
inline std::optional<std::uint32_t> read_number(std::span<const std::uint8_t> bytes, std::size_t& at) {
  if (at >= bytes.size()) return std::nullopt;
  const std::uint8_t first = bytes[at++];
  if (first < 253) return first;
  const std::size_t size = first == 253 ? 2 : 4;
  if (first == 255 || at + size > bytes.size()) return std::nullopt;
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < size; ++i) value = value << 8 | bytes[at++];
  return value;
}

/// Reads a packet of this load; no value for anything else, a Nack included.
inline std::optional<LoadPacket> read_packet(std::span<const std::uint8_t> bytes) {
  LoadPacket packet{};
  std::size_t at = 0;
  auto type = read_number(bytes, at);
  auto length = read_number(bytes, at);
  if (type && *type == 0x64) {
    for (;;) {
      const std::size_t start = at;
      type = read_number(bytes, at);
      length = read_number(bytes, at);
      if (!type || !length || at + *length > bytes.size() || *type == 800) return std::nullopt;
      if (*type == 0x50) break;
      at += *length;
      if (*type == 0x62) packet.pit_token = bytes.subspan(start, at - start);
    }
    type = read_number(bytes, at);
    length = read_number(bytes, at);
  }
  if (!type || !length || (*type != 5 && *type != 6)) return std::nullopt;
  packet.kind = static_cast<std::uint8_t>(*type);
  const std::size_t name_size = 2 + LoadNames::components_bytes;
  if (at + name_size > bytes.size() || bytes[at] != 0x07 || bytes[at + 1] != LoadNames::components_bytes)
    return std::nullopt;
  packet.name = bytes.subspan(at, name_size);
  for (std::size_t i = name_size - LoadNames::digits; i < name_size; ++i)
    packet.sequence = packet.sequence * 10 + (packet.name[i] - '0');
  return packet;
}

/// Data that differ in name only; a PIT token is sent back.
class DataTemplate {
 public:
  explicit DataTemplate(std::size_t payload_bytes) {
    append(tail_, {0x14, 4, 0x19, 2, 0x27, 0x10});  // FreshnessPeriod 10 s
    append(tail_, {0x15, static_cast<int>(payload_bytes)});
    tail_.resize(tail_.size() + payload_bytes, 'x');
    append(tail_, {0x16, 3, 0x1b, 1, 0, 0x17, 32});
    tail_.resize(tail_.size() + 32, 0);
  }

  /// Writes the Data that answers an Interest; its size in bytes.
  std::size_t write(std::uint8_t* out, const LoadPacket& interest) const {
    const std::size_t value = interest.name.size() + tail_.size();
    const std::size_t data = 4 + value;
    std::uint8_t* at = out;
    const auto put = [&at](std::span<const std::uint8_t> bytes) {
      std::memcpy(at, bytes.data(), bytes.size());
      at += bytes.size();
    };
    const auto head = [&](std::uint8_t type, std::size_t size) {
      const std::array<std::uint8_t, 4> bytes{type, 253, static_cast<std::uint8_t>(size >> 8),
                                              static_cast<std::uint8_t>(size)};
      size < 253 ? put(std::array<std::uint8_t, 2>{type, static_cast<std::uint8_t>(size)}) : put(bytes);
    };
    if (!interest.pit_token.empty()) {
      const std::size_t fragment = value < 253 ? data - 2 : data;
      head(0x64, interest.pit_token.size() + fragment + (fragment < 253 ? 2 : 4));
      put(interest.pit_token);
      head(0x50, fragment);
    }
    head(0x06, value);
    put(interest.name);
    put(tail_);
    return static_cast<std::size_t>(at - out);
  }

 private:
  std::vector<std::uint8_t> tail_;
};

}  // namespace augustus::bench

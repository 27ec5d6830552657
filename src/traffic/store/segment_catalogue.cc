// SPDX-License-Identifier: Apache-2.0
#include "traffic/store/segment_catalogue.hh"

#include <array>
#include <cstring>
#include <stdexcept>

#include "traffic/names/random.hh"
#include "wire/plain_length.hh"

namespace augustus::traffic {
namespace {

constexpr std::array<std::uint8_t, 5> top{0x08, 3, 's', 's', 'd'};
constexpr std::size_t object_component_bytes = 6;
constexpr std::uint8_t type_segment = 50;
/// SignatureInfo (DigestSha256) and a SignatureValue, which nobody on the way looks at.
constexpr std::size_t signature_bytes = 5 + 34;
/// Contents begin at so many places of the pattern.
constexpr std::uint64_t pattern_places = 1u << 16;

constexpr std::array<std::uint8_t, signature_bytes> make_signature() {
  std::array<std::uint8_t, signature_bytes> bytes{0x16, 3, 0x1b, 1, 0, 0x17, 32};
  for (std::size_t i = 7; i < bytes.size(); ++i) {
    bytes[i] = 0x51;
  }
  return bytes;
}
constexpr auto signature = make_signature();

/// Bytes of the shortest NonNegativeInteger.
std::size_t number_bytes(std::uint64_t number) {
  return number < 0x100 ? 1 : number < 0x10000 ? 2 : 4;
}

std::uint8_t* write_big_endian(std::uint8_t* to, std::uint64_t number, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    to[i] = static_cast<std::uint8_t>(number >> 8 * (bytes - 1 - i));
  }
  return to + bytes;
}

std::uint64_t read_big_endian(const std::uint8_t* from, std::size_t bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    number = number << 8 | from[i];
  }
  return number;
}

std::size_t with_header(std::size_t length) {
  return 1 + wire::plain_length_bytes(length) + length;
}

std::size_t name_size(std::uint64_t number) {
  return top.size() + object_component_bytes + 2 + number_bytes(number);
}

}  // namespace

SegmentCatalogue::SegmentCatalogue(std::uint64_t objects, std::uint32_t segments_per_object,
                                   std::uint32_t content_bytes)
    : objects_(objects), per_object_(segments_per_object), content_bytes_(content_bytes) {
  if (objects == 0 || objects > ~std::uint32_t{0} || segments_per_object == 0 ||
      content_bytes > content_bytes_max || content_bytes < sizeof(std::uint64_t)) {
    throw std::invalid_argument("catalogue: at least one object of one segment, content of 8 to 8600 bytes");
  }
  pattern_.resize(pattern_places + content_bytes);
  Random random(0x5eed);
  for (auto& byte : pattern_) {
    byte = static_cast<std::uint8_t>(random.next());
  }
}

std::vector<std::uint8_t> SegmentCatalogue::prefix() {
  return {top.begin(), top.end()};
}

std::size_t SegmentCatalogue::write_name(std::uint8_t* to, std::uint64_t segment) const {
  const std::uint64_t number = segment % per_object_;
  std::memcpy(to, top.data(), top.size());
  std::uint8_t* at = to + top.size();
  *at++ = 0x08;
  *at++ = 4;
  at = write_big_endian(at, segment / per_object_, 4);
  *at++ = type_segment;
  *at++ = static_cast<std::uint8_t>(number_bytes(number));
  return static_cast<std::size_t>(write_big_endian(at, number, number_bytes(number)) - to);
}

std::size_t SegmentCatalogue::write_interest(std::uint8_t* to, std::uint64_t segment, std::uint64_t token,
                                             std::uint32_t nonce) const {
  std::array<std::uint8_t, name_bytes_max> name;
  const std::size_t name_bytes = write_name(name.data(), segment);
  const std::size_t bare = with_header(with_header(name_bytes) + 6);
  std::uint8_t* at = to;
  *at++ = 0x64;
  at = wire::write_plain_length(at, 10 + with_header(bare));
  *at++ = 0x62;
  *at++ = 8;
  std::memcpy(at, &token, 8);
  at += 8;
  *at++ = 0x50;
  at = wire::write_plain_length(at, bare);
  *at++ = 0x05;
  at = wire::write_plain_length(at, with_header(name_bytes) + 6);
  *at++ = 0x07;
  at = wire::write_plain_length(at, name_bytes);
  std::memcpy(at, name.data(), name_bytes);
  at += name_bytes;
  *at++ = 0x0a;
  *at++ = 4;
  std::memcpy(at, &nonce, 4);
  return static_cast<std::size_t>(at + 4 - to);
}

std::size_t SegmentCatalogue::data_size(std::uint64_t segment) const {
  return with_header(with_header(name_size(segment % per_object_)) + with_header(content_bytes_) +
                     signature_bytes);
}

/// Everything before the content's value.
std::size_t SegmentCatalogue::write_head(std::uint8_t* to, std::uint64_t segment) const {
  const std::size_t name_bytes = name_size(segment % per_object_);
  std::uint8_t* at = to;
  *at++ = 0x06;
  at = wire::write_plain_length(at, with_header(name_bytes) + with_header(content_bytes_) + signature_bytes);
  *at++ = 0x07;
  at = wire::write_plain_length(at, name_bytes);
  at += write_name(at, segment);
  *at++ = 0x15;
  at = wire::write_plain_length(at, content_bytes_);
  return static_cast<std::size_t>(at - to);
}

/// The content behind its first 8 bytes, which are the segment's number.
const std::uint8_t* SegmentCatalogue::content_of(std::uint64_t segment) const {
  return pattern_.data() + scramble(segment) % pattern_places;
}

std::size_t SegmentCatalogue::write_data(std::uint8_t* to, std::uint64_t segment) const {
  std::uint8_t* at = to + write_head(to, segment);
  std::memcpy(at, content_of(segment), content_bytes_);
  std::memcpy(at, &segment, sizeof(segment));
  std::memcpy(at + content_bytes_, signature.data(), signature.size());
  return static_cast<std::size_t>(at + content_bytes_ + signature.size() - to);
}

std::optional<std::uint64_t> SegmentCatalogue::segment_of(std::span<const std::uint8_t> interest) const {
  constexpr std::size_t before = 4 + top.size();
  const std::size_t number_at = before + object_component_bytes + 2;
  if (interest.size() < number_at + 1 || interest[0] != 0x05 || interest[2] != 0x07 ||
      std::memcmp(interest.data() + 4, top.data(), top.size()) != 0) {
    return std::nullopt;
  }
  const std::size_t bytes = interest[number_at - 1];
  if (bytes > 4 || interest.size() < number_at + bytes) {
    return std::nullopt;
  }
  const std::uint64_t object = read_big_endian(interest.data() + before + 2, 4);
  const std::uint64_t number = read_big_endian(interest.data() + number_at, bytes);
  if (object >= objects_ || number >= per_object_) {
    return std::nullopt;
  }
  return object * per_object_ + number;
}

bool SegmentCatalogue::is_data(std::span<const std::uint8_t> data, std::uint64_t segment) const {
  std::array<std::uint8_t, 64> head;
  const std::size_t head_bytes = write_head(head.data(), segment);
  if (data.size() != head_bytes + content_bytes_ + signature.size()) {
    return false;
  }
  const std::uint8_t* content = data.data() + head_bytes;
  return std::memcmp(data.data(), head.data(), head_bytes) == 0 &&
         std::memcmp(content, &segment, sizeof(segment)) == 0 &&
         std::memcmp(content + sizeof(segment), content_of(segment) + sizeof(segment),
                     content_bytes_ - sizeof(segment)) == 0 &&
         std::memcmp(content + content_bytes_, signature.data(), signature.size()) == 0;
}

}  // namespace augustus::traffic

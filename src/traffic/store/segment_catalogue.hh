// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace augustus::traffic {

/// The objects of a load for the content store: all have as many segments of one size. Segment i is number
/// i % segments of object i / segments, named /ssd/<object>/<segment> by the NDN naming conventions. Every
/// byte of a Data follows from its number, so that all that comes back can be compared.
class SegmentCatalogue {
 public:
  static constexpr std::uint32_t content_bytes_max = 8600;
  static constexpr std::size_t interest_bytes_max = 96;
  static constexpr std::size_t data_bytes_max = 8800;

  /// Throws std::invalid_argument for content that makes a Data too long for a packet.
  SegmentCatalogue(std::uint64_t objects, std::uint32_t segments_per_object, std::uint32_t content_bytes);

  std::uint64_t segments() const { return objects_ * per_object_; }
  std::uint64_t objects() const { return objects_; }
  std::uint32_t segments_per_object() const { return per_object_; }
  /// Bytes of a Data; shorter by up to 3 for the first segments of an object.
  std::size_t data_bytes() const { return data_size(segments() - 1); }

  /// Writes the Interest in an LpPacket with a PIT token (8 bytes); returns its bytes.
  std::size_t write_interest(std::uint8_t* to, std::uint64_t segment, std::uint64_t token,
                             std::uint32_t nonce) const;
  /// Writes the bare Data; returns its bytes.
  std::size_t write_data(std::uint8_t* to, std::uint64_t segment) const;
  /// The segment that a bare Interest asks for; nothing when it is none of this catalogue.
  std::optional<std::uint64_t> segment_of(std::span<const std::uint8_t> interest) const;
  /// Whether this is the segment's Data, all of it.
  bool is_data(std::span<const std::uint8_t> data, std::uint64_t segment) const;

  /// The value of the Name TLV above all names.
  static std::vector<std::uint8_t> prefix();
  static constexpr std::size_t name_bytes_max = 5 + 6 + 6;
  std::size_t write_name(std::uint8_t* to, std::uint64_t segment) const;

 private:
  std::size_t write_head(std::uint8_t* to, std::uint64_t segment) const;
  std::size_t data_size(std::uint64_t segment) const;
  const std::uint8_t* content_of(std::uint64_t segment) const;

  std::uint64_t objects_;
  std::uint32_t per_object_;
  std::uint32_t content_bytes_;
  std::vector<std::uint8_t> pattern_;  ///< a Data's content is a stretch of it
};

}  // namespace augustus::traffic

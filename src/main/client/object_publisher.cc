// SPDX-License-Identifier: Apache-2.0
#include "main/client/object_publisher.hh"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "main/client/metadata.hh"
#include "main/client/segment.hh"
#include "wire/data.hh"

namespace augustus::client {
namespace {

constexpr std::size_t packet_bytes_max = 8800;

}  // namespace

ObjectPublisher::ObjectPublisher(wire::Name prefix, std::uint64_t version, const ContentSource& content,
                                 const PublishOptions& options)
    : prefix_(std::move(prefix)),
      versioned_name_(wire::Name(prefix_).append_number(wire::component_type::version, version)),
      metadata_name_(metadata_prefix(prefix_)
                         .append_number(wire::component_type::version, version)
                         .append_number(wire::component_type::segment, 0)),
      content_(content),
      options_(options),
      segment_count_(
          std::max<std::uint64_t>(1, (content.size() + options.segment_bytes - 1) / options.segment_bytes)),
      served_(segment_count_) {
  // The last but one segment is full and its number takes as many bytes as any.
  const std::size_t largest = make_segment(segment_count_ < 2 ? 0 : segment_count_ - 2).size();
  if (largest > packet_bytes_max) {
    throw std::runtime_error(
        fmt::format("segments of {} B make packets of {} B with this name, and a packet holds at most {} B: "
                    "choose smaller ones",
                    options.segment_bytes, largest, packet_bytes_max));
  }
}

std::vector<std::uint8_t> ObjectPublisher::answer(const wire::Interest& interest) {
  const wire::Name& name = interest.name;
  if (versioned_name_.is_prefix_of(name) && name.size() == versioned_name_.size() + 1) {
    const auto segment = last_number(name, wire::component_type::segment);
    if (!segment || *segment >= segment_count_) {
      return {};
    }
    segments_served_ += served_[*segment] ? 0 : 1;
    served_[*segment] = true;
    return make_segment(*segment);
  }
  const auto matches = [&](const wire::Name& data) {
    return name == data || (interest.can_be_prefix && name.is_prefix_of(data));
  };
  if (name.size() > prefix_.size() && matches(metadata_name_)) {
    return make_metadata();
  }
  return interest.can_be_prefix && name.is_prefix_of(versioned_name_) ? make_segment(0)
                                                                      : std::vector<std::uint8_t>{};
}

std::vector<std::uint8_t> ObjectPublisher::make_segment(std::uint64_t segment) const {
  wire::Data data;
  data.name = versioned_name_;
  data.name.append_number(wire::component_type::segment, segment);
  data.freshness_ms = options_.freshness_ms;
  data.final_block_id = make_final_block_id(segment_count_ - 1);
  data.content = content_.read(segment * options_.segment_bytes, options_.segment_bytes);
  return data.encode();
}

std::vector<std::uint8_t> ObjectPublisher::make_metadata() const {
  wire::Data data;
  data.name = metadata_name_;
  data.freshness_ms = options_.metadata_freshness_ms;
  data.final_block_id = make_final_block_id(0);
  data.content = Metadata{versioned_name_, segment_count_ - 1}.encode();
  return data.encode();
}

}  // namespace augustus::client

// SPDX-License-Identifier: Apache-2.0
#include "wire/segment_name.hh"

#include "wire/name.hh"
#include "wire/tlv_header.hh"

namespace augustus::wire {

SegmentName split_segment(std::span<const std::uint8_t> name_value, const SegmentRule& rule) {
  const SegmentName whole{.prefix_bytes = name_value.size(), .number = 0, .segmented = false};
  const std::uint8_t* const end = name_value.data() + name_value.size();
  TlvHeader last{};
  const std::uint8_t* start = end;
  for (const std::uint8_t* at = name_value.data(); at < end; at = last.end()) {
    if (read_tlv_header(at, end, last) != TlvOutcome::ok) {
      return whole;
    }
    start = at;
  }
  if (start == end) {
    return whole;
  }
  std::span<const std::uint8_t> value = last.bytes();
  if (rule.with_marker && last.type == component_type::generic && !value.empty() && value[0] == rule.marker) {
    value = value.subspan(1);
  } else if (last.type != rule.component_type) {
    return whole;
  }
  SegmentName segment{
      .prefix_bytes = static_cast<std::size_t>(start - name_value.data()), .number = 0, .segmented = true};
  return read_number(value, segment.number) ? segment : whole;
}

}  // namespace augustus::wire

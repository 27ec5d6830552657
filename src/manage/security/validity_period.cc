// SPDX-License-Identifier: Apache-2.0
#include "manage/security/validity_period.hh"

#include <ctime>
#include <string>

#include "wire/tlv_reader.hh"

namespace augustus::manage {

namespace {

constexpr std::uint32_t tlv_not_before = 254;
constexpr std::uint32_t tlv_not_after = 255;

/// "YYYYMMDDThhmmss", UTC, to nanoseconds since 1970.
std::optional<TimeNs> parse_time(std::span<const std::uint8_t> value) {
  const std::string text(value.begin(), value.end());
  std::tm fields{};
  const char* end = strptime(text.c_str(), "%Y%m%dT%H%M%S", &fields);
  if (text.size() != 15 || end != text.c_str() + text.size()) {
    return std::nullopt;
  }
  const std::time_t seconds = timegm(&fields);
  constexpr std::time_t seconds_max = static_cast<std::time_t>(time_never / nanoseconds_per_second);
  if (seconds < 0) {
    return TimeNs{0};
  }
  return seconds >= seconds_max ? time_never : static_cast<TimeNs>(seconds) * nanoseconds_per_second;
}

}  // namespace

std::optional<ValidityPeriod> ValidityPeriod::decode(std::span<const std::uint8_t> value) {
  wire::TlvReader reader(value);
  const auto first = reader.next();
  const auto second = reader.next();
  if (!first || first->type != tlv_not_before || !second || second->type != tlv_not_after) {
    return std::nullopt;
  }
  const auto not_before = parse_time(first->value);
  const auto not_after = parse_time(second->value);
  if (!not_before || !not_after) {
    return std::nullopt;
  }
  return ValidityPeriod{*not_before, *not_after};
}

}  // namespace augustus::manage

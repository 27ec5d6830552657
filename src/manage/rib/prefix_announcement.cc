// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/prefix_announcement.hh"

#include <algorithm>
#include <string_view>

#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

namespace {

constexpr std::uint64_t content_type_prefix_announcement = 5;
constexpr std::size_t components_after_prefix = 3;  // 32=PA, version, segment

bool is_announcement_name(const wire::Name& name) {
  const std::size_t size = name.size();
  if (size < components_after_prefix) {
    return false;
  }
  const auto keyword = name[size - 3];
  const std::string_view text(reinterpret_cast<const char*>(keyword.value.data()), keyword.value.size());
  return keyword.type == wire::component_type::keyword && text == "PA" &&
         name[size - 2].type == wire::component_type::version &&
         name[size - 1].type == wire::component_type::segment;
}

bool read_content(std::span<const std::uint8_t> content, PrefixAnnouncement& announcement) {
  wire::TlvReader reader(content);
  std::optional<std::uint64_t> expiration;
  while (!reader.at_end()) {
    const auto element = reader.next();
    if (!element) {
      return false;
    }
    if (element->type == nfd_tlv::expiration_period) {
      expiration = element->number();
    } else if (element->type == ValidityPeriod::tlv_type) {
      announcement.validity = ValidityPeriod::decode(element->value);
      if (!announcement.validity) {
        return false;
      }
    } else if (element->type <= 31 || element->type % 2 == 1) {
      return false;
    }
  }
  announcement.expiration_ms = expiration.value_or(0);
  return expiration.has_value();
}

}  // namespace

std::optional<PrefixAnnouncement> PrefixAnnouncement::from_data(const wire::Data& data) {
  PrefixAnnouncement announcement;
  if (!is_announcement_name(data.name) || data.content_type != content_type_prefix_announcement ||
      !read_content(data.content, announcement)) {
    return std::nullopt;
  }
  announcement.prefix = data.name.prefix(data.name.size() - components_after_prefix);
  return announcement;
}

wire::Data PrefixAnnouncement::to_data(TimeNs wall) const {
  constexpr std::string_view keyword = "PA";
  wire::Data data;
  data.name = prefix;
  data.name.append(wire::component_type::keyword,
                   std::span(reinterpret_cast<const std::uint8_t*>(keyword.data()), keyword.size()));
  data.name.append_number(wire::component_type::version, wall / nanoseconds_per_millisecond);
  data.name.append_number(wire::component_type::segment, 0);
  data.content_type = content_type_prefix_announcement;
  wire::TlvWriter content;
  content.number(nfd_tlv::expiration_period, expiration_ms);
  data.content = content.take();
  return data;
}

std::uint64_t PrefixAnnouncement::lifetime_ms(TimeNs wall) const {
  if (!validity) {
    return expiration_ms;
  }
  if (!validity->contains(wall)) {
    return 0;
  }
  return std::min(expiration_ms, (validity->not_after - wall) / nanoseconds_per_millisecond);
}

}  // namespace augustus::manage

// SPDX-License-Identifier: Apache-2.0
#include "main/client/metadata.hh"

#include <string_view>

#include "main/client/segment.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_type.hh"
#include "wire/tlv_writer.hh"

namespace augustus::client {

std::vector<std::uint8_t> Metadata::encode() const {
  wire::TlvWriter writer;
  writer.raw(versioned_name.tlv());
  if (final_segment) {
    writer.element(wire::tlv_type::final_block_id, make_final_block_id(*final_segment));
  }
  return writer.take();
}

std::optional<Metadata> Metadata::decode(std::span<const std::uint8_t> content) {
  wire::TlvReader reader(content);
  const auto first = reader.next();
  if (!first || first->type != wire::tlv_type::name) {
    return std::nullopt;
  }
  const auto name = wire::Name::from_value(first->value);
  if (!name) {
    return std::nullopt;
  }
  Metadata metadata{*name, std::nullopt};
  while (const auto element = reader.next()) {
    if (element->type == wire::tlv_type::final_block_id) {
      metadata.final_segment = client::final_segment({element->value.begin(), element->value.end()});
    }
  }
  return metadata;
}

wire::Name metadata_prefix(const wire::Name& prefix) {
  constexpr std::string_view keyword = "metadata";
  return wire::Name(prefix).append(
      wire::component_type::keyword,
      std::span(reinterpret_cast<const std::uint8_t*>(keyword.data()), keyword.size()));
}

}  // namespace augustus::client

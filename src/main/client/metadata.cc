// SPDX-License-Identifier: Apache-2.0
#include "main/client/metadata.hh"

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>

#include "main/client/segment.hh"
#include "main/client/signature.hh"
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

Metadata discover_version(Client& client, const wire::Name& prefix, std::uint64_t lifetime_ms,
                          unsigned retries) {
  wire::Interest interest;
  interest.name = metadata_prefix(prefix);
  interest.can_be_prefix = true;
  interest.must_be_fresh = true;
  interest.lifetime_ms = lifetime_ms;
  const Reply reply = client.exchange(interest, retries);
  if (reply.kind != Reply::Kind::data) {
    throw std::runtime_error(fmt::format("nobody answers for {}: {}", prefix.uri(), describe(reply)));
  }
  if (check_data_digest(reply.packet) == DigestCheck::invalid) {
    throw std::runtime_error(fmt::format("the metadata of {} does not match its signature", prefix.uri()));
  }
  const std::optional<Metadata> metadata = Metadata::decode(reply.data.content);
  if (!metadata || !last_number(metadata->versioned_name, wire::component_type::version)) {
    throw std::runtime_error(fmt::format("the metadata of {} names no version", prefix.uri()));
  }
  return *metadata;
}

}  // namespace augustus::client

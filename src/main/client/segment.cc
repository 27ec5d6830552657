// SPDX-License-Identifier: Apache-2.0
#include "main/client/segment.hh"

namespace augustus::client {

std::optional<std::uint64_t> last_number(const wire::Name& name, std::uint32_t type) {
  if (name.empty() || name[name.size() - 1].type != type) {
    return std::nullopt;
  }
  return name[name.size() - 1].number();
}

std::optional<std::uint64_t> final_segment(const wire::Data& data) {
  return data.final_block_id ? final_segment(*data.final_block_id) : std::nullopt;
}

std::optional<std::uint64_t> final_segment(const std::vector<std::uint8_t>& final_block_id) {
  const auto component = wire::Name::from_value(final_block_id);
  return component && component->size() == 1 ? last_number(*component, wire::component_type::segment)
                                             : std::nullopt;
}

std::vector<std::uint8_t> make_final_block_id(std::uint64_t segment) {
  const wire::Name component = wire::Name().append_number(wire::component_type::segment, segment);
  return {component.value().begin(), component.value().end()};
}

}  // namespace augustus::client

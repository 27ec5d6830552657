// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <vector>

#include "wire/name.hh"

namespace augustus::wire {

/// RapidCheck generators of wire values.
inline rc::Gen<std::vector<std::uint8_t>> bytes_up_to(std::size_t most) {
  return rc::gen::mapcat(rc::gen::inRange<std::size_t>(0, most + 1), [](std::size_t size) {
    return rc::gen::container<std::vector<std::uint8_t>>(size, rc::gen::arbitrary<std::uint8_t>());
  });
}

/// Component types that matter more often than a uniform draw would bring them.
inline rc::Gen<std::uint32_t> component_types() {
  const auto one_of = [](std::vector<std::uint32_t> types) { return rc::gen::elementOf(types); };
  return rc::gen::weightedOneOf<std::uint32_t>({
      {6, one_of({component_type::generic})},
      {3, one_of({component_type::segment, component_type::version, component_type::keyword,
                  component_type::byte_offset, component_type::timestamp, component_type::sequence_number})},
      {1, one_of({component_type::implicit_digest, component_type::parameters_digest})},
      {1, rc::gen::inRange<std::uint32_t>(3, 65536)},
  });
}

/// A name of `least` to `most` components; digest components may stand anywhere, but at most one
/// ParametersSha256Digest, as the specification has it.
inline rc::Gen<Name> arbitrary_name(std::size_t least, std::size_t most) {
  return rc::gen::exec([least, most] {
    Name name;
    bool has_parameters_digest = false;
    const auto count = *rc::gen::inRange<std::size_t>(least, most + 1);
    while (name.size() < count) {
      const auto type = *component_types();
      if (type == component_type::parameters_digest && has_parameters_digest) {
        continue;
      }
      has_parameters_digest |= type == component_type::parameters_digest;
      const auto value =
          type <= 2 ? *rc::gen::container<std::vector<std::uint8_t>>(32, rc::gen::arbitrary<std::uint8_t>())
                    : *bytes_up_to(12);
      name.append(type, value);
    }
    return name;
  });
}

}  // namespace augustus::wire

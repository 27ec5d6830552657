// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "table/name_prefixes.hh"
#include "wire/name.hh"
#include "wire/packet_view.hh"

namespace augustus::table {

/// A name of `depth` one-letter components; few letters, so that prefixes are shared.
inline wire::Name short_name(std::uint64_t seed, unsigned depth) {
  wire::Name name;
  for (unsigned i = 0; i < depth; ++i) {
    name.append(std::string(1, static_cast<char>('a' + seed % 3)));
    seed /= 3;
  }
  return name;
}

inline rc::Gen<wire::Name> short_names(unsigned depth_max = 5) {
  return rc::gen::map(
      rc::gen::pair(rc::gen::inRange<std::uint64_t>(0, 243), rc::gen::inRange(0u, depth_max + 1)),
      [](const auto& drawn) { return short_name(drawn.first, drawn.second); });
}

/// A view of the name alone, as parse and hash would leave it. The "packet" is the name's value.
inline wire::PacketView view_of(const HashKey& key, const wire::Name& name) {
  wire::PacketView view{};
  const SplitName split(KeyedHash(key), name.value());
  view.name_length = static_cast<std::uint16_t>(name.value().size());
  view.component_count = static_cast<std::uint16_t>(name.size());
  view.component_end = split.end;
  view.prefix_hash = split.prefix_hash;
  view.name_hash = split.prefix_hash[split.count];
  return view;
}

}  // namespace augustus::table

// SPDX-License-Identifier: Apache-2.0
// parse_compact in both layouts: whatever is accepted has every offset inside.
#include "fuzz/require.hh"
#include "unit/wire/compact_invariants.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::wire::PacketFormat;
  for (const auto format : {PacketFormat::compact, PacketFormat::compact_2016}) {
    require(augustus::wire::compact_view_is_inside({bytes, size}, format));
  }
  return 0;
}

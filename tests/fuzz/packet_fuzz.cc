// SPDX-License-Identifier: Apache-2.0
// parse_packet and what runs on its view: whatever is accepted has every offset inside, and the short way
// through the parser sees the same.
#include "fuzz/require.hh"
#include "unit/wire/shortcuts_agree.hh"
#include "unit/wire/view_invariants.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  require(augustus::wire::view_is_inside({bytes, size}));
  require(augustus::wire::common_agrees({bytes, size}));
  return 0;
}

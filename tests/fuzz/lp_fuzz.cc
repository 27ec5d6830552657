// SPDX-License-Identifier: Apache-2.0
// decode_lp: spans stay inside, and a header that is encoded again decodes to the same fields.
#include <vector>

#include "fuzz/require.hh"
#include "unit/wire/same_fields.hh"
#include "unit/wire/shortcuts_agree.hh"
#include "unit/wire/view_invariants.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace augustus::wire;
  const std::span<const std::uint8_t> packet(bytes, size);
  require(lp_header_is_inside(packet));
  require(plain_lp_agrees(packet));
  LpHeader header;
  if (decode_lp(packet, header) != LpOutcome::ok) {
    return 0;
  }
  std::vector<std::uint8_t> encoded(lp_header_bytes_max + header.prefix_announcement.size() + 8);
  const std::size_t encoded_bytes = encode_lp_header(header, header.fragment.size(), encoded);
  require(encoded_bytes > 0);
  encoded.resize(encoded_bytes);
  encoded.insert(encoded.end(), header.fragment.begin(), header.fragment.end());
  LpHeader again;
  require(decode_lp(encoded, again) == LpOutcome::ok);
  require(same_fields(header, again));
  return 0;
}

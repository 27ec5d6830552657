// SPDX-License-Identifier: Apache-2.0
// Interest::decode: what is accepted encodes to an Interest of the same fields.
#include "base/packet_limit.hh"
#include "fuzz/require.hh"
#include "unit/wire/same_fields.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::wire::Interest;
  auto interest = Interest::decode({bytes, size});
  if (!interest) {
    return 0;
  }
  interest->nonce = interest->nonce.value_or(1);
  const auto encoded = interest->encode();
  if (encoded.size() > augustus::packet_bytes_max) {
    return 0;  // a Nonce was added to an Interest of nearly the largest size
  }
  auto again = Interest::decode(encoded);
  require(again && again->parameters_digest_valid());
  if (!interest->parameters_digest_valid()) {
    interest->name = again->name;  // encode() put the right digest in
  }
  require(same_fields(*interest, *again));
  require(again->signed_portion() == interest->signed_portion());
  return 0;
}

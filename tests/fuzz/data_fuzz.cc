// SPDX-License-Identifier: Apache-2.0
// Data::decode: what is accepted encodes to a Data of the same fields and the same signed portion.
#include "fuzz/require.hh"
#include "unit/wire/same_fields.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::wire::Data;
  auto data = Data::decode({bytes, size});
  if (!data) {
    return 0;
  }
  const auto again = Data::decode(data->encode());
  require(again && same_fields(*data, *again) && again->signed_portion() == data->signed_portion());
  // Without the bytes received, the fields alone say the same.
  data->received_portion.clear();
  const auto rebuilt = Data::decode(data->encode());
  require(rebuilt && same_fields(*data, *rebuilt));
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// TlvReader: the elements it gives are the bytes it was given, and writing them again changes nothing.
#include <algorithm>

#include "fuzz/require.hh"
#include "wire/tlv_reader.hh"
#include "wire/tlv_writer.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace augustus::wire;
  TlvReader reader({bytes, size});
  TlvWriter writer;
  while (true) {
    const auto type = reader.peek_type();
    const auto element = reader.next();
    require(type == (element ? element->type : 0));
    if (!element) {
      break;
    }
    writer.element(element->type, element->value);
  }
  require(reader.at_end() != reader.failed());
  require(writer.bytes().size() <= size &&
          std::ranges::equal(writer.bytes(), std::span(bytes, writer.bytes().size())));
  require(!reader.at_end() || writer.bytes().size() == size);
  return 0;
}

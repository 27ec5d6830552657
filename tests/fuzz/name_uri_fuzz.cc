// SPDX-License-Identifier: Apache-2.0
// Name::from_uri: the canonical URI of what is accepted is the same name.
#include "fuzz/require.hh"
#include "wire/name.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::wire::Name;
  if (const auto name = Name::from_uri({reinterpret_cast<const char*>(bytes), size})) {
    const std::string uri = name->uri();
    const auto again = Name::from_uri(uri);
    require(again && *again == *name && again->uri() == uri);
    require(Name::from_value(name->value()) == name);
  }
  return 0;
}

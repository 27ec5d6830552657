// SPDX-License-Identifier: Apache-2.0
// Name::from_value: what is accepted survives its URI, and its prefixes are in order.
#include "fuzz/require.hh"
#include "wire/name.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::wire::Name;
  const auto name = Name::from_value({bytes, size});
  if (!name) {
    return 0;
  }
  require(name->value().size() == size);
  const auto from_uri = Name::from_uri(name->uri());
  require(from_uri && *from_uri == *name);
  Name rebuilt;
  for (std::size_t i = 0; i < name->size(); ++i) {
    rebuilt.append((*name)[i].type, (*name)[i].value);
  }
  require(rebuilt == *name && rebuilt.size() == name->size());
  const Name half = name->prefix(name->size() / 2);
  require(half.is_prefix_of(*name) && (name->empty() || half < *name));
  return 0;
}

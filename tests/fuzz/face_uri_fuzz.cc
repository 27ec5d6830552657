// SPDX-License-Identifier: Apache-2.0
// FaceUri: what parses prints as it was, and a canonical form is its own canonical form.
#include <string_view>

#include "face/face_uri.hh"
#include "fuzz/require.hh"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using augustus::face::FaceUri;
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  const auto uri = FaceUri::parse(text);
  if (!uri) {
    return 0;
  }
  require(uri->text() == text);
  if (const auto canonical = uri->canonical()) {
    require(canonical->is_canonical());
  }
  return 0;
}

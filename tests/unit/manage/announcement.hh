// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "wire/data.hh"
#include "wire/tlv_writer.hh"

namespace augustus::test {

/// A prefix announcement with a DigestSha256 signature; `more_content` goes after its ExpirationPeriod.
inline wire::Data announcement(const std::string& prefix, std::uint64_t expiration_ms,
                               const std::vector<std::uint8_t>& more_content = {}) {
  wire::Data data;
  data.name = wire::Name::literal(prefix + "/32=PA/v=1/seg=0");
  data.content_type = 5;
  wire::TlvWriter content;
  content.number(109, expiration_ms).raw(more_content);
  data.content = content.take();
  return data;
}

/// A ValidityPeriod element; times as "YYYYMMDDThhmmss".
inline std::vector<std::uint8_t> validity(const std::string& from, const std::string& to) {
  wire::TlvWriter writer;
  writer.nested(253, [&](wire::TlvWriter& period) { period.text(254, from).text(255, to); });
  return writer.take();
}

}  // namespace augustus::test

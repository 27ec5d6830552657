// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "manage/security/validity_period.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// A prefix announcement (ndn-cxx PrefixAnnouncement): Data named /<prefix>/32=PA/<version>/<segment> with
/// content type 5, whose content holds ExpirationPeriod and maybe ValidityPeriod.
struct PrefixAnnouncement {
  wire::Name prefix;
  std::uint64_t expiration_ms = 0;
  std::optional<ValidityPeriod> validity;

  static std::optional<PrefixAnnouncement> from_data(const wire::Data& data);
  /// A Data signed with DigestSha256, of the version that `wall` makes; without `validity`.
  wire::Data to_data(TimeNs wall) const;

  /// How long a route made from it may live, in milliseconds: 0 when it is not valid at `wall`.
  std::uint64_t lifetime_ms(TimeNs wall) const;
};

}  // namespace augustus::manage

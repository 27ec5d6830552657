// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace augustus::face {

/// True when the Host field of an HTTP request (RFC 9110, section 7.2) names this machine by a numeric address, as
/// localhost, or by one of `names`. Any other name may be a stranger's who points it here, so that a browser takes his
/// page for one of this machine (DNS rebinding).
bool is_own_host(std::string_view host_field, const std::vector<std::string>& names);

/// What a WebSocket client on this machine must say to be taken for a program of this machine rather than for a page
/// from elsewhere that a browser shows here.
struct LocalWebPages {
  std::vector<std::string> origins;  ///< pages that are trusted as a local program is (RFC 6454), as "http://localhost:8080"
  std::vector<std::string> hosts;    ///< names of this machine, besides its addresses and localhost

  /// `origin`: of the request; nullptr: it has none, and comes from no browser.
  bool admit(const std::string* origin, std::string_view host_field) const;
};

}  // namespace augustus::face

// SPDX-License-Identifier: Apache-2.0
#include "face/web_names.hh"

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "face/socket_address.hh"

namespace augustus::face {

bool is_own_host(std::string_view host_field, const std::vector<std::string>& names) {
  const bool bracketed = host_field.starts_with('[');
  const std::string_view name = bracketed ? host_field.substr(1, host_field.find(']') - 1)
                                          : host_field.substr(0, host_field.find(':'));
  if (bracketed && host_field.find(']') == std::string_view::npos) {
    return false;
  }
  if (SocketAddress::parse(name, 0)) {
    return true;
  }
  const auto is_name = [name](const std::string& own) {
    return boost::beast::iequals({name.data(), name.size()}, own);
  };
  return is_name("localhost") || std::ranges::any_of(names, is_name);
}

bool LocalWebPages::admit(const std::string* origin, std::string_view host_field) const {
  const bool is_known = origin == nullptr || std::ranges::find(origins, *origin) != origins.end();
  return is_known && is_own_host(host_field, hosts);
}

}  // namespace augustus::face

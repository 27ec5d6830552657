// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/address_v6.hpp>
#include <cstdint>

#include "face/face_source.hh"

namespace augustus::manage {

/// Who is at the other end of a connection, as face::source_of.
inline std::uint64_t source_of(const boost::asio::ip::address& address) {
  namespace ip = boost::asio::ip;
  const auto bytes = (address.is_v4() ? ip::make_address_v6(ip::v4_mapped, address.to_v4()) : address.to_v6()).to_bytes();
  return face::source_of(std::span<const std::uint8_t, 16>(bytes));
}

}  // namespace augustus::manage

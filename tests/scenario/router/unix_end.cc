// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/unix_end.hh"

#include <sys/socket.h>
#include <sys/un.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "wire/tlv_reader.hh"

namespace augustus::scenario {

UnixEnd::UnixEnd(const std::string& path, unsigned lane)
    : FaceEnd(lane), socket_(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof(address.sun_path) - 1);
  if (connect(socket_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) {
    throw std::system_error(errno, std::generic_category(), path);
  }
}

void UnixEnd::put(std::span<const std::uint8_t> link_packet) {
  const auto written = ::send(socket_.get(), link_packet.data(), link_packet.size(), MSG_NOSIGNAL);
  if (written != static_cast<ssize_t>(link_packet.size())) {
    throw std::system_error(errno, std::generic_category(), "Unix stream");
  }
}

std::optional<Bytes> UnixEnd::take() {
  std::array<std::uint8_t, 16384> chunk;
  for (ssize_t got = 0; (got = recv(socket_.get(), chunk.data(), chunk.size(), MSG_DONTWAIT)) > 0;) {
    input_.insert(input_.end(), chunk.begin(), chunk.begin() + got);
  }
  const auto packet = wire::TlvReader(input_).next();
  if (!packet) {
    return std::nullopt;
  }
  Bytes bytes(packet->tlv.begin(), packet->tlv.end());
  input_.erase(input_.begin(), input_.begin() + static_cast<std::ptrdiff_t>(bytes.size()));
  return bytes;
}

}  // namespace augustus::scenario

// SPDX-License-Identifier: Apache-2.0
#include "face/port/kernel_interface.hh"

#include <net/if.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

namespace augustus::face {
namespace {

ifreq request_for(const std::string& name) {
  ifreq request{};
  std::copy_n(name.data(), std::min<std::size_t>(name.size(), IFNAMSIZ - 1), request.ifr_name);
  return request;
}

}  // namespace

KernelInterface::KernelInterface(unsigned index) : socket_(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
  std::array<char, IF_NAMESIZE> name{};
  if (index != 0 && if_indextoname(index, name.data()) != nullptr) {
    name_ = name.data();
  }
}

std::optional<unsigned> KernelInterface::mtu() const {
  ifreq request = request_for(name_);
  return exists() && ioctl(socket_.get(), SIOCGIFMTU, &request) == 0
             ? std::optional(static_cast<unsigned>(request.ifr_mtu))
             : std::nullopt;
}

bool KernelInterface::running() const {
  ifreq request = request_for(name_);
  constexpr int wanted = IFF_UP | IFF_RUNNING;
  return exists() && ioctl(socket_.get(), SIOCGIFFLAGS, &request) == 0 &&
         (request.ifr_flags & wanted) == wanted;
}

}  // namespace augustus::face

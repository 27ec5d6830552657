// SPDX-License-Identifier: Apache-2.0
#include "face/port/host_interface.hh"

#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>

#include "face/port/ethernet_header.hh"

namespace augustus::face {
namespace {

/// Segments of a frame that are written at once.
constexpr std::size_t segments_max = 8;
constexpr std::size_t vlan_tag_bytes = 4;

/// What stands before each frame, read and written (virtio_net_hdr, whose header is not C++).
struct FrameNote {
  static constexpr std::uint8_t checksums_hold = 2;  ///< VIRTIO_NET_HDR_F_DATA_VALID

  std::uint8_t flags = 0;
  std::uint8_t segmentation = 0;
  std::array<std::uint16_t, 4> lengths{};
};
static_assert(sizeof(FrameNote) == 10);

void check(int result, const std::string& name, const char* what) {
  if (result < 0) {
    throw std::runtime_error("interface " + name + ": " + what + ": " + std::strerror(errno));
  }
}

ifreq request_for(const std::string& name) {
  ifreq request{};
  name.copy(request.ifr_name, IFNAMSIZ - 1);
  return request;
}

FileDescriptor open_tap(const std::string& name) {
  if (name.size() >= IFNAMSIZ) {
    throw std::runtime_error("interface " + name + ": a name has at most 15 bytes");
  }
  FileDescriptor tap(open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC));
  check(tap.get(), name, "open /dev/net/tun");
  ifreq request = request_for(name);
  // The header before each frame tells the kernel about checksums.
  request.ifr_flags = IFF_TAP | IFF_NO_PI | IFF_VNET_HDR;
  check(ioctl(tap.get(), TUNSETIFF, &request), name, "make it");
  return tap;
}

void set_up(const std::string& name, const MacAddress& mac, std::size_t mtu) {
  const FileDescriptor socket(::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  check(socket.get(), name, "open a socket");
  ifreq request = request_for(name);
  request.ifr_hwaddr.sa_family = ARPHRD_ETHER;
  std::memcpy(request.ifr_hwaddr.sa_data, mac.bytes.data(), mac.bytes.size());
  check(ioctl(socket.get(), SIOCSIFHWADDR, &request), name, "set its MAC address");
  request = request_for(name);
  request.ifr_mtu = static_cast<int>(mtu);
  check(ioctl(socket.get(), SIOCSIFMTU, &request), name, "set its MTU");
  request = request_for(name);
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  check(ioctl(socket.get(), SIOCSIFFLAGS, &request), name, "bring it up");
}

}  // namespace

HostInterface::HostInterface(const std::string& name, const MacAddress& mac, std::size_t mtu,
                             PacketPool& pool)
    : frame_bytes_max_(ethernet_header_bytes + vlan_tag_bytes + mtu), pool_(pool), tap_(open_tap(name)) {
  set_up(name, mac, mtu);
}

bool HostInterface::give(const rte_mbuf* frame, bool checksums_hold) {
  FrameNote header;
  header.flags = checksums_hold ? FrameNote::checksums_hold : 0;
  std::array<iovec, 1 + segments_max> pieces;
  pieces[0] = {&header, sizeof(header)};
  std::size_t count = 1;
  for (const rte_mbuf* segment = frame; segment != nullptr; segment = segment->next) {
    if (count == pieces.size()) {
      return false;
    }
    pieces[count++] = {rte_pktmbuf_mtod(segment, void*), segment->data_len};
  }
  return writev(tap_.get(), pieces.data(), static_cast<int>(count)) >= 0;
}

bool HostInterface::give(std::span<const iovec> frame) {
  FrameNote header;
  std::array<iovec, 1 + segments_max> pieces;
  if (frame.size() > segments_max) {
    return false;
  }
  pieces[0] = {&header, sizeof(header)};
  std::ranges::copy(frame, pieces.begin() + 1);
  return writev(tap_.get(), pieces.data(), static_cast<int>(1 + frame.size())) >= 0;
}

rte_mbuf* HostInterface::take() {
  rte_mbuf* frame = pool_.allocate(frame_bytes_max_);
  if (frame == nullptr) {
    return nullptr;
  }
  FrameNote header;
  std::array<iovec, 2> pieces{
      {{&header, sizeof(header)}, {rte_pktmbuf_mtod(frame, void*), frame_bytes_max_}}};
  const auto bytes = readv(tap_.get(), pieces.data(), pieces.size());
  if (bytes <= static_cast<ssize_t>(sizeof(header) + ethernet_header_bytes)) {
    rte_pktmbuf_free(frame);
    return nullptr;
  }
  rte_pktmbuf_append(frame, static_cast<std::uint16_t>(static_cast<std::size_t>(bytes) - sizeof(header)));
  return frame;
}

}  // namespace augustus::face

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "face/file_descriptor.hh"
#include "face/socket_address.hh"

namespace augustus::face {

/// Bytes asked of the system for a UDP socket's buffers, each way.
inline constexpr int udp_buffer_bytes = 8 << 20;

/// A non-blocking UDP socket with large buffers, IPv6 only where it is IPv6, and the kernel free to fragment
/// datagrams (no path MTU discovery). Not bound. Throws std::system_error.
FileDescriptor open_udp(int family);

/// Asks for the same buffers and fragmentation for a socket that others opened.
void set_up_udp(const FileDescriptor& socket, int family);

/// Binds; throws std::system_error.
void bind_udp(const FileDescriptor& socket, const SocketAddress& address);

}  // namespace augustus::face

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "face/file_descriptor.hh"

namespace augustus::face {

/// The kernel interface behind a port (net_af_packet, net_af_xdp), whose drivers do not tell of it.
class KernelInterface {
 public:
  /// Of the network namespace the calling thread is in. No interface for an `index` of 0 or an unknown one.
  explicit KernelInterface(unsigned index);

  bool exists() const { return !name_.empty(); }
  std::optional<unsigned> mtu() const;
  /// Up, and with a carrier.
  bool running() const;

 private:
  FileDescriptor socket_;
  std::string name_;
};

}  // namespace augustus::face

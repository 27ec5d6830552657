// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "face/file_descriptor.hh"

namespace augustus::traffic {

/// While it lives, sockets that this thread opens belong to another network namespace of Linux.
class NamespaceVisit {
 public:
  /// `name`: as `ip netns` knows it; empty: stay. Throws std::runtime_error.
  explicit NamespaceVisit(const std::string& name);
  ~NamespaceVisit();
  NamespaceVisit(const NamespaceVisit&) = delete;
  NamespaceVisit& operator=(const NamespaceVisit&) = delete;

 private:
  face::FileDescriptor home_;
};

}  // namespace augustus::traffic

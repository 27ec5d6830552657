// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/namespace_visit.hh"

#include <fcntl.h>
#include <sched.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <stdexcept>

namespace augustus::traffic {

NamespaceVisit::NamespaceVisit(const std::string& name) {
  if (name.empty()) {
    return;
  }
  const auto fail = [&name] {
    throw std::runtime_error("network namespace " + name + ": " + std::strerror(errno));
  };
  const face::FileDescriptor there(::open(("/run/netns/" + name).c_str(), O_RDONLY | O_CLOEXEC));
  home_ = face::FileDescriptor(::open("/proc/thread-self/ns/net", O_RDONLY | O_CLOEXEC));
  if (there.get() < 0 || home_.get() < 0) {
    fail();
  }
  if (::setns(there.get(), CLONE_NEWNET) != 0) {
    home_ = {};
    fail();
  }
}

NamespaceVisit::~NamespaceVisit() {
  if (home_.get() >= 0 && ::setns(home_.get(), CLONE_NEWNET) != 0) {
    std::abort();  // everything else would be opened in the wrong place
  }
}

}  // namespace augustus::traffic

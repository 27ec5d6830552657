// SPDX-License-Identifier: Apache-2.0
#include "base/descriptor_limit.hh"

#include <sys/resource.h>

namespace augustus {

std::uint64_t raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) {
    return 0;
  }
  rlimit raised = limit;
  raised.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

}  // namespace augustus

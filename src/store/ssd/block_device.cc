// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/block_device.hh"

namespace augustus::store {

bool BlockDevice::run(const IoRequest& request) {
  if (!start(request)) {
    return false;
  }
  submit();
  IoResult result;
  while (finish({&result, 1}) == 0) {
    wait();
  }
  return result.result == static_cast<std::int32_t>(request.memory.size());
}

}  // namespace augustus::store

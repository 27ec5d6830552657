// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/file_lock.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>

namespace augustus::store {

FileLock::FileLock(const std::string& path, bool make)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC | (make ? O_CREAT : 0), 0600)) {
  if (descriptor_ < 0) {
    if (errno == ENOENT && !make) {
      return;
    }
    throw std::runtime_error(fmt::format("SSD store {}: cannot be opened: {}", path, std::strerror(errno)));
  }
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    const int error = errno;
    ::close(descriptor_);
    throw std::runtime_error(
        error == EWOULDBLOCK ? fmt::format("SSD store {}: another router uses it", path)
                             : fmt::format("SSD store {}: cannot be locked: {}", path, std::strerror(error)));
  }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

}  // namespace augustus::store

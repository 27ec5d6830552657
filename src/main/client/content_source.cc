// SPDX-License-Identifier: Apache-2.0
#include "main/client/content_source.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace augustus::client {

ContentSource::ContentSource(const std::string& path) {
  descriptor_ = path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0) {
    throw std::runtime_error(fmt::format("cannot read {}: {}", path, std::strerror(errno)));
  }
  if (S_ISDIR(status.st_mode)) {
    ::close(descriptor_);
    throw std::runtime_error(fmt::format("cannot publish {}: it is a folder", path));
  }
  if (S_ISREG(status.st_mode) && path != "-") {
    size_ = static_cast<std::uint64_t>(status.st_size);
  } else {
    read_all();
  }
}

ContentSource::ContentSource(std::vector<std::uint8_t> bytes)
    : size_(bytes.size()), bytes_(std::move(bytes)) {}

ContentSource::~ContentSource() {
  if (descriptor_ >= 0) {
    ::close(descriptor_);
  }
}

void ContentSource::read_all() {
  constexpr std::size_t piece = 1u << 20;
  while (true) {
    bytes_.resize(size_ + piece);
    const ssize_t result = ::read(descriptor_, bytes_.data() + size_, piece);
    if (result < 0 && errno != EINTR) {
      throw std::runtime_error(fmt::format("cannot read the content: {}", std::strerror(errno)));
    }
    if (result == 0) {
      break;
    }
    size_ += static_cast<std::uint64_t>(std::max<ssize_t>(result, 0));
  }
  bytes_.resize(size_);
  ::close(descriptor_);
  descriptor_ = -1;
}

std::vector<std::uint8_t> ContentSource::read(std::uint64_t offset, std::size_t bytes) const {
  const std::size_t length = offset < size_ ? std::min<std::uint64_t>(bytes, size_ - offset) : 0;
  if (descriptor_ < 0) {
    const auto start = bytes_.begin() + static_cast<std::ptrdiff_t>(std::min(offset, size_));
    return {start, start + static_cast<std::ptrdiff_t>(length)};
  }
  std::vector<std::uint8_t> piece(length);
  for (std::size_t done = 0; done < length;) {
    const ssize_t result =
        ::pread(descriptor_, piece.data() + done, length - done, static_cast<off_t>(offset + done));
    if (result == 0 || (result < 0 && errno != EINTR)) {
      throw std::runtime_error("the file changed while it was published: publish it again");
    }
    done += static_cast<std::size_t>(std::max<ssize_t>(result, 0));
  }
  return piece;
}

}  // namespace augustus::client

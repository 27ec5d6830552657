// SPDX-License-Identifier: Apache-2.0
#include "store/ssd/uring_device.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <liburing.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace augustus::store {
namespace {

/// The kernel takes no larger buffer.
constexpr std::size_t buffer_bytes_max = std::size_t{1} << 30;

[[noreturn]] void fail(const std::string& path, const std::string& what, int error) {
  throw std::runtime_error(fmt::format("SSD store {}: {}: {}", path, what, std::strerror(error)));
}

int open_direct(const std::string& path, int flags) {
  const int descriptor = open(path.c_str(), O_RDWR | O_CLOEXEC | O_DIRECT | flags, 0600);
  if (descriptor < 0 && errno == EINVAL) {
    fail(path, "its file system has no direct I/O (O_DIRECT)", EINVAL);
  }
  if (descriptor < 0) {
    fail(path, "cannot be opened", errno);
  }
  return descriptor;
}

std::uint64_t size_of(int descriptor) {
  struct stat status {};
  if (fstat(descriptor, &status) != 0) {
    return 0;
  }
  if (S_ISBLK(status.st_mode)) {
    std::uint64_t bytes = 0;
    return ioctl(descriptor, BLKGETSIZE64, &bytes) == 0 ? bytes : 0;
  }
  return static_cast<std::uint64_t>(status.st_size);
}

/// 0, or the error.
int allocate(int descriptor, std::uint64_t bytes) {
  if (fallocate(descriptor, 0, 0, static_cast<off_t>(bytes)) == 0) {
    return 0;
  }
  if (errno != EOPNOTSUPP) {
    return errno;
  }
  return ftruncate(descriptor, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
}

/// 0, or -errno. Completions do not interrupt the thread that asked, which looks for them anyway
/// (Linux 5.19).
int make_ring(unsigned depth, io_uring& ring) {
  const int error = io_uring_queue_init(depth, &ring, IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG);
  return error == -EINVAL ? io_uring_queue_init(depth, &ring, 0) : error;
}

}  // namespace

void UringDevice::prepare(const std::string& path, std::uint64_t bytes) {
  const int descriptor = open_direct(path, O_CREAT);
  const std::uint64_t size = size_of(descriptor);
  struct stat status {};
  fstat(descriptor, &status);
  const bool regular = S_ISREG(status.st_mode);
  const int error = size >= bytes ? 0 : regular ? allocate(descriptor, bytes) : ENOSPC;
  if (error != 0 && regular && size == 0) {
    unlink(path.c_str());
  }
  close(descriptor);
  if (error != 0) {
    fail(path, fmt::format("no room for {} bytes", bytes), error);
  }
}

std::uint64_t UringDevice::size(const std::string& path) {
  const int descriptor = open_direct(path, 0);
  const std::uint64_t bytes = size_of(descriptor);
  close(descriptor);
  return bytes;
}

UringDevice::UringDevice(const std::string& path, std::uint64_t offset, std::uint64_t bytes, unsigned depth)
    : path_(path), offset_(offset), bytes_(bytes), depth_(depth), ring_(std::make_unique<io_uring>()) {
  descriptor_ = open_direct(path, 0);
  if (size_of(descriptor_) < offset + bytes) {
    close(descriptor_);
    fail(path, "the file is shorter than the store in it", ENOSPC);
  }
  if (const int error = make_ring(depth, *ring_); error < 0) {
    close(descriptor_);
    fail(path, "io_uring is not available here (kernel, seccomp or sysctl kernel.io_uring_disabled)", -error);
  }
}

UringDevice::~UringDevice() {
  IoResult result;
  while (under_way_ != 0) {
    if (finish({&result, 1}) == 0) {
      wait();
    }
  }
  io_uring_queue_exit(ring_.get());
  close(descriptor_);
}

void UringDevice::register_memory(std::span<std::uint8_t> memory) {
  std::vector<iovec> vectors;
  // Memory that lies across two pieces is used unregistered.
  for (std::size_t at = 0; at < memory.size(); at += buffer_bytes_max) {
    const auto piece = memory.subspan(at, std::min(buffer_bytes_max, memory.size() - at));
    vectors.push_back({piece.data(), piece.size()});
    buffers_.push_back(piece);
  }
  const int error =
      io_uring_register_buffers(ring_.get(), vectors.data(), static_cast<unsigned>(vectors.size()));
  if (error < 0) {
    buffers_.clear();
    fail(
        path_,
        fmt::format("the kernel will not keep {} bytes of frames in memory for it; raise the limit on locked "
                    "memory (ulimit -l, LimitMEMLOCK=)",
                    memory.size()),
        -error);
  }
}

void UringDevice::notify(int descriptor) {
  if (notifies_) {
    io_uring_unregister_eventfd(ring_.get());
  }
  notifies_ = true;
  if (const int error = io_uring_register_eventfd(ring_.get(), descriptor); error < 0) {
    fail(path_, "io_uring cannot notify", -error);
  }
}

int UringDevice::buffer_of(std::span<const std::uint8_t> memory) const {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    const auto& buffer = buffers_[i];
    if (memory.data() >= buffer.data() && memory.data() + memory.size() <= buffer.data() + buffer.size()) {
      return static_cast<int>(i);
    }
  }
  return -1;
}

bool UringDevice::start(const IoRequest& request) {
  if (under_way_ == depth_) {
    return false;
  }
  io_uring_sqe* entry = io_uring_get_sqe(ring_.get());
  if (entry == nullptr) {
    return false;
  }
  const auto bytes = static_cast<unsigned>(request.memory.size());
  const std::uint64_t offset = offset_ + request.offset;
  const int buffer = buffer_of(request.memory);
  void* memory = request.memory.data();
  switch (request.kind) {
    case IoKind::read:
      buffer < 0 ? io_uring_prep_read(entry, descriptor_, memory, bytes, offset)
                 : io_uring_prep_read_fixed(entry, descriptor_, memory, bytes, offset, buffer);
      break;
    case IoKind::write:
      buffer < 0 ? io_uring_prep_write(entry, descriptor_, memory, bytes, offset)
                 : io_uring_prep_write_fixed(entry, descriptor_, memory, bytes, offset, buffer);
      break;
    case IoKind::flush:
      io_uring_prep_fsync(entry, descriptor_, IORING_FSYNC_DATASYNC);
      break;
  }
  io_uring_sqe_set_data64(entry, request.tag);
  ++under_way_;
  return true;
}

void UringDevice::submit() {
  if (io_uring_sq_ready(ring_.get()) != 0) {
    io_uring_submit(ring_.get());
  }
}

unsigned UringDevice::finish(std::span<IoResult> results) {
  unsigned count = 0;
  io_uring_cqe* completion = nullptr;
  while (count < results.size() && io_uring_peek_cqe(ring_.get(), &completion) == 0) {
    results[count++] = {static_cast<std::uint32_t>(io_uring_cqe_get_data64(completion)), completion->res};
    io_uring_cqe_seen(ring_.get(), completion);
    --under_way_;
  }
  return count;
}

TimeNs UringDevice::next_due() const {
  return under_way_ != 0 && io_uring_cq_ready(ring_.get()) != 0 ? 0 : time_never;
}

void UringDevice::wait() {
  submit();
  io_uring_cqe* completion = nullptr;
  io_uring_wait_cqe(ring_.get(), &completion);
}

}  // namespace augustus::store

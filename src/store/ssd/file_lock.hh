// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace augustus::store {

/// Keeps a store's file or block device from being used by two routers at once, while it lives (flock). Ends
/// with the process, however that ends.
class FileLock {
 public:
  /// `make`: makes the file when it is not there; without it a missing file is not locked. Throws
  /// std::runtime_error when another holds the lock or the file cannot be opened.
  FileLock(const std::string& path, bool make);
  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  ~FileLock();

 private:
  int descriptor_ = -1;
};

}  // namespace augustus::store

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace augustus::client {

/// The bytes a producer publishes: a file, read as they are asked for, or what standard input held.
class ContentSource {
 public:
  /// `path` "-": standard input, read to its end now. Throws std::runtime_error when it cannot be read.
  explicit ContentSource(const std::string& path);
  /// These bytes.
  explicit ContentSource(std::vector<std::uint8_t> bytes);
  ~ContentSource();
  ContentSource(const ContentSource&) = delete;
  ContentSource& operator=(const ContentSource&) = delete;

  std::uint64_t size() const { return size_; }
  /// `bytes` bytes from `offset`, fewer at the end. Throws std::runtime_error when the file became shorter.
  std::vector<std::uint8_t> read(std::uint64_t offset, std::size_t bytes) const;

 private:
  void read_all();

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::vector<std::uint8_t> bytes_;  ///< where it is no regular file
};

}  // namespace augustus::client

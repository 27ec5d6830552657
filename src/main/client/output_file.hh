// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <span>
#include <string>

namespace augustus::client {

/// Where a consumer writes: standard output, or a file that takes its name only when it is complete.
class OutputFile {
 public:
  /// `path` "-": standard output. Throws std::runtime_error when it cannot be written.
  explicit OutputFile(const std::string& path);
  /// Removes what was not completed.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::uint8_t> bytes);
  /// All was written: the file gets its name.
  void complete();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::string written_path_;  ///< path_ with ".part", or path_ itself where that is no regular file
  std::FILE* file_;
};

}  // namespace augustus::client

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "face/file_descriptor.hh"

namespace augustus::manage {

/// The folder in which all files lie that a command may name. What is opened is a regular file at or below it, by a way
/// without symbolic links; nothing else is waited for, followed or changed. Each throws std::runtime_error with the file
/// and why.
class FileFolder {
 public:
  explicit FileFolder(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }

  // `file`: from this folder, or an absolute path in it.
  face::FileDescriptor open_to_read(const std::string& file) const;
  /// Empties the file, or makes it, and the folder where that is missing. Another name of the same file (a hard link) is
  /// refused: it may lie anywhere.
  face::FileDescriptor open_to_write(const std::string& file) const;
  /// All of it; at most 16 MB.
  std::string read(const std::string& file) const;

  /// Where it is unless the configuration says: /var/lib/augustus as root and where the service has it, otherwise
  /// augustus in $XDG_STATE_HOME or ~/.local/state.
  static std::string usual_path();

 private:
  face::FileDescriptor open(const std::string& file, int flags) const;

  std::string path_;
};

}  // namespace augustus::manage

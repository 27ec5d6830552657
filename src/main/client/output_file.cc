// SPDX-License-Identifier: Apache-2.0
#include "main/client/output_file.hh"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace augustus::client {
namespace {

bool is_special(const std::string& path) {
  struct stat found {};
  return stat(path.c_str(), &found) == 0 && !S_ISREG(found.st_mode);
}

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : path_(path), written_path_(path == "-" || is_special(path) ? path : path + ".part") {
  file_ = path == "-" ? stdout : std::fopen(written_path_.c_str(), "wb");
  if (file_ == nullptr) {
    fail();
  }
}

OutputFile::~OutputFile() {
  if (file_ == nullptr || file_ == stdout) {
    return;
  }
  std::fclose(file_);
  if (written_path_ != path_) {
    std::remove(written_path_.c_str());
  }
}

void OutputFile::write(std::span<const std::uint8_t> bytes) {
  if (!bytes.empty() && std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    fail();
  }
}

void OutputFile::complete() {
  if (std::fflush(file_) != 0) {
    fail();
  }
  if (file_ == stdout) {
    return;
  }
  if (written_path_ != path_ && std::rename(written_path_.c_str(), path_.c_str()) != 0) {
    fail();
  }
  written_path_ = path_;
}

void OutputFile::fail() const {
  throw std::runtime_error(
      fmt::format("cannot write {}: {}", path_ == "-" ? "standard output" : path_, std::strerror(errno)));
}

}  // namespace augustus::client

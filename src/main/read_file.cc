// SPDX-License-Identifier: Apache-2.0
#include "main/read_file.hh"

#include <fmt/core.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "main/errors.hh"

namespace augustus {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) {
    throw UsageError(fmt::format("{}: cannot be read: {}", path, std::strerror(errno)));
  }
  return text;
}

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text << std::flush;
  if (!file) {
    throw std::runtime_error(fmt::format("{}: cannot be written: {}", path, std::strerror(errno)));
  }
}

}  // namespace augustus

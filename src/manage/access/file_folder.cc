// SPDX-License-Identifier: Apache-2.0
#include "manage/access/file_folder.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace augustus::manage {

namespace {

namespace fs = std::filesystem;

constexpr mode_t file_mode = 0640;
constexpr std::size_t read_bytes_max = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& file, std::string_view why) {
  throw std::runtime_error(fmt::format("{}: {}", file, why));
}

[[noreturn]] void fail(const std::string& file, int error) {
  fail(file, fmt::format("cannot be read: {}", std::strerror(error)));
}

/// The way from the folder to the file, without detours.
fs::path way_to(const std::string& file, const std::string& folder) {
  const fs::path given = fs::path(file).lexically_normal();
  const fs::path way = given.is_absolute() ? given.lexically_relative(fs::path(folder).lexically_normal()) : given;
  if (way.empty() || way == "." || *way.begin() == ".." || !way.has_filename()) {
    fail(file, fmt::format("files that a command names lie in {} ([run] files)", folder));
  }
  return way;
}

}  // namespace

std::string FileFolder::usual_path() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string state = variable("XDG_STATE_HOME"); !state.empty() && geteuid() != 0) {
    return state + "/augustus";
  }
  const std::string home = variable("HOME");
  return geteuid() == 0 || home.empty() || home == "/nonexistent" ? "/var/lib/augustus"
                                                                   : home + "/.local/state/augustus";
}

face::FileDescriptor FileFolder::open(const std::string& file, int flags) const {
  const fs::path way = way_to(file, path_);
  face::FileDescriptor folder(::open(path_.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  for (const fs::path& step : way.parent_path()) {
    if (folder) {
      folder = face::FileDescriptor(
          openat(folder.get(), step.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    }
  }
  // Without waiting: a pipe that nobody else has opened must not hold up who asks.
  face::FileDescriptor opened(folder ? openat(folder.get(), way.filename().c_str(),
                                              flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, file_mode)
                                     : -1);
  if (!opened) {
    fail(file, errno);
  }
  struct stat found {};
  if (fstat(opened.get(), &found) != 0 || !S_ISREG(found.st_mode)) {
    fail(file, "this is no regular file");
  }
  if ((flags & O_ACCMODE) == O_WRONLY && found.st_nlink != 1) {
    fail(file, "this file has another name besides");
  }
  return opened;
}

face::FileDescriptor FileFolder::open_to_read(const std::string& file) const {
  return open(file, O_RDONLY);
}

face::FileDescriptor FileFolder::open_to_write(const std::string& file) const {
  std::error_code there_already;
  fs::create_directories(path_, there_already);
  auto opened = open(file, O_WRONLY | O_CREAT);
  if (ftruncate(opened.get(), 0) != 0) {
    fail(file, errno);
  }
  return opened;
}

std::string FileFolder::read(const std::string& file) const {
  const auto opened = open_to_read(file);
  std::string text;
  char block[65536];
  for (ssize_t count = 0; (count = ::read(opened.get(), block, sizeof block)) != 0;) {
    if (count < 0) {
      fail(file, errno);
    }
    text.append(block, static_cast<std::size_t>(count));
    if (text.size() > read_bytes_max) {
      fail(file, "it is too long");
    }
  }
  return text;
}

}  // namespace augustus::manage

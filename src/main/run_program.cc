// SPDX-License-Identifier: Apache-2.0
#include "main/run_program.hh"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "face/file_descriptor.hh"

extern char** environ;

namespace augustus {
namespace {

/// A file in memory, read from its beginning; not valid when the system has none.
face::FileDescriptor memory_file(std::string_view text) {
  face::FileDescriptor file(memfd_create("input", MFD_CLOEXEC));
  while (file && !text.empty()) {
    const ssize_t written = write(file.get(), text.data(), text.size());
    if (written <= 0) {
      return {};
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (file) {
    lseek(file.get(), 0, SEEK_SET);
  }
  return file;
}

std::string read_all(int descriptor) {
  std::string text;
  std::array<char, 4096> part;
  for (ssize_t got = 0; (got = read(descriptor, part.data(), part.size())) > 0;) {
    text.append(part.data(), static_cast<std::size_t>(got));
  }
  return text;
}

}  // namespace

std::optional<std::string> output_of(std::vector<std::string> words, std::string_view input) {
  const face::FileDescriptor in = memory_file(input);
  std::array<int, 2> ends{};
  if (!in || pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  const face::FileDescriptor out(ends[0]);
  face::FileDescriptor childs_out(ends[1]);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in.get(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, childs_out.get(), STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  childs_out.reset();
  const std::string printed = error == 0 ? read_all(out.get()) : "";
  int status = 0;
  if (error != 0 || waitpid(child, &status, 0) != child || status != 0) {
    return std::nullopt;
  }
  return printed;
}

}  // namespace augustus

// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fio.hh"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <nlohmann/json.hpp>
#include <vector>

extern char** environ;

namespace augustus::bench {
namespace {

/// What the program printed; nothing when it could not be started or failed.
std::optional<std::string> output_of(std::vector<std::string> words) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::vector<char*> arguments;
  for (std::string& word : words) {
    arguments.push_back(word.data());
  }
  arguments.push_back(nullptr);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string printed;
  std::array<char, 4096> part;
  for (ssize_t got = 0; error == 0 && (got = read(ends[0], part.data(), part.size())) > 0;) {
    printed.append(part.data(), static_cast<std::size_t>(got));
  }
  close(ends[0]);
  int status = 0;
  if (error != 0 || waitpid(child, &status, 0) != child || status != 0) {
    return std::nullopt;
  }
  return printed;
}

}  // namespace

std::optional<FioResult> run_fio(const FioJob& job, std::string& why) {
  if (!output_of({"fio", "--version"})) {
    why = "fio is not installed (Debian package fio)";
    return std::nullopt;
  }
  std::vector<std::string> words{
      "fio",
      "--name=read",
      "--filename=" + job.file,
      "--readonly",
      "--rw=randread",
      "--norandommap",
      "--direct=1",
      "--ioengine=io_uring",
      "--time_based",
      "--output-format=json",
      fmt::format("--offset={}", job.offset),
      fmt::format("--size={}", job.bytes),
      fmt::format("--bs={}", job.block),
      fmt::format("--iodepth={}", job.depth),
      fmt::format("--runtime={}ms", static_cast<std::uint64_t>(job.seconds * 1000))};
  if (job.rate != 0) {
    words.push_back(fmt::format("--rate={}", job.rate));
  }
  const auto printed = output_of(std::move(words));
  const auto json = printed ? nlohmann::json::parse(*printed, nullptr, false) : nlohmann::json();
  try {
    const auto& read = json.at("jobs").at(0).at("read");
    const auto& latency = read.at("clat_ns");
    return FioResult{.gbps = read.at("bw_bytes").get<double>() * 8e-9,
                     .mean_ns = latency.at("mean").get<double>(),
                     .p50_ns = latency.at("percentile").at("50.000000").get<double>(),
                     .p99_ns = latency.at("percentile").at("99.000000").get<double>()};
  } catch (const nlohmann::json::exception&) {
    why = "fio failed";
    return std::nullopt;
  }
}

}  // namespace augustus::bench

// SPDX-License-Identifier: Apache-2.0
#include "main/bench/fio.hh"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "main/run_program.hh"

namespace augustus::bench {

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

// SPDX-License-Identifier: Apache-2.0
#include "traffic/names/name_file.hh"

#include <charconv>
#include <fstream>
#include <stdexcept>

#include "base/packet_limit.hh"

namespace augustus::traffic {
namespace {

[[noreturn]] void refuse(const std::string& path, std::size_t line, const std::string& expected) {
  throw std::runtime_error(path + ":" + std::to_string(line) + ": expected " + expected);
}

/// Takes "SECONDS" from the front of the line.
TimeNs take_time(std::string_view& line, const std::string& path, std::size_t number) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), seconds);
  constexpr double seconds_max = 1e9;
  if (error != std::errc{} || !(seconds >= 0) || seconds > seconds_max) {
    refuse(path, number, "SECONDS URI");
  }
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  return static_cast<TimeNs>(seconds * nanoseconds_per_second);
}

}  // namespace

NameFile::NameFile(const std::string& path, Kind kind) {
  std::ifstream file(path);
  if (!file) {
    throw std::runtime_error(path + ": cannot be read");
  }
  std::string text;
  for (std::size_t number = 1; std::getline(file, text); ++number) {
    std::string_view line = text;
    line = line.substr(0, line.find_last_not_of(" \t\r") + 1);
    if (line.empty() || line.front() == '#') {
      continue;
    }
    if (kind == Kind::trace) {
      times_.push_back(take_time(line, path, number));
      if (times_.size() > 1 && times_.back() < times_[times_.size() - 2]) {
        refuse(path, number, "a time that is not before the line above");
      }
    }
    const auto name = wire::Name::from_uri(line);
    if (!name || name->empty() || name->value().size() > packet_bytes_max / 2) {
      refuse(path, number, "a name such as /example/hello");
    }
    bytes_.insert(bytes_.end(), name->value().begin(), name->value().end());
    ends_.push_back(bytes_.size());
  }
  if (ends_.empty()) {
    throw std::runtime_error(path + ": has no names");
  }
}

}  // namespace augustus::traffic

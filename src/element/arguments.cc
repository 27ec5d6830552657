// SPDX-License-Identifier: Apache-2.0
#include "element/arguments.hh"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <limits>
#include <stdexcept>

#include "element/devices/graph_devices.hh"
#include "element/language/arguments.hh"
#include "element/language/graph_error.hh"

namespace augustus::element {
namespace {

/// IFNAMSIZ without the end.
constexpr std::size_t interface_name_max = 15;
constexpr std::size_t drop_reason_max = 40;
constexpr std::string_view device_scheme = "dev:";

}  // namespace

std::uint64_t parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("expected a whole number from {} to {}, not '{}'", least, most, text));
  }
  return value;
}

double parse_probability(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0 && value <= 1)) {
    throw std::invalid_argument(fmt::format("expected a probability from 0 to 1, not '{}'", text));
  }
  return value;
}

std::string Arguments::text(std::size_t index) const {
  return unquote(declaration_.arguments[index]);
}

std::uint64_t Arguments::number(std::size_t index, std::uint64_t least, std::uint64_t most) const {
  try {
    return parse_number(text(index), least, most);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

std::uint64_t Arguments::number_or(std::size_t index, std::uint64_t otherwise, std::uint64_t least,
                                   std::uint64_t most) const {
  return index < size() ? number(index, least, most) : otherwise;
}

FaceId Arguments::face(std::size_t index) const {
  return static_cast<FaceId>(number(index, 1, std::numeric_limits<FaceId>::max()));
}

double Arguments::probability(std::size_t index) const {
  try {
    return parse_probability(text(index));
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

template <typename Make>
auto Arguments::with_devices(Make&& make) const -> decltype(make(*static_cast<GraphDevices*>(nullptr))) {
  if (devices_ == nullptr) {
    return nullptr;
  }
  try {
    return make(*devices_);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

std::shared_ptr<Device> Arguments::port(std::size_t index) const {
  return with_devices([&](GraphDevices& devices) { return devices.port(text(index)); });
}

std::shared_ptr<Device> Arguments::host(std::size_t index, std::size_t port_index) const {
  const std::string name = text(index);
  if (name.empty() || name.size() > interface_name_max) {
    fail(fmt::format("expected the name of an interface, of 1 to {} bytes, not '{}'", interface_name_max,
                     name));
  }
  return with_devices(
      [&](GraphDevices& devices) { return devices.tap(name, port_index < size() ? text(port_index) : ""); });
}

std::shared_ptr<Device> Arguments::capture_source(std::size_t index, std::uint64_t rate) const {
  return with_devices([&](GraphDevices& devices) { return devices.source(path(index), rate); });
}

std::shared_ptr<CaptureSink> Arguments::capture_sink(std::size_t index, std::uint32_t snap_bytes) const {
  return with_devices([&](GraphDevices& devices) { return devices.sink(path(index), snap_bytes); });
}

bool Arguments::names_device(std::size_t index) const {
  return text(index).starts_with(device_scheme);
}

std::shared_ptr<Device> Arguments::device(std::size_t index) const {
  return with_devices(
      [&](GraphDevices& devices) { return devices.named(text(index).substr(device_scheme.size())); });
}

std::string Arguments::drop_reason(std::size_t index) const {
  const std::string reason = text(index);
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  if (reason.empty() || reason.size() > drop_reason_max || !std::ranges::all_of(reason, fits)) {
    fail(fmt::format("expected a reason of at most {} letters, digits, _ and -, not '{}'", drop_reason_max,
                     reason));
  }
  return reason;
}

/// Relative ones are from the folder of the file that names them.
std::string Arguments::path(std::size_t index) const {
  const std::filesystem::path given = text(index);
  return given.is_absolute() ? given.string()
                             : (std::filesystem::path(file_name_).parent_path() / given).string();
}

void Arguments::fail(const std::string& message) const {
  throw GraphError(file_name_, declaration_.at, declaration_.element_class + ": " + message);
}

}  // namespace augustus::element

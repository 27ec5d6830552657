// SPDX-License-Identifier: Apache-2.0
#include "element/devices/graph_devices.hh"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "element/devices/capture_source.hh"
#include "element/devices/port_device.hh"
#include "element/devices/tap_device.hh"

namespace augustus::element {

DeviceNumber GraphDevices::next_number() {
  for (unsigned number = device_first_other; number <= std::numeric_limits<DeviceNumber>::max(); ++number) {
    const auto has_it = [number](const auto& entry) { return entry.second.device->number() == number; };
    if (std::ranges::none_of(entries_, has_it)) {
      return static_cast<DeviceNumber>(number);
    }
  }
  throw std::invalid_argument("the graph names too many files and interfaces");
}

std::shared_ptr<Device> GraphDevices::port(const std::string& name) {
  const auto found = std::ranges::find(ports_, name);
  const DeviceNumber number = port_number(static_cast<std::size_t>(found - ports_.begin()));
  if (found == ports_.end() || number == device_none) {
    throw std::invalid_argument(fmt::format("the configuration has no port '{}'", name));
  }
  Entry& entry = entries_["port " + name];
  if (entry.device == nullptr) {
    entry.device = std::make_shared<PortDevice>(number, name);
  }
  return entry.device;
}

std::shared_ptr<Device> GraphDevices::tap(const std::string& name, const std::string& port) {
  if (!port.empty() && std::ranges::find(ports_, port) == ports_.end()) {
    throw std::invalid_argument(fmt::format("the configuration has no port '{}'", port));
  }
  const std::string key = "tap " + name;
  if (const auto known = entries_.find(key); known != entries_.end()) {
    auto& tap = static_cast<TapDevice&>(*known->second.device);
    if (!port.empty() && tap.port() != port) {
      if (!tap.port().empty() || known->second.open) {
        throw std::invalid_argument(fmt::format("interface '{}' stands for {} already", name,
                                                tap.port().empty() ? "no port" : "port " + tap.port()));
      }
      tap.stand_for(port);
    }
    return known->second.device;
  }
  auto made = std::make_shared<TapDevice>(next_number(), name, port);
  entries_[key] = {made};
  return made;
}

std::shared_ptr<Device> GraphDevices::source(const std::string& file, std::uint64_t rate) {
  const std::string key = "source " + file;
  if (const auto known = entries_.find(key); known != entries_.end()) {
    return known->second.device;
  }
  auto made = std::make_shared<CaptureSource>(next_number(), file, rate, folder_);
  entries_[key] = {made};
  return made;
}

std::shared_ptr<CaptureSink> GraphDevices::sink(const std::string& file, std::uint32_t snap_bytes) {
  Entry& entry = entries_["sink " + file];
  if (entry.device == nullptr) {
    entry.device = std::make_shared<CaptureSink>(file, snap_bytes, folder_);
  }
  return std::static_pointer_cast<CaptureSink>(entry.device);
}

std::shared_ptr<Device> GraphDevices::named(const std::string& name) {
  return std::ranges::find(ports_, name) != ports_.end() ? port(name) : tap(name, "");
}

void GraphDevices::open(worker::Router& router) {
  for (auto& [name, entry] : entries_) {
    if (!entry.open) {
      entry.device->open(router);
      entry.open = true;
    }
  }
}

void GraphDevices::close_unused(worker::Router& router) {
  for (auto named = entries_.begin(); named != entries_.end();) {
    const Entry& entry = named->second;
    if (entry.device.use_count() > 1) {
      ++named;
      continue;
    }
    if (entry.open) {
      entry.device->close(router);
    }
    named = entries_.erase(named);
  }
}

void GraphDevices::close(worker::Router& router) {
  for (auto& [name, entry] : entries_) {
    if (entry.open) {
      entry.device->close(router);
      entry.open = false;
    }
  }
}

}  // namespace augustus::element

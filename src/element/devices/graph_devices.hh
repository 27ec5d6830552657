// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "element/devices/capture_sink.hh"
#include "element/devices/device.hh"
#include "manage/access/file_folder.hh"

namespace augustus::element {

/// What the elements of one router's graphs have outside them. Each device is there once, whoever names it.
/// Management thread.
class GraphDevices {
 public:
  /// `ports`: the names of the configured ports, in their order.
  explicit GraphDevices(std::vector<std::string> ports) : ports_(std::move(ports)) {}

  /// Files named from now on lie in this folder; nullptr: anywhere.
  void confine(std::shared_ptr<const manage::FileFolder> folder) { folder_ = std::move(folder); }

  // Each throws std::invalid_argument where the device cannot be. What comes back may not be open yet.
  std::shared_ptr<Device> port(const std::string& name);
  std::shared_ptr<Device> tap(const std::string& name, const std::string& port);
  std::shared_ptr<Device> source(const std::string& file, std::uint64_t rate);
  std::shared_ptr<CaptureSink> sink(const std::string& file, std::uint32_t snap_bytes);
  /// A port, or an interface that another element names, now or until open().
  std::shared_ptr<Device> named(const std::string& name);

  /// Opens what was asked for since the last time. Throws std::runtime_error; what is open then stays so.
  void open(worker::Router& router);
  /// Closes what no element refers to any more.
  void close_unused(worker::Router& router);
  void close(worker::Router& router);

 private:
  struct Entry {
    std::shared_ptr<Device> device;
    bool open = false;
  };

  DeviceNumber next_number();

  std::shared_ptr<const manage::FileFolder> folder_;
  std::vector<std::string> ports_;
  std::map<std::string, Entry> entries_;  ///< by kind and name
};

}  // namespace augustus::element

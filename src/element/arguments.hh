// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/face_id.hh"
#include "element/language/graph_description.hh"

namespace augustus::element {

class CaptureSink;
class Device;
class GraphDevices;

/// The arguments of one declared element, as it is made. Each function throws GraphError at the declaration.
class Arguments {
 public:
  /// `devices`: nullptr while a graph is only checked.
  Arguments(const ElementDeclaration& declaration, const std::string& file_name,
            GraphDevices* devices = nullptr)
      : declaration_(declaration), file_name_(file_name), devices_(devices) {}

  const std::string& element_name() const { return declaration_.name; }
  std::size_t size() const { return declaration_.arguments.size(); }
  /// Without the quotes around it.
  std::string text(std::size_t index) const;

  /// A whole number within these bounds; `otherwise` when there is no such argument.
  std::uint64_t number(std::size_t index, std::uint64_t least, std::uint64_t most) const;
  std::uint64_t number_or(std::size_t index, std::uint64_t otherwise, std::uint64_t least,
                          std::uint64_t most) const;
  /// The number of a Face, as `augustus face list` shows it.
  FaceId face(std::size_t index) const;
  /// Between 0 and 1.
  double probability(std::size_t index) const;

  // What stands outside the graph; nullptr while a graph is only checked.
  std::shared_ptr<Device> port(std::size_t index) const;
  std::shared_ptr<Device> host(std::size_t index, std::size_t port_index) const;
  std::shared_ptr<Device> capture_source(std::size_t index, std::uint64_t rate) const;
  std::shared_ptr<CaptureSink> capture_sink(std::size_t index, std::uint32_t snap_bytes) const;
  /// `dev:NAME`, of a port or of an interface for the kernel. Whether the argument is one.
  bool names_device(std::size_t index) const;
  std::shared_ptr<Device> device(std::size_t index) const;

  /// A word that a counter of dropped packets can have for its name.
  std::string drop_reason(std::size_t index) const;

  /// "Class: what was expected".
  [[noreturn]] void fail(const std::string& message) const;

 private:
  /// What `make` makes of the devices.
  std::string path(std::size_t index) const;
  template <typename Make>
  auto with_devices(Make&& make) const -> decltype(make(*static_cast<GraphDevices*>(nullptr)));

  const ElementDeclaration& declaration_;
  const std::string& file_name_;
  GraphDevices* devices_;
};

/// The same for what a handler is given; throw std::invalid_argument.
std::uint64_t parse_number(std::string_view text, std::uint64_t least, std::uint64_t most);
double parse_probability(std::string_view text);

}  // namespace augustus::element

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <vector>

#include "element/devices/device.hh"
#include "element/element_types.hh"

namespace augustus::element {
namespace {

/// Packets that stages sent, to the output of the Face that each is meant for: output n for the n-th
/// argument's Faces, or the only one for all.
class OutputMux final : public Element {
 public:
  explicit OutputMux(const Arguments& arguments) {
    for (std::size_t i = 0; i < arguments.size(); ++i) {
      if (arguments.names_device(i)) {
        const auto device = arguments.device(i);
        outputs_.push_back({.device = device != nullptr ? device->number() : device_none});
        devices_.push_back(device);
      } else if (arguments.text(i) == "-") {
        outputs_.push_back({.any = true});
      } else {
        outputs_.push_back({.face = arguments.face(i)});
      }
    }
  }

  void push(unsigned, Batch batch, Outputs& out) {
    bool all_leaving = true;
    for (const Packet packet : batch) {
      all_leaving = all_leaving && packet.is_leaving();
    }
    if (all_leaving && outputs_.empty()) [[likely]] {
      out.pass(0, batch);
      return;
    }
    for (const Packet packet : batch) {
      send(packet, out);
    }
  }

  /// What stages sent while no element called them.
  unsigned emit(Outputs& out) {
    const unsigned count = walk().late();
    for (unsigned i = 0; i < count; ++i) {
      send(Packet::leaving(walk().departures[i]), out);
    }
    walk().take_late();
    return count;
  }

 private:
  void send(Packet packet, Outputs& out) {
    if (!packet.is_leaving()) {
      walk().drop_stray(packet);
      return;
    }
    unsigned port = 0;
    if (!outputs_.empty()) {
      const FaceId face = packet.departure().outgoing.face;
      const DeviceNumber device = walk().context().shared.faces.device_of(face);
      auto found = std::ranges::find_if(outputs_, [&](const Output& output) {
        return output.face != face_id_none ? output.face == face
                                           : output.device != device_none && output.device == device;
      });
      found = found != outputs_.end() ? found : std::ranges::find(outputs_, true, &Output::any);
      port = static_cast<unsigned>(found - outputs_.begin());
    }
    out.push_or_drop(port, packet);
  }

  /// What leaves there: packets for the Face, for Faces of the device, or for any other.
  struct Output {
    FaceId face = face_id_none;
    DeviceNumber device = device_none;
    bool any = false;
  };

  std::vector<Output> outputs_;
  std::vector<std::shared_ptr<Device>> devices_;
};

}  // namespace

const ElementType output_mux_type = element_type<OutputMux>(
    {.name = "OutputMux",
     .inputs_min = 1,
     .inputs_max = any_number,
     .outputs_min = 1,
     .outputs_max = any_number,
     .arguments_max = any_number,
     .arguments = "[FACE | dev:NAME | -, ...]",
     .purpose =
         "Packets for the n-th Face or device to output n (- stands for all others); without arguments "
         "all to 0"},
    true);

}  // namespace augustus::element

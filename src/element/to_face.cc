// SPDX-License-Identifier: Apache-2.0
#include "element/element_types.hh"
#include "element/send_arrived.hh"

namespace augustus::element {
namespace {

/// A sink: packets leave on the Faces that they are meant for. With a Face, everything leaves on that one;
/// also packets that came in and that no stage sent, as they are.
class ToFace final : public Element {
 public:
  explicit ToFace(const Arguments& arguments)
      : face_(arguments.size() > 0 ? arguments.face(0) : face_id_none) {}

  void push(unsigned, Batch batch, Outputs&) {
    for (const Packet packet : batch) {
      if (!packet.is_leaving()) [[unlikely]] {
        if (!send_arrived(walk(), packet, face_)) {
          walk().drop_stray(packet);
        }
        continue;
      }
      Departure& departure = packet.departure();
      if (face_ != face_id_none) {
        departure.outgoing.face = face_;
      }
      send_departure(walk(), departure);
    }
  }

 private:
  FaceId face_;
};

}  // namespace

const ElementType to_face_type =
    element_type<ToFace>({.name = "ToFace",
                          .inputs_min = 1,
                          .inputs_max = any_number,
                          .processing = "a/h",
                          .arguments_max = 1,
                          .arguments = "[FACE]",
                          .purpose = "Packets leave on the Faces they are meant for, or on the one named"},
                         true);

}  // namespace augustus::element

// SPDX-License-Identifier: Apache-2.0
#include "element/from_face.hh"

#include <algorithm>

namespace augustus::element {

FromFace::FromFace(const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (arguments.text(i) == "local") {
      local_ = true;
    } else if (arguments.text(i) == "non-local") {
      non_local_ = true;
    } else {
      faces_.push_back(arguments.face(i));
    }
  }
}

bool FromFace::wants(const forward::Item& item) {
  if (item.ingress.id == face_id_none) {
    return false;
  }
  const bool local = item.ingress.scope == forward::FaceScope::local;
  return (local ? local_ : non_local_) || std::ranges::find(faces_, item.ingress.id) != faces_.end();
}

unsigned FromFace::emit(Outputs& out) {
  unsigned count = 0;
  const bool rest = takes_rest();
  const auto is_rest = [&](const forward::Item& item) {
    return std::ranges::none_of(others_, [&](Source* other) { return other->wants(item); });
  };
  for (forward::Item& item : walk().incoming()) {
    if ((item.marks & (mark_taken | mark_frame)) == 0 && (rest ? is_rest(item) : wants(item))) {
      item.marks |= mark_taken;
      out.push(0, Packet::arrived(item));
      ++count;
    }
  }
  return count;
}

const ElementType from_face_type = element_type<FromFace>(
    {.name = "FromFace",
     .outputs_min = 1,
     .outputs_max = 1,
     .arguments_max = any_number,
     .arguments = "[FACE | local | non-local, ...]",
     .purpose = "Packets that came in on Faces: the ones named, or all that no other source takes"});

}  // namespace augustus::element

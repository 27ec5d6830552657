// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "element/element_type.hh"

namespace augustus::element {

/// A source of what came in: FromFace(256, 257) takes what these Faces received, FromFace() what no other
/// source of the graph takes. Faces are named by number, as `augustus face list` shows them; `local` and
/// `non-local` stand for all Faces of that scope.
class FromFace final : public Element {
 public:
  explicit FromFace(const Arguments& arguments);

  unsigned emit(Outputs& out);

  /// Whether it takes packets that no other source wants.
  bool takes_rest() const { return faces_.empty() && !local_ && !non_local_; }
  /// Whether it names the packet's Face.
  bool wants(const forward::Item& item) const;
  /// A source of the same graph, whose packets are not the rest.
  void leave_to(const FromFace& other) { others_.push_back(&other); }

 private:
  std::vector<FaceId> faces_;
  bool local_ = false;
  bool non_local_ = false;
  std::vector<const FromFace*> others_;
};

extern const ElementType from_face_type;

}  // namespace augustus::element

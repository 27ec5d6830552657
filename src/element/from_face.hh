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

 private:
  bool wants(const forward::Item& item) const;

  std::vector<FaceId> faces_;
  bool local_ = false;
  bool non_local_ = false;
};

extern const ElementType from_face_type;

}  // namespace augustus::element

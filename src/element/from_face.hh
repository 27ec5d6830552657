// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "element/source.hh"

namespace augustus::element {

/// A source of what came in: FromFace(256, 257) takes what these Faces received, FromFace() what no other
/// source of the graph takes. Faces are named by number, as `augustus face list` shows them; `local` and
/// `non-local` stand for all Faces of that scope.
class FromFace final : public Source {
 public:
  explicit FromFace(const Arguments& arguments);

  unsigned emit(Outputs& out);

  bool takes_rest() const override { return faces_.empty() && !local_ && !non_local_; }
  bool wants(const forward::Item& item) override;
  void leave_to(Source& other) override { others_.push_back(&other); }

 private:
  std::vector<FaceId> faces_;
  bool local_ = false;
  bool non_local_ = false;
  std::vector<Source*> others_;
};

extern const ElementType from_face_type;

}  // namespace augustus::element

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/face_id.hh"
#include "scenario/router/face_end.hh"
#include "scenario/step.hh"

namespace augustus::scenario {

/// A Face the router has, and its far end.
struct MadeFace {
  FaceId id = face_id_none;
  std::unique_ptr<FaceEnd> end;
};

/// Gives a router under test Faces of some kind. Outlives the router, which may own what these hold.
class FaceEnds {
 public:
  virtual ~FaceEnds() = default;

  virtual MadeFace make(const AddFace& face) = 0;
  /// The Face that the router makes for a neighbour whose Face was destroyed and who goes on sending.
  virtual FaceId wait_for_new() = 0;
  /// The router's threads have stopped and its packet pool is about to go.
  virtual void release_buffers() {}
};

}  // namespace augustus::scenario

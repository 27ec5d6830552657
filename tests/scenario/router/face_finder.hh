// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>

#include "base/face_id.hh"
#include "worker/router.hh"

namespace augustus::scenario {

/// Finds the ids of Faces that the router makes by itself: of clients that connect, of neighbours that send.
class FaceFinder {
 public:
  explicit FaceFinder(worker::Router& router) : router_(router) {}

  /// Waits until there is a Face that was not seen before; its id.
  FaceId wait_for_new();

 private:
  worker::Router& router_;
  std::set<FaceId> seen_;
};

/// No configuration makes ad hoc Faces yet: a multicast Face becomes one.
inline void set_ad_hoc(worker::Router& router, FaceId id) {
  router.faces().update(id, [](face::FaceInfo& info) { info.link_type = forward::LinkType::ad_hoc; });
}

}  // namespace augustus::scenario

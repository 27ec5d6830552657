// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/face_finder.hh"

#include "scenario/router/wait.hh"

namespace augustus::scenario {

FaceId FaceFinder::wait_for_new() {
  FaceId found = face_id_none;
  wait_for("a new Face", [&] {
    router_.poll();
    for (const auto& face : router_.faces().list()) {
      if (face.id >= face_id_first_user && seen_.insert(face.id).second) {
        found = face.id;
        return true;
      }
    }
    return false;
  });
  return found;
}

}  // namespace augustus::scenario

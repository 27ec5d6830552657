// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "face/socket_address.hh"
#include "scenario/router/face_ends.hh"
#include "scenario/router/face_finder.hh"
#include "scenario/router/local_faces.hh"

namespace augustus::scenario {

/// Faces on sockets: UDP unicast over loopback for point-to-point Faces, spread over one channel a worker;
/// UDP multicast for multi-access and ad hoc ones; Unix streams for local ones.
class SocketEnds final : public FaceEnds {
 public:
  SocketEnds(worker::Router& router, unsigned workers);

  MadeFace make(const AddFace& face) override;
  FaceId wait_for_new() override { return finder_.wait_for_new(); }

 private:
  MadeFace make_unicast(unsigned number);
  MadeFace make_multicast(const AddFace& face);

  worker::Router& router_;
  FaceFinder finder_;
  std::vector<face::SocketAddress> channels_;
  LocalFaces local_;
  unsigned next_lane_;  ///< of multicast Faces
};

}  // namespace augustus::scenario

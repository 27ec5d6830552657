// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "scenario/router/face_ends.hh"
#include "scenario/router/face_finder.hh"
#include "scenario/router/lan_host.hh"
#include "scenario/router/local_faces.hh"

namespace augustus::scenario {

/// Faces on DPDK ports: UDP flows for point-to-point Faces, spread over one port a worker, or over the queues
/// of one port that they share; the Ethernet
/// multicast Face of a port of its own for each multi-access or ad hoc one; Unix streams for local ones,
/// which no port has.
class PortEnds : public FaceEnds {
 public:
  PortEnds(worker::Router& router, unsigned workers,
           face::PortDispatch dispatch = face::PortDispatch::direct);

  MadeFace make(const AddFace& face) override;
  FaceId wait_for_new() override { return finder_.wait_for_new(); }
  void release_buffers() override;

 private:
  MadeFace make_unicast(unsigned number);
  MadeFace make_multicast(const AddFace& face);
  LanHost& add_link(bool multicast);

  worker::Router& router_;
  unsigned queues_;       ///< of each port
  unsigned send_queues_;  ///< likewise
  unsigned links_ = 1;    ///< for unicast
  face::PortDispatch dispatch_;
  FaceFinder finder_;
  LocalFaces local_;
  std::vector<std::unique_ptr<LanHost>> hosts_;  ///< first those of the links for unicast
};

}  // namespace augustus::scenario

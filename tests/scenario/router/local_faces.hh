// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "scenario/router/face_ends.hh"
#include "scenario/router/face_finder.hh"

namespace augustus::scenario {

/// Local Faces of a router, on its Unix socket, with local fields enabled.
class LocalFaces {
 public:
  /// Lanes are numbered from `first_lane`.
  LocalFaces(worker::Router& router, FaceFinder& finder, unsigned first_lane);
  ~LocalFaces();
  LocalFaces(const LocalFaces&) = delete;
  LocalFaces& operator=(const LocalFaces&) = delete;

  MadeFace make();

 private:
  worker::Router& router_;
  FaceFinder& finder_;
  std::string folder_;
  unsigned next_lane_;
};

}  // namespace augustus::scenario

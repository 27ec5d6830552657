// SPDX-License-Identifier: Apache-2.0
#include "scenario/router/local_faces.hh"

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "scenario/router/unix_end.hh"

namespace augustus::scenario {
namespace {

std::string make_folder() {
  std::string pattern = std::filesystem::temp_directory_path() / "augustus-scenario-XXXXXX";
  if (mkdtemp(pattern.data()) == nullptr) {
    throw std::system_error(errno, std::generic_category(), pattern);
  }
  return pattern;
}

}  // namespace

LocalFaces::LocalFaces(worker::Router& router, FaceFinder& finder, unsigned first_lane)
    : router_(router), finder_(finder), folder_(make_folder()), next_lane_(first_lane) {
  router_.listen_unix(folder_ + "/nfd.sock", 0600);
}

LocalFaces::~LocalFaces() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

MadeFace LocalFaces::make() {
  MadeFace made;
  made.end = std::make_unique<UnixEnd>(folder_ + "/nfd.sock", next_lane_++);
  made.id = finder_.wait_for_new();
  router_.faces().update(made.id, [](face::FaceInfo& info) { info.flags |= face::flag_local_fields; });
  return made;
}

}  // namespace augustus::scenario

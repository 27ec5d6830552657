// SPDX-License-Identifier: Apache-2.0
#include "manage/manager.hh"
#include "manage/router_data_plane.hh"

namespace augustus::manage {

Manager::Manager(worker::Router& router, const ManagerOptions& options)
    : Manager(std::make_unique<RouterDataPlane>(router), options) {
  router.on_management_packet([this](std::span<const std::uint8_t> packet, FaceId incoming) {
    handle(packet, incoming, monotonic_now());
  });
  router.on_announcement_wanted([this](std::span<const std::uint8_t> data) {
    return announcement_for(data, monotonic_now(), wall_clock_now());
  });
  router.on_lesson(
      [this](const worker::Lesson& lesson) { learn(lesson, monotonic_now(), wall_clock_now()); });
}

}  // namespace augustus::manage

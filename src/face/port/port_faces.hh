// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "face/face_index.hh"
#include "face/face_table.hh"
#include "face/link_service.hh"
#include "face/port/port_counters.hh"
#include "face/port/port_face.hh"
#include "face/port/port_options.hh"

namespace augustus::face {

/// The Faces of one port: finds them, closes idle ones, keeps them in step with the face table. Used by one
/// thread.
class PortFaces {
 public:
  PortFaces(const PortOptions& options, std::uint8_t owner, FaceTable& faces, PortCounters& counters);
  ~PortFaces();
  PortFaces(const PortFaces&) = delete;
  PortFaces& operator=(const PortFaces&) = delete;

  PortFace* find(FaceId id) const;
  PortFace* find(const PortFaceKey& key) const { return index_.find(key); }

  /// Adds a Face that is not there yet. nullptr when the face table is full.
  PortFace* add(LinkContext& context, const PortFaceKey& key, FaceInfo info, TimeNs now);
  /// The Face becomes the caller's, if it was on-demand. False: there is no room for one more of his.
  bool take_over(PortFace& face, Persistency persistency);
  bool room_on_demand() const { return on_demand_ < on_demand_max_; }
  void close(PortFace& face);
  /// Other threads serve the Faces too: `closed` is told of each Face that is closed.
  void share(std::function<void(FaceId)> closed) {
    on_close_ = std::move(closed);
    shared_ = true;
  }

  /// The link went up or down, and all Faces with it.
  void set_up(bool up);
  /// Settings that were changed, idle time-outs, link services. Returns when to call again.
  TimeNs tick(TimeNs now);

 private:
  void refresh();
  void scan_idle(TimeNs now);
  void look_at(PortFace& face, TimeNs timeout, TimeNs now);

  std::uint8_t owner_;
  DeviceNumber device_;
  TimeNs idle_timeout_;
  std::uint32_t on_demand_max_;
  FaceTable& faces_;
  PortCounters& counters_;
  FaceIndex<PortFace, &PortFace::key> index_;
  std::vector<std::unique_ptr<PortFace>> list_;
  std::vector<PortFace*> by_slot_;                 ///< by FaceId modulo the table's slots
  std::vector<std::unique_ptr<PortFace>> closed_;  ///< freed when nothing on the stack can be using them
  std::vector<PortFace*> reliable_;                ///< Faces whose link service has timers
  std::function<void(FaceId)> on_close_;
  bool shared_ = false;
  std::uint32_t on_demand_ = 0;
  std::uint32_t epoch_;
  std::size_t scan_at_ = 0;
  TimeNs next_scan_ = 0;
};

}  // namespace augustus::face

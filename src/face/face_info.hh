// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.hh"
#include "base/device_number.hh"
#include "base/face_id.hh"
#include "face/unix_peer.hh"
#include "forward/face_attributes.hh"
#include "wire/packet_format.hh"

namespace augustus::face {

enum class Persistency : std::uint8_t { persistent = 0, on_demand = 1, permanent = 2 };  // NFD's numbers

/// NFD's Face flags (FaceMgmt, ControlParameters Flags).
inline constexpr std::uint64_t flag_local_fields = 1;
inline constexpr std::uint64_t flag_lp_reliability = 2;
inline constexpr std::uint64_t flag_congestion_marking = 4;

/// What management may know and change of a Face. The owning thread reads the settings each burst.
struct FaceInfo {
  FaceId id = face_id_none;
  std::string remote_uri;
  std::string local_uri;
  forward::FaceScope scope = forward::FaceScope::non_local;
  forward::LinkType link_type = forward::LinkType::point_to_point;
  Persistency persistency = Persistency::persistent;
  std::uint64_t flags = 0;
  std::optional<std::uint64_t> mtu;  ///< as overridden by management; absent: the transport's own
  std::uint64_t congestion_interval_ns = 100 * nanoseconds_per_millisecond;
  std::uint64_t congestion_threshold_bytes = 65536;
  std::optional<TimeNs> idle_expiry;  ///< on-demand Faces: when it would be closed
  bool up = true;
  /// Over TCP to a remote of ours: connects again whenever there is no connection, whatever its persistency.
  bool keeps_trying = false;
  std::string problem;  ///< why it is down or gone, where the system said so
  /// The name space of its packets: other than ndn, no packet of another format may leave on it.
  wire::PacketFormat names = wire::PacketFormat::ndn;
  DeviceNumber device = device_none;
  std::uint64_t source = 0;    ///< whose Face it is (face_source.hh); 0: the operator's own
  bool is_connection = false;  ///< it needs a descriptor of its own
  TimeNs active_at = 0;        ///< on-demand Faces: when last seen to receive, within some seconds; 0: never
  bool gives_way = false;      ///< the room is needed: the thread that drives it closes it
  std::optional<UnixPeer> peer;  ///< who connected, where the transport knows
};

}  // namespace augustus::face

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.hh"
#include "face/face_info.hh"
#include "face/face_table.hh"
#include "manage/codec/control_parameters.hh"
#include "manage/codec/face_event_notification.hh"
#include "manage/codec/face_query_filter.hh"
#include "manage/codec/face_status.hh"
#include "manage/data_plane.hh"

namespace augustus::manage {

/// The Face as an item of faces/list; `now` is monotonic.
FaceStatus to_face_status(const face::FaceInfo& info, const DataPlane::FaceTraffic& traffic, TimeNs now);
FaceEventNotification to_notification(const face::FaceEvent& event);
/// What faces/update answers; faces/create adds the URIs. MTU and congestion settings, which the protocol
/// leaves optional, are told to a client that named one in its request: python-ndn expects them elsewhere in
/// the order than the others do, and cannot read a response that has them.
ControlParameters to_parameters(const face::FaceInfo& info, const ControlParameters& request);
bool matches(const FaceQueryFilter& filter, const face::FaceInfo& info);
/// Whether the Face's transport is a byte stream, which has no MTU to override.
bool is_stream(std::string_view uri);

}  // namespace augustus::manage

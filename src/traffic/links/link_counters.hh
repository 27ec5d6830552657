// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/counter.hh"

namespace augustus::traffic {

struct LinkCounters {
  Counter out_packets, out_bytes;  ///< bytes as the socket or the port carries them, link headers included
  Counter in_packets, in_bytes;
  Counter output_full;  ///< packets that found no room
  Counter refused;      ///< packets the system did not take, e.g. since nobody listens there
  Counter malformed;    ///< received, and no packet
  Counter fragments;    ///< received parts of packets of which others are missing
};

}  // namespace augustus::traffic

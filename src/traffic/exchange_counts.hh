// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/counter.hh"

namespace augustus::traffic {

/// What became of a load's packets. Written by the thread that drives it, read by any. A run is good when all
/// faults are zero.
struct ExchangeCounts {
  Counter begun;
  Counter completed;   ///< the right Data came back to who asked
  Counter from_store;  ///< of them, without the producer
  Counter sampled;     ///< packets compared with what the reference forwarder sends
  Counter withheld;    ///< Interests that the producer left unanswered, as it was told to
  Counter lost;        ///< exchanges that never completed
  Counter duplicated;  ///< packets that came twice, or that nobody asked for
  Counter altered;     ///< packets that differ from what they should be

  bool good() const { return lost.value() == 0 && duplicated.value() == 0 && altered.value() == 0; }
};

}  // namespace augustus::traffic

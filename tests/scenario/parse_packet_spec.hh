// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "scenario/step.hh"
#include "scenario/words.hh"

namespace augustus::scenario {

/// Reads what follows "FACE >" or "FACE <". Throws std::runtime_error.
PacketSpec parse_packet_spec(std::uint64_t face, Words& words);

}  // namespace augustus::scenario

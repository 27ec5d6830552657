// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "scenario/driver.hh"
#include "scenario/step.hh"

namespace augustus::scenario {

/// What a scenario's packets may refer to.
struct Memory {
  std::array<std::uint8_t, 32> last_data_digest{};
  std::map<unsigned, std::uint32_t> last_nonce;  ///< of the Interest last expected on a Face
};

/// The packet to send. Interests without a nonce attribute get one that no other packet has.
Packet encode(const PacketSpec& spec, Memory& memory);

/// How the packet differs from what was expected, or nothing.
std::optional<std::string> differs(const Packet& packet, const PacketSpec& expected, Memory& memory);

/// The packet in a scenario's words, for messages.
std::string describe(const Packet& packet);

}  // namespace augustus::scenario

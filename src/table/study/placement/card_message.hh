// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus::table::study {

/// Where in a router of line cards PITs stand (section III-B).
enum class Placement : std::uint8_t { input_only, output_only, input_output, third_party };

inline constexpr Placement placements[] = {Placement::input_only, Placement::output_only,
                                           Placement::input_output, Placement::third_party};

const char* to_string(Placement placement);

/// How the FIB uses the paths of a name.
enum class Paths : std::uint8_t {
  single,    ///< always the first
  split,     ///< each input card its own, to spread the load
  replicate  ///< all at once
};

inline constexpr Paths path_choices[] = {Paths::single, Paths::split, Paths::replicate};

const char* to_string(Paths paths);

using CardNumber = std::uint32_t;

/// What happens next, and on which line card.
struct CardMessage {
  enum class Kind : std::uint32_t {
    interest,          ///< came in from the wire
    data,              ///< the same
    pending_interest,  ///< for a PIT on this card: of the output card, or the third party
    send_interest,     ///< out on the wire, no PIT asked
    answer,            ///< Data for a PIT on this card
    send_data,         ///< out on the wire
  };

  Kind kind;
  CardNumber card;     ///< that handles it
  CardNumber input;    ///< card on which the Interest came in
  std::uint32_t name;  ///< number
  std::uint32_t nonce;
};

}  // namespace augustus::table::study

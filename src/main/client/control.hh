// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "main/client/client.hh"
#include "manage/codec/control_response.hh"
#include "wire/interest.hh"
#include "wire/name.hh"

namespace augustus::client {

/// The command <module>/<verb>: a Signed Interest for the router that the client is connected to.
wire::Interest make_command(const Client& client, std::string_view module, std::string_view verb,
                            const manage::ControlParameters& parameters);

/// The same for whoever is connected as `is_local` says (Endpoint::is_local()).
wire::Interest make_command(bool is_local, std::string_view module, std::string_view verb,
                            const manage::ControlParameters& parameters);

// A command or dataset that is not NFD's is asked of Augustus alone: of another router both functions say so within a
// second by std::runtime_error.

/// Sends <module>/<verb> with its parameters as a Signed Interest. Throws std::runtime_error when there is no
/// answer or it is not a ControlResponse; what the answer says is the caller's to judge.
manage::ControlResponse send_command(Client& client, std::string_view module, std::string_view verb,
                                     const manage::ControlParameters& parameters);

inline bool succeeded(const manage::ControlResponse& response) {
  return response.code >= 200 && response.code < 300;
}

/// Fetches all segments of a status dataset, e.g. "faces/list", with `argument` (may be empty) as the
/// component after it; the elements one after the other. Throws std::runtime_error when a segment does not
/// come.
std::vector<std::uint8_t> fetch_dataset(Client& client, std::string_view dataset,
                                        std::span<const std::uint8_t> argument = {});

/// Has the router send Interests under `prefix` to this program. Throws std::runtime_error when it refuses.
void register_prefix(Client& client, const wire::Name& prefix);

}  // namespace augustus::client

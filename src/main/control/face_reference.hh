// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "main/client/client.hh"
#include "main/control/verb.hh"

namespace augustus::control {

/// The canonical form of a Face URI, with host names looked up. Throws UsageError when it is none,
/// std::runtime_error when the host is unknown.
std::string canonical_face_uri(const std::string& text);

/// The Face that a number or a remote URI names; std::nullopt when no Face has that URI. A number is
/// believed. Throws std::runtime_error when several Faces have the URI.
std::optional<std::uint64_t> find_face(client::Client& client, const std::string& id_or_uri);

/// The same; makes the Face when no Face has that URI yet.
std::uint64_t face_or_make(Session& session, const std::string& id_or_uri);

}  // namespace augustus::control

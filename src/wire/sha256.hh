// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>

namespace augustus::wire {

/// SHA-256 over the parts one after the other. Throws std::runtime_error when OpenSSL has no SHA-256.
std::array<std::uint8_t, 32> sha256(std::initializer_list<std::span<const std::uint8_t>> parts);

}  // namespace augustus::wire

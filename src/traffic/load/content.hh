// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace augustus::traffic {

/// A hash of a name, by which the generator tells names apart; the same in every process.
std::uint64_t name_hash(std::span<const std::uint8_t> name_value);

/// The content that a producer gives a name: every consumer that knows the seed can tell whether it is right.
void write_content(std::span<std::uint8_t> to, std::uint64_t name_hash, std::uint64_t seed);
bool is_content(std::span<const std::uint8_t> content, std::uint64_t name_hash, std::uint64_t seed);

}  // namespace augustus::traffic

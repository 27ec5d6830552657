// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace augustus {

/// Lets the process have as many descriptors as the system allows it (RLIMIT_NOFILE, soft up to hard). Returns how many
/// that are.
std::uint64_t raise_descriptor_limit();

}  // namespace augustus

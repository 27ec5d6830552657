// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace augustus::manage {

/// The modules below /localhost/nfd whose commands somebody may be allowed to give: NFD's, then this router's
/// own.
inline constexpr std::array<std::string_view, 10> privileges{"faces",
                                                             "fib",
                                                             "cs",
                                                             "strategy-choice",
                                                             "rib",
                                                             "augustus-partition",
                                                             "augustus-router",
                                                             "augustus-trace",
                                                             "augustus-capture",
                                                             "augustus-graph"};
inline constexpr std::size_t nfd_privileges = 5;
inline constexpr std::span<const std::string_view> own_privileges =
    std::span(privileges).subspan(nfd_privileges);

}  // namespace augustus::manage

// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus::bench {

/// Prints as JSON what the PIT study's formulas (model/pit_model) give: sizes, memory (table I), operations
/// (table II), loads sustained (figure 1(a), (b)) and the load of line cards (figure 1(c)).
void print_pit_formulas();

}  // namespace augustus::bench

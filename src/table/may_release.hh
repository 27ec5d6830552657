// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus::table {

/// Asked for by what may let go of names that it was not given: an eviction frees the names that only the content
/// store held. Who passes one, from NameTable::may_release(), has no FoundEntry left to use. Of no size.
class MayRelease {
 private:
  friend class NameTable;
  MayRelease() = default;
};

}  // namespace augustus::table

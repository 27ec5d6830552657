// SPDX-License-Identifier: Apache-2.0
#include "store/store_options.hh"

#include <fmt/format.h>

namespace augustus::store {

std::string AdmissionOptions::text() const {
  switch (kind) {
    case Admission::everything:
      return "everything";
    case Admission::probability:
      return fmt::format("probability {:.2g}", probability);
    case Admission::k_lru:
      return fmt::format("k-lru {}", k);
  }
  return {};
}

}  // namespace augustus::store

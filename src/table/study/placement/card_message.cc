// SPDX-License-Identifier: Apache-2.0
#include "table/study/placement/card_message.hh"

namespace augustus::table::study {

const char* to_string(Placement placement) {
  switch (placement) {
    case Placement::input_only:
      return "input-only";
    case Placement::output_only:
      return "output-only";
    case Placement::input_output:
      return "input-output";
    case Placement::third_party:
      return "third-party";
  }
  return "";
}

const char* to_string(Paths paths) {
  switch (paths) {
    case Paths::single:
      return "single";
    case Paths::split:
      return "split";
    case Paths::replicate:
      return "replicate";
  }
  return "";
}

}  // namespace augustus::table::study

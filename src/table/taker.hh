// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/face_id.hh"

namespace augustus::table {

/// Who takes room in a table: the Face whose packet needs it. Programs of this machine may take what is reserved for
/// them, too.
struct Taker {
  FaceId face = face_id_none;
  bool is_local = true;
};

}  // namespace augustus::table

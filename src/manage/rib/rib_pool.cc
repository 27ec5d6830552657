// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/rib_pool.hh"

#include "manage/access/pool_source.hh"

namespace augustus::manage {

RibPool::RibPool(const DataPlane& data_plane, std::uint32_t capacity)
    : data_plane_(data_plane), shares_(PoolShares::Rule::for_lasting(capacity)) {}

bool RibPool::may_take(FaceId registrar) const {
  if (registrar == face_id_none) {
    return true;
  }
  const auto face = data_plane_.find_face(registrar);
  return shares_.may_take(shares_.holder_of(pool_source_of(registrar, face)),
                          face && face->scope == forward::FaceScope::local);
}

PoolPart RibPool::take(FaceId registrar) {
  const PoolPart part{shares_.free() != 0,
                      shares_.holder_of(pool_source_of(registrar, data_plane_.find_face(registrar)))};
  if (part.taken) {
    shares_.add(part.holder);
  }
  return part;
}

}  // namespace augustus::manage

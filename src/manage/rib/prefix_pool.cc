// SPDX-License-Identifier: Apache-2.0
#include "manage/rib/prefix_pool.hh"

#include "manage/access/pool_source.hh"

namespace augustus::manage {

PrefixPool::PrefixPool(const DataPlane& data_plane)
    : data_plane_(data_plane), shares_(PoolShares::Rule::for_prefixes(data_plane.fib_capacity())) {}

bool PrefixPool::may_take(FaceId registrar) const {
  if (registrar == face_id_none) {
    return true;
  }
  const auto face = data_plane_.find_face(registrar);
  return shares_.may_take(shares_.holder_of(pool_source_of(registrar, face)),
                          face && face->scope == forward::FaceScope::local);
}

PrefixPool::Part PrefixPool::take(FaceId registrar) {
  const Part part{shares_.free() != 0,
                  shares_.holder_of(pool_source_of(registrar, data_plane_.find_face(registrar)))};
  if (part.taken) {
    shares_.add(part.holder);
  }
  return part;
}

}  // namespace augustus::manage

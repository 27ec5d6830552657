// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "unit/wire/generate.hh"
#include "wire/interest.hh"
#include "wire/parse_packet.hh"

namespace augustus::wire::hash_name_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

const KeyedHash hash(HashKey{{1, 2, 3, 4}});

std::uint64_t hash_of(const Name& name) {
  std::uint64_t value = hash.empty();
  for (std::size_t i = 0; i < name.size(); ++i) {
    value = hash.extend(value, name[i].tlv);
  }
  return value;
}

PacketView hashed_view(const Name& name, Bytes& packet) {
  Interest interest;
  interest.name = name;
  packet = interest.encode();
  PacketView view;
  RC_ASSERT(parse_packet(packet, view) == ParseOutcome::ok);
  hash_name(hash, packet.data(), view);
  return view;
}

RC_GTEST_PROP(HashName, ExtendsPrefixByPrefix, ()) {
  const Name name = *arbitrary_name(1, 45);
  Bytes packet;
  const PacketView view = hashed_view(name, packet);
  for (unsigned i = 0; i <= view.prefix_count(); ++i) {
    RC_ASSERT(view.prefix_hash[i] == hash_of(name.prefix(i)));
    RC_ASSERT(view.prefix_length(i) == name.prefix(i).value().size());
  }
  RC_ASSERT(view.name_hash == hash_of(name.prefix(view.key_components())));
}

RC_GTEST_PROP(HashName, ATrailingImplicitDigestDoesNotCount, ()) {
  const Name name = *arbitrary_name(1, 40);
  RC_PRE(name[name.size() - 1].type != component_type::implicit_digest);
  Bytes packet;
  const PacketView plain = hashed_view(name, packet);
  const PacketView digest =
      hashed_view(Name(name).append(component_type::implicit_digest, Bytes(32, 9)), packet);
  RC_ASSERT(digest.has_implicit_digest);
  RC_ASSERT(plain.name_hash == digest.name_hash);
  RC_ASSERT(plain.key_length() == digest.key_length());
}

}  // namespace
}  // namespace augustus::wire::hash_name_test

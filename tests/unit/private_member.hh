// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace augustus {

/// AUGUSTUS_REACH(Tag, Type::member_), in namespace augustus, lets a test that breaks what a type keeps right say
/// `object.*member_of(Tag{})`: an explicit instantiation may name what is private ([temp.spec.general] of C++20), so
/// that the type needs no friend for its tests.
template <typename Tag, auto Member>
struct PrivateMember {
  friend constexpr auto member_of(Tag) { return Member; }
};

}  // namespace augustus

#define AUGUSTUS_REACH(Tag, Member)   \
  struct Tag {                        \
    friend constexpr auto member_of(Tag); \
  };                                  \
  template struct PrivateMember<Tag, &Member>

// SPDX-License-Identifier: Apache-2.0
#include "wire/name.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "unit/wire/generate.hh"

namespace augustus::wire::name_test {
namespace {

using Bytes = std::vector<std::uint8_t>;

TEST(NameUri, ReadsAndWritesTypedComponents) {
  const std::string digest(64, '3');
  for (const std::string& uri :
       {std::string("/"), std::string("/a"), std::string("/a/b%20c"),
        std::string("/v=1/seg=0/off=7/t=9/seq=300"), "/sha256digest=" + digest, "/params-sha256=" + digest,
        std::string("/32=key/65535=x"), std::string("/.../....../a..."), std::string("/54=%00%01"),
        std::string("/%3D")}) {
    const auto name = Name::from_uri(uri);
    ASSERT_TRUE(name) << uri;
    EXPECT_EQ(name->uri(), uri);
  }
}

TEST(NameUri, AcceptsOtherSpellings) {
  EXPECT_EQ(Name::literal("ndn:/a").uri(), "/a");
  EXPECT_EQ(Name::literal("a/b/").uri(), "/a/b");
  EXPECT_EQ(Name::literal("").uri(), "/");
  EXPECT_EQ(Name::literal("/8=a").uri(), "/a");
  EXPECT_EQ(Name::literal("/54=%01").uri(), "/v=1");
  EXPECT_EQ(Name::literal("/%61").uri(), "/a");
  EXPECT_EQ(Name::literal("/a b").uri(), "/a%20b");
}

TEST(NameUri, RefusesWhatIsNotAName) {
  for (const char* uri : {"//", "/a//b", "/.", "/..", "/%2E", "/a%2", "/a%zz", "/0=a", "/65536=a", "/08=a",
                          "/x=1", "/v=", "/v=-1", "/v=01", "/v=18446744073709551616", "/=a",
                          "/sha256digest=00", "/1=a", "/params-sha256=zz"}) {
    EXPECT_FALSE(Name::from_uri(uri)) << uri;
  }
  EXPECT_THROW(Name::literal("//"), std::invalid_argument);
}

TEST(Name, EncodesComponents) {
  Name name = Name::literal("/a/v=300");
  EXPECT_EQ(name.tlv(), (Bytes{7, 7, 8, 1, 'a', 54, 2, 1, 44}));
  name.append(300, Bytes{1});
  EXPECT_EQ(Bytes(name[2].tlv.begin(), name[2].tlv.end()), (Bytes{0xfd, 1, 44, 1, 1}));
  EXPECT_EQ(name[1].number(), 300U);
  EXPECT_FALSE(Name::literal("/abc")[0].number());
  EXPECT_TRUE(name[0].is_text("a"));
  EXPECT_FALSE(name[0].is_text("ab"));
}

TEST(Name, RefusesInvalidComponents) {
  Name name;
  EXPECT_THROW(name.append(0, Bytes{}), std::invalid_argument);
  EXPECT_THROW(name.append(65536, Bytes{}), std::invalid_argument);
  EXPECT_THROW(name.append(component_type::implicit_digest, Bytes(31)), std::invalid_argument);
  EXPECT_FALSE(Name::from_value(Bytes{8, 2, 'a'}));
  EXPECT_FALSE(Name::from_value(Bytes{8}));
  EXPECT_FALSE(Name::from_value(Bytes{0, 0}));
  EXPECT_FALSE(Name::from_value(Bytes{0xfd, 0, 8, 1, 'a'}));
}

TEST(Name, OrdersByTypeThenLengthThenBytes) {
  const char* const ascending[] = {
      "/",    "/sha256digest=0000000000000000000000000000000000000000000000000000000000000000",
      "/a",   "/a/a",
      "/a/b", "/b",
      "/aa",  "/v=1"};
  for (std::size_t i = 0; i + 1 < std::size(ascending); ++i) {
    EXPECT_LT(Name::literal(ascending[i]), Name::literal(ascending[i + 1])) << ascending[i];
  }
}

TEST(Name, AppendsItselfAndPartsOfItself) {
  Name name = Name::literal("/a/b");
  name.append(name).append(name[1].type, name[1].value);
  EXPECT_EQ(name.uri(), "/a/b/a/b/b");
}

RC_GTEST_PROP(NameProperty, UriComesBack, ()) {
  const Name name = *arbitrary_name(0, 8);
  const auto back = Name::from_uri(name.uri());
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == name);
}

RC_GTEST_PROP(NameProperty, ValueComesBack, ()) {
  const Name name = *arbitrary_name(0, 40);
  const auto back = Name::from_value(name.value());
  RC_ASSERT(back.has_value());
  RC_ASSERT(*back == name);
  RC_ASSERT(back->size() == name.size());
}

RC_GTEST_PROP(NameProperty, PrefixesArePrefixes, ()) {
  const Name name = *arbitrary_name(0, 10);
  const auto count = *rc::gen::inRange<std::size_t>(0, 12);
  const Name prefix = name.prefix(count);
  RC_ASSERT(prefix.size() == std::min(count, name.size()));
  RC_ASSERT(prefix.is_prefix_of(name));
  RC_ASSERT(name.is_prefix_of(prefix) == (prefix == name));
  RC_ASSERT((prefix <=> name) == (prefix.size() <=> name.size()));
}

/// Canonical order as the specification words it.
std::strong_ordering compare_by_component(const Name& a, const Name& b) {
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i].type != b[i].type) {
      return a[i].type <=> b[i].type;
    }
    if (a[i].value.size() != b[i].value.size()) {
      return a[i].value.size() <=> b[i].value.size();
    }
    if (const int order = std::memcmp(a[i].value.data(), b[i].value.data(), a[i].value.size()); order != 0) {
      return order <=> 0;
    }
  }
  return a.size() <=> b.size();
}

RC_GTEST_PROP(NameProperty, OrderIsCanonical, ()) {
  const Name a = *arbitrary_name(0, 3);
  Name b = a.prefix(*rc::gen::inRange<std::size_t>(0, 4)).append(*arbitrary_name(0, 2));
  const std::vector<std::uint8_t> long_value(*rc::gen::elementOf(std::vector<std::size_t>{1, 252, 253, 300}));
  if (*rc::gen::arbitrary<bool>()) {
    b.append(component_type::generic, long_value);
  }
  RC_ASSERT((a <=> b) == compare_by_component(a, b));
  RC_ASSERT((b <=> a) == compare_by_component(b, a));
}

}  // namespace
}  // namespace augustus::wire::name_test

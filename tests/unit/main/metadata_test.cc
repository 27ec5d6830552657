// SPDX-License-Identifier: Apache-2.0
#include "main/client/metadata.hh"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "main/client/segment.hh"

namespace augustus::client::metadata_test {
namespace {

RC_GTEST_PROP(Metadata, RoundTrips, (std::uint64_t version, std::uint64_t segment, bool has_final)) {
  Metadata metadata;
  metadata.versioned_name = wire::Name::literal("/a/b").append_number(wire::component_type::version, version);
  metadata.final_segment = has_final ? std::optional(segment) : std::nullopt;
  const auto decoded = Metadata::decode(metadata.encode());
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(decoded->versioned_name == metadata.versioned_name);
  RC_ASSERT(decoded->final_segment == metadata.final_segment);
}

RC_GTEST_PROP(Metadata, BearsRandomContent, (const std::vector<std::uint8_t>& bytes)) {
  Metadata::decode(bytes);
}

TEST(Metadata, IgnoresFieldsOfOtherConventions) {
  std::vector<std::uint8_t> content = Metadata{wire::Name::literal("/a/v=1"), 3}.encode();
  const std::uint8_t size_field[] = {0xfd, 0xf5, 0x02, 0x01, 0x07};
  content.insert(content.end(), std::begin(size_field), std::end(size_field));
  EXPECT_EQ(Metadata::decode(content)->final_segment, 3u);
}

TEST(Metadata, LivesUnderItsKeyword) {
  EXPECT_EQ(metadata_prefix(wire::Name::literal("/a/b")), wire::Name::literal("/a/b/32=metadata"));
}

TEST(Segment, NumbersComeFromComponentsOfTheirType) {
  EXPECT_EQ(last_number(wire::Name::literal("/a/v=7"), wire::component_type::version), 7u);
  EXPECT_EQ(last_number(wire::Name::literal("/a/v=7"), wire::component_type::segment), std::nullopt);
  EXPECT_EQ(last_number(wire::Name::literal("/a/7"), wire::component_type::version), std::nullopt);
  EXPECT_EQ(last_number(wire::Name(), wire::component_type::version), std::nullopt);
  EXPECT_EQ(final_segment(make_final_block_id(300)), 300u);
}

}  // namespace
}  // namespace augustus::client::metadata_test

// SPDX-License-Identifier: Apache-2.0
#include "face/face_uri.hh"

#include <gtest/gtest.h>

namespace augustus::face::face_uri_test {
namespace {

TEST(FaceUri, ParsesIntoPartsAndBack) {
  struct Case {
    const char* text;
    FaceUri parts;
  };
  const Case cases[] = {
      {"udp4://192.0.2.1:6363", {"udp4", "192.0.2.1", "6363", "", false}},
      {"udp6://[2001:db8::1]:6363", {"udp6", "2001:db8::1", "6363", "", true}},
      {"tcp6://[fe80::1%eth0]:6363", {"tcp6", "fe80::1%eth0", "6363", "", true}},
      {"tcp://example.net", {"tcp", "example.net", "", "", false}},
      {"udp://example.net:7000/", {"udp", "example.net", "7000", "/", false}},
      {"unix:///run/nfd/nfd.sock", {"unix", "", "", "/run/nfd/nfd.sock", false}},
      {"dev://eth0", {"dev", "eth0", "", "", false}},
      {"ether://[01:00:5e:00:17:aa]", {"ether", "01:00:5e:00:17:aa", "", "", true}},
      {"ws://[::1]:9696", {"ws", "::1", "9696", "", true}},
      {"wsclient://127.0.0.1:40000", {"wsclient", "127.0.0.1", "40000", "", false}},
      {"fd://12", {"fd", "12", "", "", false}},
      {"internal://", {"internal", "", "", "", false}},
      {"udp4+dev://eth0:56363", {"udp4+dev", "eth0", "56363", "", false}},
  };
  for (const auto& item : cases) {
    const auto uri = FaceUri::parse(item.text);
    ASSERT_TRUE(uri) << item.text;
    EXPECT_EQ(uri->scheme, item.parts.scheme) << item.text;
    EXPECT_EQ(uri->host, item.parts.host) << item.text;
    EXPECT_EQ(uri->port, item.parts.port) << item.text;
    EXPECT_EQ(uri->path, item.parts.path) << item.text;
    EXPECT_EQ(uri->bracketed, item.parts.bracketed) << item.text;
    EXPECT_EQ(uri->text(), item.text);
  }
}

TEST(FaceUri, RefusesWhatIsNone) {
  for (const char* text :
       {"", "udp4", "udp4:/192.0.2.1", "://192.0.2.1", "udp4://192.0.2.1:", "udp4://192.0.2.1:port",
        "udp4://:6363", "udp6://[2001:db8::1", "udp6://[2001:db8::g]:6363", "udp6://[]:6363",
        "udp6://2001:db8::1:6363", "udp6://[fe80::1%]:6363", "udp 4://192.0.2.1", "udp4://a?b"}) {
    EXPECT_FALSE(FaceUri::parse(text)) << text;
  }
}

TEST(FaceUri, KnowsTheCanonicalForm) {
  for (const char* text : {"udp4://192.0.2.1:6363", "udp6://[2001:db8::1]:6363", "tcp4://127.0.0.1:1",
                           "tcp6://[::1]:6363", "udp4://224.0.23.170:56363", "udp6://[fe80::1%lo]:6363",
                           "dev://eth0", "ether://[01:00:5e:00:17:aa]", "udp4+dev://eth0:56363"}) {
    EXPECT_TRUE(FaceUri::parse(text)->is_canonical()) << text;
  }
  for (const char* text : {"udp://192.0.2.1:6363",
                           "udp4://192.0.2.1",
                           "udp4://192.0.2.1:6363/",
                           "udp6://[2001:DB8::1]:6363",
                           "udp6://[2001:db8:0::1]:6363",
                           "udp4://example.net:6363",
                           "udp6://192.0.2.1:6363",
                           "udp4://[::1]:6363",
                           "tcp4://224.0.23.170:6363",
                           "udp4://192.0.2.1:65536",
                           "udp4://192.0.2.1:06363",
                           "udp6://[fe80::1%25lo]:6363",
                           "dev://eth0/",
                           "dev://",
                           "ether://[1:0:5E:0:17:AA]",
                           "unix:///run/nfd.sock",
                           "fd://3",
                           "internal://",
                           "ws://127.0.0.1:9696",
                           "udp4+dev://eth0",
                           "foo://bar"}) {
    EXPECT_FALSE(FaceUri::parse(text)->is_canonical()) << text;
  }
}

TEST(FaceUri, CompletesWhatNeedsNoNameService) {
  const std::pair<const char*, const char*> cases[] = {
      {"udp://192.0.2.1", "udp4://192.0.2.1:6363"},
      {"udp://[2001:DB8:0:0::1]", "udp6://[2001:db8::1]:6363"},
      {"udp4://224.0.23.170", "udp4://224.0.23.170:56363"},
      {"tcp://127.0.0.1:7000/", "tcp4://127.0.0.1:7000"},
      {"udp6://[fe80::1%25lo]", "udp6://[fe80::1%lo]:6363"},
      {"ether://[1:0:5E:0:17:AA]", "ether://[01:00:5e:00:17:aa]"},
      {"dev://eth0/", "dev://eth0"},
  };
  for (const auto& [given, wanted] : cases) {
    const auto canonical = FaceUri::parse(given)->canonical();
    ASSERT_TRUE(canonical) << given;
    EXPECT_EQ(canonical->text(), wanted);
    EXPECT_TRUE(canonical->is_canonical());
  }
  EXPECT_FALSE(FaceUri::parse("udp://example.net")->canonical());
  EXPECT_FALSE(FaceUri::parse("udp4://[::1]")->canonical());
}

TEST(FaceUri, GivesTheSocketAddress) {
  const auto address = FaceUri::parse("udp6://[2001:db8::7]:7000")->address();
  ASSERT_TRUE(address);
  EXPECT_TRUE(address->is_v6());
  EXPECT_EQ(address->port(), 7000);
  EXPECT_EQ(address->uri("udp"), "udp6://[2001:db8::7]:7000");
  EXPECT_FALSE(FaceUri::parse("unix:///tmp/x")->address());
}

}  // namespace
}  // namespace augustus::face::face_uri_test

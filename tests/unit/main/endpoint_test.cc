// SPDX-License-Identifier: Apache-2.0
#include "main/client/endpoint.hh"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <cstdlib>

#include "main/errors.hh"

namespace augustus::client::endpoint_test {
namespace {

using Scheme = Endpoint::Scheme;

TEST(Endpoint, NamesAUnixSocket) {
  const Endpoint endpoint = parse_endpoint("unix:///run/nfd/nfd.sock");
  EXPECT_EQ(endpoint.scheme, Scheme::unix_stream);
  EXPECT_EQ(endpoint.address, "/run/nfd/nfd.sock");
  EXPECT_EQ(endpoint.uri(), "unix:///run/nfd/nfd.sock");
  EXPECT_TRUE(endpoint.is_local());
}

TEST(Endpoint, NamesAHostWithOrWithoutPort) {
  const Endpoint with_port = parse_endpoint("tcp4://router.example:7000");
  EXPECT_EQ(with_port.scheme, Scheme::tcp);
  EXPECT_EQ(with_port.family, AF_INET);
  EXPECT_EQ(with_port.address, "router.example");
  EXPECT_EQ(with_port.port, "7000");
  EXPECT_FALSE(with_port.is_local());

  const Endpoint v6 = parse_endpoint("udp6://[2001:db8::1]");
  EXPECT_EQ(v6.scheme, Scheme::udp);
  EXPECT_EQ(v6.address, "2001:db8::1");
  EXPECT_EQ(v6.port, "6363");
  EXPECT_EQ(v6.uri(), "udp6://[2001:db8::1]:6363");
}

TEST(Endpoint, IsLocalOverLoopbackTcpButNotUdp) {
  EXPECT_TRUE(parse_endpoint("tcp://127.0.0.1").is_local());
  EXPECT_TRUE(parse_endpoint("tcp6://[::1]:6363").is_local());
  EXPECT_FALSE(parse_endpoint("udp4://127.0.0.1").is_local());
}

TEST(Endpoint, RefusesWhatItDoesNotUnderstand) {
  for (const char* uri :
       {"", "/run/nfd.sock", "unix://relative", "http://host", "udp4://", "tcp4://host:port",
        "tcp4://host:70000", "tcp6://[::1", "tcp6://[::1]6363", "tcp4://host:"}) {
    EXPECT_THROW(parse_endpoint(uri), UsageError) << uri;
  }
}

TEST(Endpoint, ComesFromTheOptionThenTheEnvironmentThenTheDefault) {
  setenv("NDN_CLIENT_TRANSPORT", "tcp4://192.0.2.1:6363", 1);
  EXPECT_EQ(choose_endpoint("udp4://192.0.2.2").address, "192.0.2.2");
  EXPECT_EQ(choose_endpoint("").address, "192.0.2.1");
  unsetenv("NDN_CLIENT_TRANSPORT");
  EXPECT_EQ(choose_endpoint("").scheme, Scheme::unix_stream);
  EXPECT_TRUE(choose_endpoint("").address.ends_with("/nfd.sock"));
}

}  // namespace
}  // namespace augustus::client::endpoint_test

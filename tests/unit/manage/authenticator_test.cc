// SPDX-License-Identifier: Apache-2.0
#include "manage/security/authenticator.hh"

#include <gtest/gtest.h>

#include <filesystem>

#include "command_builder.hh"

namespace augustus::manage::authenticator_test {
namespace {

using test::forge;
using test::sign_digest;
using test::sign_hmac;
using test::sign_with;
using test::SigningKey;
using test::some_wall;
using wire::Interest;
using wire::Name;

constexpr TimeNs second = nanoseconds_per_second;

Interest command(std::uint64_t cost = 0) {
  ControlParameters parameters;
  parameters.name = Name::literal("/a");
  parameters.cost = cost;
  return test::unsigned_command("fib", "add-nexthop", parameters);
}

ManagerOptions options_of(TrustSource source) {
  ManagerOptions options;
  options.authorizations = {{std::move(source), {"fib", "rib"}}};
  return options;
}

class CertificateTest : public testing::TestWithParam<std::uint64_t> {
 protected:
  void SetUp() override {
    directory_ = std::filesystem::temp_directory_path() /
                 ("augustus-" + std::to_string(::getpid()) + "-" + std::to_string(GetParam()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override { std::filesystem::remove_all(directory_); }

  TrustSource trust(const SigningKey& key, const std::string& not_after = "20991231T235959") {
    TrustSource source;
    source.kind = TrustSource::Kind::certificate_file;
    source.certificate_file =
        key.write_certificate(directory_ / "cert", key.certificate("20200101T000000", not_after));
    return source;
  }

  static Verdict judge(Authenticator& authenticator, const Interest& interest,
                       std::string_view module = "fib", TimeNs wall = some_wall) {
    return authenticator.judge_command(interest, module, false, 0, wall).verdict;
  }

  std::filesystem::path directory_;
};

TEST_P(CertificateTest, the_owner_of_a_trusted_certificate_is_accepted_and_a_forgery_refused) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  EXPECT_EQ(judge(authenticator, forge(sign_with(key, command()))), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command())), Verdict::accepted);
}

TEST_P(CertificateTest, another_key_of_the_same_name_is_refused) {
  const SigningKey key(GetParam(), "/operator");
  const SigningKey impostor(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  EXPECT_EQ(judge(authenticator, sign_with(impostor, command())), Verdict::refused);
}

TEST_P(CertificateTest, a_signature_does_not_fit_another_command) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  Interest changed = sign_with(key, command(1));
  const Name wanted = command(2).name;
  changed.name = wanted;
  EXPECT_EQ(judge(authenticator, test::reparse(changed)), Verdict::refused);
}

TEST_P(CertificateTest, unknown_keys_and_digests_are_refused_where_a_certificate_is_asked) {
  const SigningKey key(GetParam(), "/operator");
  const SigningKey stranger(GetParam(), "/stranger");
  Authenticator authenticator(options_of(trust(key)));
  EXPECT_EQ(judge(authenticator, sign_with(stranger, command())), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_digest(command())), Verdict::refused);
}

TEST_P(CertificateTest, only_the_granted_modules_may_be_used) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  EXPECT_EQ(judge(authenticator, sign_with(key, command()), "faces"), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command()), "rib"), Verdict::accepted);
}

TEST_P(CertificateTest, an_expired_certificate_is_worth_nothing) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key, "20210101T000000")));
  EXPECT_EQ(judge(authenticator, sign_with(key, command())), Verdict::refused);
}

TEST_P(CertificateTest, the_time_of_a_key_must_grow) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  const Interest first = sign_with(key, command(1), some_wall);
  EXPECT_EQ(judge(authenticator, first), Verdict::accepted);
  EXPECT_EQ(judge(authenticator, first), Verdict::refused) << "replayed";
  EXPECT_EQ(judge(authenticator, sign_with(key, command(2), some_wall)), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command(2), some_wall - second)), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command(2), some_wall + second)), Verdict::accepted);
}

TEST_P(CertificateTest, a_forged_command_does_not_advance_the_time_of_a_key) {
  const SigningKey key(GetParam(), "/operator");
  Authenticator authenticator(options_of(trust(key)));
  EXPECT_EQ(judge(authenticator, forge(sign_with(key, command(), some_wall + 60 * second))),
            Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command(), some_wall)), Verdict::accepted);
}

TEST_P(CertificateTest, verified_where_any_signer_is_allowed_too_when_the_key_is_known) {
  const SigningKey key(GetParam(), "/operator");
  ManagerOptions options = options_of(trust(key));
  options.authorizations.push_back({TrustSource{}, {"fib"}});
  Authenticator authenticator(options);
  EXPECT_EQ(judge(authenticator, forge(sign_with(key, command()))), Verdict::refused);
  EXPECT_EQ(judge(authenticator, sign_with(key, command())), Verdict::accepted);
}

INSTANTIATE_TEST_SUITE_P(Algorithms, CertificateTest,
                         testing::Values(signature_type::rsa_sha256, signature_type::ecdsa_sha256,
                                         signature_type::ed25519));

TEST(Authenticator, hmac_keys_are_verified) {
  TrustSource source;
  source.kind = TrustSource::Kind::hmac_key;
  source.hmac = {Name::literal("/shared/key"), {1, 2, 3, 4, 5}};
  Authenticator authenticator(options_of(source));
  const HmacKey guessed{source.hmac.name, {1, 2, 3, 4, 6}};
  const auto verdict = [&](const Interest& interest) {
    return authenticator.judge_command(interest, "fib", false, 0, some_wall).verdict;
  };
  EXPECT_EQ(verdict(sign_hmac(guessed, command())), Verdict::refused);
  EXPECT_EQ(verdict(forge(sign_hmac(source.hmac, command()))), Verdict::refused);
  EXPECT_EQ(verdict(sign_hmac(source.hmac, command())), Verdict::accepted);
  EXPECT_EQ(verdict(sign_hmac(source.hmac, command())), Verdict::refused) << "replayed";
}

class AnySigner : public testing::Test {
 protected:
  Verdict judge(const Interest& interest, TimeNs wall = some_wall) {
    return authenticator_.judge_command(interest, "fib", false, 0, wall).verdict;
  }

  Authenticator authenticator_{ManagerOptions{}};
};

TEST_F(AnySigner, digests_are_verified) {
  EXPECT_EQ(judge(forge(sign_digest(command()))), Verdict::refused);
  EXPECT_EQ(judge(sign_digest(command())), Verdict::accepted);
}

TEST_F(AnySigner, unknown_keys_are_taken_on_trust) {
  const SigningKey key(signature_type::ecdsa_sha256, "/somebody");
  EXPECT_EQ(judge(sign_with(key, command())), Verdict::accepted);
}

TEST_F(AnySigner, an_unsigned_command_is_refused) {
  EXPECT_EQ(judge(command()), Verdict::refused);
}

TEST_F(AnySigner, the_same_command_again_is_refused_but_another_of_the_same_time_is_not) {
  const Interest first = sign_digest(command(1));
  EXPECT_EQ(judge(first), Verdict::accepted);
  EXPECT_EQ(judge(first), Verdict::refused);
  EXPECT_EQ(judge(sign_digest(command(2))), Verdict::accepted) << "clients share the digest's name";
}

TEST_F(AnySigner, the_time_must_be_within_two_minutes) {
  EXPECT_EQ(judge(sign_digest(command(), some_wall - 121 * second)), Verdict::refused);
  EXPECT_EQ(judge(sign_digest(command(), some_wall + 121 * second)), Verdict::refused);
  EXPECT_EQ(judge(sign_digest(command(), some_wall - 119 * second)), Verdict::accepted);
  EXPECT_EQ(judge(sign_digest(command(), some_wall + 119 * second)), Verdict::accepted);
}

TEST_F(AnySigner, a_signature_without_time_is_refused) {
  Interest interest = command();
  interest.signature_info = test::from_hex("1b0100");
  const auto digest = wire::sha256({interest.signed_portion()});
  interest.signature_value.emplace(digest.begin(), digest.end());
  EXPECT_EQ(judge(test::reparse(interest)), Verdict::refused);
}

TEST_F(AnySigner, a_broken_signature_info_is_malformed) {
  Interest interest = command();
  interest.signature_info = test::from_hex("1b05");
  interest.signature_value = std::vector<std::uint8_t>(32);
  EXPECT_EQ(judge(interest), Verdict::malformed);
}

// Both packets were made by python-ndn 0.5.2, at 1700000000 s since 1970.
const char* const python_ndn_legacy =
    "0585077508096c6f63616c686f737408036e666408037269620808726567697374657208156813070e08076578616d706c650803"
    "617070"
    "6a010a08080000018bcfe5680008081122334455667788080516031b010008221720715f43297191d74efbb8266f98812acbba84"
    "20cb32"
    "c2c8b49a1fb42a388af47f210012000a04010203040c0203e8";
const char* const python_ndn_signed =
    "05a4075b08096c6f63616c686f737408036e666408037269620808726567697374657208186816070e08076578616d706c650803"
    "617070"
    "6f01416c01030220042b1180c7f5305c0d7e37506948aca8f0baf0f1a489a7a6ff9db0a0ba8a08490a04010203040c020fa02400"
    "2c171b"
    "01002608112233445566778828080000018bcfe568002e20f39e37533a46e6a3ea3903641861daaadb105159152487707d1ce05f"
    "6fc45a"
    "8d";

TEST_F(AnySigner, both_forms_of_a_real_client_are_accepted_once) {
  for (const char* packet : {python_ndn_legacy, python_ndn_signed}) {
    const auto interest = Interest::decode(test::from_hex(packet));
    ASSERT_TRUE(interest);
    EXPECT_EQ(judge(*interest), Verdict::accepted);
    EXPECT_EQ(judge(*interest), Verdict::refused);
    EXPECT_EQ(judge(*interest, some_wall + 200 * second), Verdict::refused) << "stale";
  }
}

TEST_F(AnySigner, a_changed_legacy_command_is_refused) {
  std::string packet = python_ndn_legacy;
  packet.replace(packet.find("6a010a"), 6, "6a010b");
  const auto interest = Interest::decode(test::from_hex(packet));
  ASSERT_TRUE(interest);
  EXPECT_EQ(judge(*interest), Verdict::refused);
}

TEST(Authenticator, localhop_has_signers_of_its_own) {
  ManagerOptions options;
  options.localhop_signers.clear();
  Authenticator authenticator(options);
  EXPECT_EQ(authenticator.judge_command(sign_digest(command()), "rib", true, 0, some_wall).verdict,
            Verdict::refused);
  EXPECT_EQ(authenticator.judge_command(sign_digest(command()), "rib", false, 0, some_wall).verdict,
            Verdict::accepted);
}

TEST(Authenticator, bad_configuration_is_named) {
  ManagerOptions unknown_module;
  unknown_module.authorizations = {{TrustSource{}, {"fibs"}}};
  EXPECT_THROW(Authenticator{unknown_module}, std::runtime_error);
  TrustSource missing;
  missing.kind = TrustSource::Kind::certificate_file;
  missing.certificate_file = "/nowhere/at/all";
  EXPECT_THROW(Authenticator{options_of(missing)}, std::runtime_error);
}

TEST(ReplayGuard, forgets_the_least_recent_key_beyond_its_capacity) {
  ReplayGuard guard;
  for (std::size_t i = 0; i <= ReplayGuard::keys_max; ++i) {
    EXPECT_TRUE(guard.admit_key("key" + std::to_string(i), 100, i));
  }
  EXPECT_FALSE(guard.admit_key("key1", 100, 2000));
  EXPECT_TRUE(guard.admit_key("key0", 100, 2000)) << "its record made room";
}

TEST(ReplayGuard, forgets_a_key_after_an_hour) {
  ReplayGuard guard;
  EXPECT_TRUE(guard.admit_key("key", 100, 0));
  EXPECT_FALSE(guard.admit_key("key", 100, ReplayGuard::key_lifetime - 1));
  EXPECT_TRUE(guard.admit_key("key", 100, ReplayGuard::key_lifetime));
}

}  // namespace
}  // namespace augustus::manage::authenticator_test

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "manage/privileges.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// A symmetric key that commands may be signed with (SignatureHmacWithSha256). Its name is what the signer
/// puts into KeyLocator.
struct HmacKey {
  wire::Name name;
  std::vector<std::uint8_t> secret;
};

/// Whose signature is believed.
struct TrustSource {
  enum class Kind : std::uint8_t {
    any,               ///< every signer; signatures of unknown keys are not verified, digests are
    certificate_file,  ///< the owner of the certificate in the file (base64 of its Data, as ndnsec writes)
    hmac_key,
  };

  Kind kind = Kind::any;
  std::string certificate_file;
  HmacKey hmac;
};

/// Grants modules below /localhost/nfd, some of manage/privileges.hh, to a signer. Where any signer will do, the router's
/// own modules are still for those alone whom manage/access knows as administrators.
struct Authorization {
  TrustSource signer;
  std::vector<std::string> privileges;
};

/// What the configuration says about management. The defaults are those of NFD's sample configuration.
struct ManagerOptions {
  std::vector<Authorization> authorizations = {{TrustSource{}, {privileges.begin(), privileges.end()}}};
  std::string operators_group;  ///< whose members are as the router's own user, over the Unix socket; empty: none
  bool localhop_rib = false;  ///< serve /localhop/nfd/rib to clients that are not on this host
  std::vector<TrustSource> localhop_signers = {TrustSource{}};
  std::vector<TrustSource> announcement_signers = {TrustSource{}};  ///< of prefix announcements
  bool readvertise_nlsr = false;  ///< tell /localhost/nlsr of prefixes that clients register with origin 65
  std::string version = "augustus 0.1.0";  ///< NfdVersion of status/general
};

}  // namespace augustus::manage

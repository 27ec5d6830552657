// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "manage/security/validity_period.hh"
#include "wire/data.hh"
#include "wire/name.hh"

namespace augustus::manage {

/// An NDN certificate (certificate format 2.0): a Data named /<identity>/KEY/<key>/<issuer>/<version> whose
/// content is a public key in SubjectPublicKeyInfo DER.
class Certificate {
 public:
  /// From a file holding the base64 of the Data, as ndnsec and NDNts write it. Throws std::runtime_error with
  /// the path and what is wrong.
  static Certificate load(const std::string& path);
  static std::optional<Certificate> from_data(const wire::Data& data);

  const wire::Name& name() const { return name_; }
  /// True when a KeyLocator of this name means this certificate: its key's name, its own, or in between.
  bool is_meant_by(const wire::Name& key_locator) const;
  bool valid_at(TimeNs wall) const { return !validity_ || validity_->contains(wall); }
  EVP_PKEY* key() const { return key_.get(); }

 private:
  wire::Name name_;
  std::optional<ValidityPeriod> validity_;
  std::shared_ptr<EVP_PKEY> key_;
};

}  // namespace augustus::manage

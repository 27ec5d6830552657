// SPDX-License-Identifier: Apache-2.0
#include "manage/security/authenticator.hh"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "manage/privileges.hh"
#include "manage/security/command_signature.hh"
#include "wire/sha256.hh"

namespace augustus::manage {

namespace {

Judgement refuse(std::string reason) {
  return {Verdict::refused, std::move(reason), false};
}

std::uint64_t command_digest(const CommandSignature& signature) {
  const auto digest = wire::sha256({signature.signed_bytes});
  std::uint64_t prefix = 0;
  std::memcpy(&prefix, digest.data(), sizeof prefix);
  return prefix;
}

}  // namespace

Authenticator::Authenticator(const ManagerOptions& options) {
  for (const Authorization& authorization : options.authorizations) {
    for (const std::string& module : authorization.privileges) {
      if (std::ranges::find(privileges, module) == privileges.end()) {
        throw std::runtime_error("unknown module '" + module + "' in an authorization");
      }
      modules_[module].add(authorization.signer);
    }
  }
  for (const TrustSource& signer : options.localhop_signers) {
    localhop_.add(signer);
  }
  for (const TrustSource& signer : options.announcement_signers) {
    announcements_.add(signer);
  }
}

void Authenticator::trust(const ManagerOptions& options) {
  Authenticator next(options);
  modules_ = std::move(next.modules_);
  localhop_ = std::move(next.localhop_);
  announcements_ = std::move(next.announcements_);
}

Judgement Authenticator::judge_command(const wire::Interest& interest, std::string_view module, bool localhop,
                                       TimeNs now, TimeNs wall) {
  CommandSignature signature;
  switch (CommandSignature::extract(interest, signature)) {
    case CommandSignature::Found::absent:
      return refuse("The command is not signed");
    case CommandSignature::Found::malformed:
      return {Verdict::malformed, "Malformed signature", false};
    case CommandSignature::Found::yes:
      break;
  }
  const auto allowed = modules_.find(module);
  const TrustSet* trust_set = localhop ? &localhop_ : allowed != modules_.end() ? &allowed->second : nullptr;
  if (trust_set == nullptr || trust_set->empty()) {
    return refuse("Nobody is authorized for this module");
  }
  if (!signature.info.time_ms) {
    return refuse("The command has no SignatureTime");
  }
  if (!ReplayGuard::timely(*signature.info.time_ms, wall)) {
    return refuse("SignatureTime is outside the grace period");
  }
  switch (trust_set->judge(signature.info, signature.signed_bytes, signature.value, wall)) {
    case Trust::bad_signature:
      return refuse("The signature does not verify");
    case Trust::unknown_signer:
      return refuse("The signer is not authorized");
    case Trust::unquestioned:
      return replay_guard_.admit_command(command_digest(signature), now)
                 ? Judgement{}
                 : refuse("The command was given before");
    case Trust::verified:
      break;
  }
  const auto key = signature.info.key_locator->value();
  return replay_guard_.admit_key({key.begin(), key.end()}, *signature.info.time_ms, now)
             ? Judgement{.known_signer = true}
             : refuse("SignatureTime does not exceed that of an earlier command of this key");
}

Judgement Authenticator::judge_announcement(const wire::Data& announcement, TimeNs wall) const {
  SignatureInfo info;
  if (!announcement.signature_info.empty()) {
    const auto decoded = SignatureInfo::decode(announcement.signature_info);
    if (!decoded) {
      return {Verdict::malformed, "Malformed signature", false};
    }
    info = *decoded;
  }
  switch (announcements_.judge(info, announcement.signed_portion(), announcement.signature_value, wall)) {
    case Trust::verified:
    case Trust::unquestioned:
      return {};
    case Trust::bad_signature:
      return refuse("Prefix announcement rejected: its signature does not verify");
    case Trust::unknown_signer:
      break;
  }
  return refuse("Prefix announcement rejected: its signer is not trusted");
}

}  // namespace augustus::manage

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <grp.h>
#include <openssl/evp.h>

#include <algorithm>
#include <filesystem>

#include "manage/config_sections.hh"
#include "manage/privileges.hh"

namespace augustus::manage {
namespace {

std::optional<std::vector<std::uint8_t>> decode_base64(const std::string& text) {
  std::vector<std::uint8_t> bytes(text.size() / 4 * 3);
  const int decoded = EVP_DecodeBlock(bytes.data(), reinterpret_cast<const unsigned char*>(text.data()),
                                      static_cast<int>(text.size()));
  const auto padding = static_cast<std::size_t>(std::ranges::count(text, '='));
  if (text.empty() || decoded < 0 || padding > 2 || static_cast<std::size_t>(decoded) < padding) {
    return std::nullopt;
  }
  bytes.resize(static_cast<std::size_t>(decoded) - padding);
  return bytes;
}

void read_certificate(ConfigTable& table, TrustSource& source) {
  table.require("certificate", "expected the file of the signer's certificate");
  table.get("certificate", source.certificate_file);
  const std::filesystem::path path(source.certificate_file);
  source.certificate_file = path.is_relative() ? (table.folder() / path).string() : path.string();
}

void read_hmac_key(ConfigTable& table, TrustSource& source) {
  table.require("key", "expected the name of the signer's key");
  table.get("key", source.hmac.name);
  constexpr std::string_view expected = "expected the key's bytes in base64";
  table.require("secret", expected);
  std::string text;
  table.get("secret", text);
  const auto secret = decode_base64(text);
  if (!secret) {
    table.fail("secret", expected);
  }
  source.hmac.secret = *secret;
}

TrustSource read_signer(ConfigTable& table) {
  using Kind = TrustSource::Kind;
  TrustSource source;
  constexpr std::string_view expected = "expected one of \"any\", \"certificate\", \"hmac\"";
  table.require("signer", expected);
  table.get_choice<Kind>(
      "signer", source.kind,
      {{"any", Kind::any}, {"certificate", Kind::certificate_file}, {"hmac", Kind::hmac_key}});
  if (source.kind == Kind::certificate_file) {
    read_certificate(table, source);
  } else if (source.kind == Kind::hmac_key) {
    read_hmac_key(table, source);
  }
  return source;
}

Authorization read_authorization(ConfigTable& table) {
  Authorization authorization;
  authorization.signer = read_signer(table);
  const std::string expected = fmt::format("expected an array of \"{}\"", fmt::join(privileges, "\", \""));
  table.require("privileges", expected);
  table.get("privileges", authorization.privileges);
  for (const std::string& privilege : authorization.privileges) {
    if (std::ranges::find(privileges, privilege) == privileges.end()) {
      table.fail("privileges", expected);
    }
  }
  return authorization;
}

/// Reads [[key]] tables, which replace the defaults as soon as there is one.
template <typename Item>
void replace(ConfigTable& security, std::string_view key, std::vector<Item>& items,
             Item (*read)(ConfigTable&)) {
  std::vector<Item> given;
  if (security.each(key, [&](ConfigTable& table) { given.push_back(read(table)); })) {
    items = std::move(given);
  }
}

}  // namespace

void read_security(ConfigTable& file, Config& config) {
  file.in("security", [&config](ConfigTable& security) {
    ManagerOptions& options = config.management;
    security.get("operators_group", options.operators_group);
    if (!options.operators_group.empty() && getgrnam(options.operators_group.c_str()) == nullptr) {
      security.fail("operators_group", "expected a group of this system, or \"\" for none");
    }
    security.get("localhop_rib", options.localhop_rib);
    security.get("readvertise_nlsr", options.readvertise_nlsr);
    replace(security, "authorizations", options.authorizations, &read_authorization);
    replace(security, "localhop_signers", options.localhop_signers, &read_signer);
    replace(security, "announcement_signers", options.announcement_signers, &read_signer);
  });
}

}  // namespace augustus::manage

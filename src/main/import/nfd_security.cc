// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <filesystem>

#include "main/errors.hh"
#include "main/import/nfd_sections.hh"
#include "manage/privileges.hh"

namespace augustus::nfd_import {
namespace {

constexpr std::array<std::string_view, 4> nfd_modules = {"faces", "fib", "cs", "strategy-choice"};

/// Writes the signer that NFD's words name: "any", or the file of a certificate.
void set_signer(const std::string& certificate, const NfdFile& place, TomlText& out) {
  if (certificate == "any") {
    out.set("signer", "any");
    return;
  }
  out.set("signer", "certificate");
  const std::filesystem::path path(certificate);
  out.set("certificate", (path.is_relative() ? place.folder / path : path).string());
}

void import_authorization(const NfdSection& section, const NfdFile& place, TomlText& out) {
  std::vector<std::string> privileges;
  const auto granted = section.section("privileges");
  for (const auto& [module, child] : granted ? granted->tree() : Tree{}) {
    if (std::ranges::find(nfd_modules, module) == nfd_modules.end()) {
      out.missing("authorizations: privilege " + module, "there is no such module");
    } else if (std::ranges::find(privileges, module) == privileges.end()) {
      privileges.push_back(module);
    }
  }
  if (!section.has("certfile")) {
    throw UsageError(section.path() + ": expected certfile");
  }
  if (privileges.empty()) {
    return;
  }
  const bool everything = privileges.size() == nfd_modules.size();
  if (everything) {
    // Who may do all that NFD has may also do what it has not.
    privileges.insert(privileges.end(), manage::own_privileges.begin(), manage::own_privileges.end());
  }
  out.element("security.authorizations");
  set_signer(section.text("certfile", "any"), place, out);
  out.set("privileges", privileges);
  section.note_others(out, {"certfile", "privileges"});
}

/// Whether the section has a trust anchor that import_signers can name.
bool has_anchor(const NfdSection& rib, const std::string& key) {
  const auto section = rib.section(key);
  return section && std::ranges::any_of(section->tree(), [](const auto& entry) {
           const std::string type = entry.second.get("type", "");
           return entry.first == "trust-anchor" && (type == "any" || type == "file");
         });
}

bool grants_anything(const NfdSection& file) {
  const auto section = file.section("authorizations");
  return section && std::ranges::any_of(section->tree(), [](const auto& entry) {
           const auto privileges = entry.second.find("privileges");
           return privileges != entry.second.not_found() &&
                  std::ranges::any_of(privileges->second, [](const auto& module) {
                    return std::ranges::find(nfd_modules, module.first) != nfd_modules.end();
                  });
         });
}

/// Without a table there would be the defaults here, which believe anybody; to NFD it means nobody.
void shut_what_is_not_open(const NfdSection& file, const NfdSection& rib, TomlText& out) {
  const std::vector<std::string> nobody;
  if (!grants_anything(file) && !has_anchor(rib, "localhost_security")) {
    out.set("authorizations", nobody);
  }
  if (rib.has("localhop_security") && !has_anchor(rib, "localhop_security")) {
    out.set("localhop_signers", nobody);
  }
  if (!has_anchor(rib, "prefix_announcement_validation")) {
    out.set("announcement_signers", nobody);
  }
}

/// The signers of a validator's trust anchors; one that no [[security...]] table can name is remarked on.
std::vector<std::string> anchors(const NfdSection& section, TomlText& out) {
  std::vector<std::string> certificates;
  for (const auto& [key, child] : section.tree()) {
    const NfdSection anchor(child, section.path() + "." + key);
    if (key != "trust-anchor") {
      out.missing(anchor.path() + (anchor.has("id") ? " \"" + anchor.text("id", "") + "\"" : ""),
                  "there are no rules: the signers themselves are named");
    } else if (anchor.text("type", "") == "any") {
      certificates.emplace_back("any");
    } else if (anchor.text("type", "") == "file") {
      certificates.push_back(anchor.text("file-name", ""));
    } else {
      out.missing(anchor.path() + " of type " + anchor.text("type", ""), "give each certificate's file");
    }
  }
  return certificates;
}

void import_signers(const NfdSection& rib, const std::string& key, const char* table, const NfdFile& place,
                    TomlText& out) {
  const auto section = rib.section(key);
  if (!section) {
    return;
  }
  out.outside();
  for (const std::string& certificate : anchors(*section, out)) {
    out.element(table);
    set_signer(certificate, place, out);
  }
}

/// Who may register prefixes on this machine: in NFD a matter of the RIB's own validator.
void import_localhost_rib(const NfdSection& rib, const NfdFile& place, TomlText& out) {
  const auto section = rib.section("localhost_security");
  if (!section) {
    return;
  }
  out.outside();
  for (const std::string& certificate : anchors(*section, out)) {
    out.element("security.authorizations");
    set_signer(certificate, place, out);
    out.set("privileges", std::vector<std::string>{"rib"});
  }
}

}  // namespace

void import_security(const NfdSection& file, const NfdFile& place, TomlText& out) {
  static const Tree nothing;
  const NfdSection rib = file.section("rib").value_or(NfdSection(nothing, "rib"));
  out.table("security");
  if (rib.has("localhop_security")) {
    out.set("localhop_rib", true);
  }
  if (rib.yes("readvertise_nlsr", false)) {
    out.set("readvertise_nlsr", true);
  }
  shut_what_is_not_open(file, rib, out);
  if (rib.has("auto_prefix_propagate")) {
    out.missing("rib.auto_prefix_propagate",
                "prefixes are not registered on other routers; readvertise_nlsr tells a routing daemon");
  }
  rib.note_others(out, {"localhost_security", "localhop_security", "prefix_announcement_validation",
                        "auto_prefix_propagate", "readvertise_nlsr"});
  const auto authorizations = file.section("authorizations");
  for (const auto& [key, child] : authorizations ? authorizations->tree() : Tree{}) {
    out.outside();
    if (key == "authorize") {
      import_authorization(NfdSection(child, "authorizations.authorize"), place, out);
    } else {
      out.missing("authorizations." + key, "not known here");
    }
  }
  import_localhost_rib(rib, place, out);
  import_signers(rib, "localhop_security", "security.localhop_signers", place, out);
  import_signers(rib, "prefix_announcement_validation", "security.announcement_signers", place, out);
}

}  // namespace augustus::nfd_import

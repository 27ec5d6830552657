// SPDX-License-Identifier: Apache-2.0
#include "main/import/nfd_config.hh"

#include <fmt/format.h>

#include <boost/property_tree/info_parser.hpp>
#include <charconv>
#include <filesystem>
#include <sstream>

#include "main/errors.hh"
#include "main/import/nfd_sections.hh"
#include "manage/config.hh"

namespace augustus::nfd_import {
namespace {

Tree parse(const std::string& text, const std::string& file) {
  // The parser would follow it to any file.
  if (text.find("#include") != std::string::npos) {
    throw UsageError(file + ": #include is not followed: put the parts into one file");
  }
  std::istringstream stream(text);
  Tree tree;
  try {
    boost::property_tree::read_info(stream, tree);
  } catch (const boost::property_tree::info_parser_error& error) {
    throw UsageError(fmt::format("{}:{}: {}", file, error.line(), error.message()));
  }
  return tree;
}

void write(const NfdSection& file, const NfdFile& place, TomlText& out) {
  import_general(file, out);
  import_log(file, out);
  import_forwarder(file, out);
  import_faces(file, out);
  import_tables(file, out);
  import_security(file, place, out);
  out.outside();
  file.note_others(out, {"general", "log", "forwarder", "tables", "face_system", "authorizations", "rib"});
}

}  // namespace

std::optional<NfdSection> NfdSection::section(const std::string& key) const {
  const auto found = tree_.find(key);
  return found == tree_.not_found() ? std::nullopt
                                    : std::optional(NfdSection(found->second, child_path(key)));
}

void NfdSection::fail(const std::string& key, const std::string& expected) const {
  throw UsageError(fmt::format("{}: expected {}, not '{}'", child_path(key), expected, text(key, "")));
}

std::string NfdSection::text(const std::string& key, const std::string& otherwise) const {
  const auto found = tree_.find(key);
  return found == tree_.not_found() ? otherwise : found->second.data();
}

bool NfdSection::yes(const std::string& key, bool otherwise) const {
  const std::string word = text(key, otherwise ? "yes" : "no");
  if (word != "yes" && word != "no") {
    fail(key, "yes or no");
  }
  return word == "yes";
}

std::uint64_t NfdSection::number(const std::string& key, std::uint64_t otherwise, std::uint64_t least,
                                 std::uint64_t most) const {
  if (!has(key)) {
    return otherwise;
  }
  const std::string word = text(key, "");
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size() || value < least || value > most) {
    fail(key, fmt::format("a number from {} to {}", least, most));
  }
  return value;
}

void NfdSection::note_others(TomlText& out, std::initializer_list<std::string_view> known) const {
  for (const auto& [key, child] : tree_) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      out.missing(child_path(key) + (child.data().empty() ? "" : " " + child.data()), "not known here");
    }
  }
}

ImportedConfig import_nfd_config(const std::string& text, const std::string& file) {
  const Tree tree = parse(text, file);
  const NfdFile place{std::filesystem::absolute(file).parent_path().string()};
  TomlText out;
  out.remark("From " + file + ", a configuration of NFD. What has no equal here is named in comments.");
  try {
    write(NfdSection(tree, ""), place, out);
  } catch (const UsageError& error) {
    throw UsageError(file + ": " + error.what());
  }
  // Nothing leaves here that the router would not start with.
  manage::parse_config(out.text(), "the imported configuration");
  return {out.text(), out.missing_count()};
}

}  // namespace augustus::nfd_import

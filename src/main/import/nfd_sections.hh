// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <boost/property_tree/ptree.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "main/import/toml_text.hh"

namespace augustus::nfd_import {

using Tree = boost::property_tree::ptree;

/// One section of an nfd.conf, with its place in the file for messages.
class NfdSection {
 public:
  NfdSection(const Tree& tree, std::string path) : tree_(tree), path_(std::move(path)) {}

  const Tree& tree() const { return tree_; }
  const std::string& path() const { return path_; }
  std::string child_path(const std::string& key) const { return path_.empty() ? key : path_ + '.' + key; }

  /// The section of this name, if there is one.
  std::optional<NfdSection> section(const std::string& key) const;
  bool has(const std::string& key) const { return tree_.find(key) != tree_.not_found(); }
  std::string text(const std::string& key, const std::string& otherwise) const;
  // Each throws UsageError when the value is there but not of its kind.
  bool yes(const std::string& key, bool otherwise) const;
  std::uint64_t number(const std::string& key, std::uint64_t otherwise, std::uint64_t least,
                       std::uint64_t most) const;

  /// Remarks on each key that is none of `known`.
  void note_others(TomlText& out, std::initializer_list<std::string_view> known) const;

 private:
  [[noreturn]] void fail(const std::string& key, const std::string& expected) const;

  const Tree& tree_;
  std::string path_;
};

/// The folder that relative paths of the file are from.
struct NfdFile {
  std::string folder;
};

// Each translates one top section; absent sections mean what they mean to NFD.

void import_general(const NfdSection& file, TomlText& out);
void import_log(const NfdSection& file, TomlText& out);
void import_forwarder(const NfdSection& file, TomlText& out);
void import_faces(const NfdSection& file, TomlText& out);
void import_tables(const NfdSection& file, TomlText& out);
void import_security(const NfdSection& file, const NfdFile& place, TomlText& out);

}  // namespace augustus::nfd_import

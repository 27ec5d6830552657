// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/name.hh"

namespace augustus::control {

/// One argument of a verb, given as in nfdc by place or after its name ("cost 10"), or as an option ("--cost
/// 10").
struct Argument {
  enum class Kind : std::uint8_t { by_place, by_name, flag };

  std::string name;
  std::string value;  ///< what stands for the value in help ("FACEURI"); empty for a flag
  std::string help;
  Kind kind = Kind::by_name;
  bool required = false;
};

/// The arguments of one call, by name.
class Arguments {
 public:
  Arguments() = default;
  /// Sorts `words` out by `known`. `options` holds what was given as options. Throws UsageError on a word too
  /// many, a name without value, an argument given twice, or a required one that is missing.
  Arguments(const std::vector<Argument>& known, const std::vector<std::string>& words,
            std::map<std::string, std::string> options);

  bool has(const std::string& name) const { return values_.contains(name); }
  std::optional<std::string> text(const std::string& name) const;
  // Each throws UsageError when the value is there but not of its kind.
  std::optional<std::uint64_t> number(const std::string& name) const;
  std::optional<bool> on_off(const std::string& name) const;
  std::optional<wire::Name> prefix(const std::string& name) const;

 private:
  void set(const std::string& name, const std::string& value);

  std::map<std::string, std::string> values_;
};

/// "[remote] FACEURI [persistency PERSISTENCY] ...": the verb's syntax in words.
std::string syntax_of(const std::vector<Argument>& arguments);

/// A whole number, std::nullopt when `text` is not exactly one.
std::optional<std::uint64_t> parse_number(std::string_view text);

}  // namespace augustus::control

// SPDX-License-Identifier: Apache-2.0
// Names as URIs: NDN packet specification 0.3, "NDN URI scheme", and the naming conventions rev. 3.
#include <algorithm>
#include <array>
#include <charconv>

#include "wire/name.hh"
#include "wire/tlv_header.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {
namespace {

struct NumberPrefix {
  std::string_view prefix;
  std::uint32_t type;
};
constexpr std::array<NumberPrefix, 5> number_prefixes{{{"seg", component_type::segment},
                                                       {"off", component_type::byte_offset},
                                                       {"v", component_type::version},
                                                       {"t", component_type::timestamp},
                                                       {"seq", component_type::sequence_number}}};
constexpr std::string_view implicit_digest_prefix = "sha256digest";
constexpr std::string_view parameters_digest_prefix = "params-sha256";
constexpr std::string_view lower_digits = "0123456789abcdef";
constexpr std::string_view upper_digits = "0123456789ABCDEF";

using Value = std::vector<std::uint8_t>;

int hex_digit(char c) {
  if (c >= '0' && c <= '9') {
    return c - '0';
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

std::optional<std::uint8_t> hex_byte(std::string_view text) {
  if (text.size() < 2 || hex_digit(text[0]) < 0 || hex_digit(text[1]) < 0) {
    return std::nullopt;
  }
  return static_cast<std::uint8_t>(hex_digit(text[0]) << 4 | hex_digit(text[1]));
}

template <typename Integer>
std::optional<Integer> canonical_decimal(std::string_view text) {
  Integer number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool leading_zero = text.size() > 1 && text[0] == '0';
  if (error != std::errc{} || end != text.data() + text.size() || leading_zero) {
    return std::nullopt;
  }
  return number;
}

bool is_periods(std::span<const std::uint8_t> value) {
  return std::ranges::all_of(value, [](std::uint8_t byte) { return byte == '.'; });
}

/// Escaped text; a value of periods only is written with three more, so that "." and ".." never stand alone.
std::optional<Value> unescape(std::string_view text) {
  Value value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      value.push_back(static_cast<std::uint8_t>(text[i]));
      continue;
    }
    const auto byte = hex_byte(text.substr(i + 1));
    if (!byte) {
      return std::nullopt;
    }
    value.push_back(*byte);
    i += 2;
  }
  if (!is_periods(value)) {
    return value;
  }
  if (value.size() < 3) {
    return std::nullopt;
  }
  value.resize(value.size() - 3);
  return value;
}

std::optional<Value> digest_from_hex(std::string_view text) {
  Value value;
  if (text.size() != 64) {
    return std::nullopt;
  }
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto byte = hex_byte(text.substr(i));
    if (!byte) {
      return std::nullopt;
    }
    value.push_back(*byte);
  }
  return value;
}

bool append_typed_value(Name& name, std::uint32_t type, const std::optional<Value>& value) {
  if (!value || !valid_component(type, value->size())) {
    return false;
  }
  name.append(type, *value);
  return true;
}

bool append_component(Name& name, std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return append_typed_value(name, component_type::generic, unescape(text));
  }
  const std::string_view prefix = text.substr(0, equals);
  const std::string_view rest = text.substr(equals + 1);
  if (const auto type = canonical_decimal<std::uint32_t>(prefix)) {
    return append_typed_value(name, *type, unescape(rest));
  }
  if (prefix == implicit_digest_prefix) {
    return append_typed_value(name, component_type::implicit_digest, digest_from_hex(rest));
  }
  if (prefix == parameters_digest_prefix) {
    return append_typed_value(name, component_type::parameters_digest, digest_from_hex(rest));
  }
  const auto* const known = std::ranges::find(number_prefixes, prefix, &NumberPrefix::prefix);
  const auto number = canonical_decimal<std::uint64_t>(rest);
  if (known == number_prefixes.end() || !number) {
    return false;
  }
  name.append_number(known->type, *number);
  return true;
}

void write_escaped(std::string& uri, std::span<const std::uint8_t> value) {
  if (is_periods(value)) {
    uri += "...";
  }
  for (const std::uint8_t byte : value) {
    const char c = static_cast<char>(byte);
    const bool unreserved = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                            std::string_view("-._~").find(c) != std::string_view::npos;
    if (unreserved) {
      uri += c;
    } else {
      uri += {'%', upper_digits[byte >> 4], upper_digits[byte & 15]};
    }
  }
}

void write_hex(std::string& uri, std::string_view prefix, std::span<const std::uint8_t> value) {
  uri += prefix;
  uri += '=';
  for (const std::uint8_t byte : value) {
    uri += {lower_digits[byte >> 4], lower_digits[byte & 15]};
  }
}

void write_component(std::string& uri, const Name::Component& component) {
  if (component.type == component_type::generic) {
    return write_escaped(uri, component.value);
  }
  if (component.type == component_type::implicit_digest) {
    return write_hex(uri, implicit_digest_prefix, component.value);
  }
  if (component.type == component_type::parameters_digest) {
    return write_hex(uri, parameters_digest_prefix, component.value);
  }
  const auto* const known = std::ranges::find(number_prefixes, component.type, &NumberPrefix::type);
  const auto number = component.number();
  // A number in a longer form than needed would not come back the same from its decimal.
  if (known != number_prefixes.end() && number && number_bytes(*number) == component.value.size()) {
    uri.append(known->prefix).append("=").append(std::to_string(*number));
    return;
  }
  uri.append(std::to_string(component.type)).append("=");
  write_escaped(uri, component.value);
}

}  // namespace

std::optional<Name> Name::from_uri(std::string_view uri) {
  if (uri.starts_with("ndn:")) {
    uri.remove_prefix(4);
  }
  if (uri.starts_with('/')) {
    uri.remove_prefix(1);
  }
  Name name;
  while (!uri.empty()) {
    const std::size_t slash = uri.find('/');
    if (!append_component(name, uri.substr(0, slash))) {
      return std::nullopt;
    }
    uri.remove_prefix(slash == std::string_view::npos ? uri.size() : slash + 1);
  }
  return name;
}

std::string Name::uri() const {
  std::string uri;
  for (std::size_t i = 0; i < size(); ++i) {
    uri += '/';
    write_component(uri, (*this)[i]);
  }
  return uri.empty() ? "/" : uri;
}

}  // namespace augustus::wire

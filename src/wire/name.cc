// SPDX-License-Identifier: Apache-2.0
#include "wire/name.hh"

#include <algorithm>
#include <stdexcept>

#include "wire/tlv_header.hh"
#include "wire/walk_name.hh"

namespace augustus::wire {

std::optional<std::uint64_t> Name::Component::number() const {
  std::uint64_t number = 0;
  return read_number(value, number) ? std::optional(number) : std::nullopt;
}

bool Name::Component::is_text(std::string_view text) const {
  return type == component_type::generic &&
         std::ranges::equal(value, text, {}, {}, [](char c) { return static_cast<std::uint8_t>(c); });
}

std::optional<Name> Name::from_value(std::span<const std::uint8_t> value) {
  Name name;
  const auto note_end = [&](const TlvHeader& component) {
    name.ends_.push_back(static_cast<std::uint32_t>(component.end() - value.data()));
  };
  if (walk_name(value.data(), value.data() + value.size(), note_end) != ParseOutcome::ok) {
    return std::nullopt;
  }
  name.value_.assign(value.begin(), value.end());
  return name;
}

Name Name::literal(std::string_view uri) {
  auto name = from_uri(uri);
  if (!name) {
    throw std::invalid_argument("not a name: " + std::string(uri));
  }
  return *std::move(name);
}

Name::Component Name::operator[](std::size_t index) const {
  const std::uint8_t* const begin = value_.data() + (index == 0 ? 0 : ends_[index - 1]);
  const std::uint8_t* const end = value_.data() + ends_[index];
  TlvHeader header{};
  read_tlv_header(begin, end, header);
  return {header.type, header.bytes(), {begin, end}};
}

std::vector<std::uint8_t> Name::tlv() const {
  std::vector<std::uint8_t> bytes(1 + var_number_bytes(value_.size()));
  bytes[0] = 0x07;
  store_var_number(bytes.data() + 1, value_.size());
  bytes.insert(bytes.end(), value_.begin(), value_.end());
  return bytes;
}

Name& Name::append(std::uint32_t type, std::span<const std::uint8_t> value) {
  if (!valid_component(type, value.size())) {
    throw std::invalid_argument("not a name component: type " + std::to_string(type) + " of " +
                                std::to_string(value.size()) + " bytes");
  }
  std::uint8_t header[18];
  const auto header_bytes = store_var_number(store_var_number(header, type), value.size()) - header;
  const std::vector<std::uint8_t> copy(value.begin(), value.end());  // `value` may lie in this name
  value_.insert(value_.end(), header, header + header_bytes);
  value_.insert(value_.end(), copy.begin(), copy.end());
  ends_.push_back(static_cast<std::uint32_t>(value_.size()));
  return *this;
}

Name& Name::append(std::string_view generic_text) {
  return append(component_type::generic,
                std::span(reinterpret_cast<const std::uint8_t*>(generic_text.data()), generic_text.size()));
}

Name& Name::append_number(std::uint32_t type, std::uint64_t number) {
  std::uint8_t encoded[8];
  const std::size_t bytes = number_bytes(number);
  store_be(encoded, number, bytes);
  return append(type, std::span(encoded, bytes));
}

Name& Name::append(const Name& suffix) {
  const Name copy = suffix;
  const auto base = static_cast<std::uint32_t>(value_.size());
  value_.insert(value_.end(), copy.value_.begin(), copy.value_.end());
  for (const std::uint32_t end : copy.ends_) {
    ends_.push_back(base + end);
  }
  return *this;
}

Name Name::prefix(std::size_t components) const {
  Name result;
  if (const std::size_t count = std::min(components, size()); count > 0) {
    result.ends_.assign(ends_.begin(), ends_.begin() + static_cast<std::ptrdiff_t>(count));
    result.value_.assign(value_.begin(), value_.begin() + result.ends_.back());
  }
  return result;
}

bool Name::is_prefix_of(const Name& other) const {
  // Components delimit themselves, so a prefix in bytes is a prefix in components.
  return value_.size() <= other.value_.size() &&
         std::equal(value_.begin(), value_.end(), other.value_.begin());
}

std::strong_ordering Name::operator<=>(const Name& other) const {
  // Types and lengths in shortest form sort as their numbers do, so canonical order is that of the bytes.
  return std::lexicographical_compare_three_way(value_.data(), value_.data() + value_.size(), other.value_.data(),
                                                other.value_.data() + other.value_.size());
}

}  // namespace augustus::wire

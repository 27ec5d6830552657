// SPDX-License-Identifier: Apache-2.0
#include "wire/tlv_reader.hh"

#include "wire/tlv_header.hh"

namespace augustus::wire {

std::optional<std::uint64_t> TlvReader::Element::number() const {
  std::uint64_t number = 0;
  return read_number(value, number) ? std::optional(number) : std::nullopt;
}

std::optional<TlvReader::Element> TlvReader::next() {
  if (rest_.empty() || failed_) {
    return std::nullopt;
  }
  const std::uint8_t* const begin = rest_.data();
  TlvHeader header{};
  if (read_tlv_header(begin, begin + rest_.size(), header) != TlvOutcome::ok) {
    failed_ = true;
    return std::nullopt;
  }
  const auto bytes = static_cast<std::size_t>(header.end() - begin);
  const Element element{header.type, header.bytes(), rest_.first(bytes)};
  rest_ = rest_.subspan(bytes);
  return element;
}

std::uint32_t TlvReader::peek_type() const {
  TlvReader copy = *this;
  const auto element = copy.next();
  return element ? element->type : 0;
}

}  // namespace augustus::wire

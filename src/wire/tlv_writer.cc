// SPDX-License-Identifier: Apache-2.0
#include "wire/tlv_writer.hh"

#include "wire/tlv_header.hh"

namespace augustus::wire {
namespace {

void append_var_number(std::vector<std::uint8_t>& bytes, std::uint64_t number) {
  std::uint8_t encoded[9];
  const auto encoded_bytes = store_var_number(encoded, number) - encoded;
  bytes.insert(bytes.end(), encoded, encoded + encoded_bytes);
}

}  // namespace

TlvWriter& TlvWriter::element(std::uint32_t type, std::span<const std::uint8_t> value) {
  append_var_number(bytes_, type);
  append_var_number(bytes_, value.size());
  return raw(value);
}

TlvWriter& TlvWriter::text(std::uint32_t type, std::string_view value) {
  return element(type, {reinterpret_cast<const std::uint8_t*>(value.data()), value.size()});
}

TlvWriter& TlvWriter::number(std::uint32_t type, std::uint64_t value) {
  std::uint8_t encoded[8];
  const std::size_t bytes = number_bytes(value);
  store_be(encoded, value, bytes);
  return element(type, {encoded, bytes});
}

TlvWriter& TlvWriter::flag(std::uint32_t type) {
  return element(type, {});
}

TlvWriter& TlvWriter::nested(std::uint32_t type, const std::function<void(TlvWriter&)>& fill) {
  TlvWriter inner;
  fill(inner);
  return element(type, inner.bytes());
}

TlvWriter& TlvWriter::raw(std::span<const std::uint8_t> bytes) {
  bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  return *this;
}

}  // namespace augustus::wire

// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/channel_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> ChannelStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::channel_status,
                [this](wire::TlvWriter& inner) { inner.text(nfd_tlv::local_uri, local_uri); });
  return writer.take();
}

std::optional<ChannelStatus> ChannelStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  ChannelStatus status{reader.text(nfd_tlv::local_uri)};
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage

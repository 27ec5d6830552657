// SPDX-License-Identifier: Apache-2.0
#include "manage/codec/strategy_status.hh"

#include "manage/codec/field_reader.hh"
#include "manage/codec/nfd_tlv.hh"
#include "wire/tlv_writer.hh"

namespace augustus::manage {

std::vector<std::uint8_t> StrategyStatus::encode() const {
  wire::TlvWriter writer;
  writer.nested(nfd_tlv::dataset_item, [this](wire::TlvWriter& inner) {
    inner.element(nfd_tlv::name, prefix.value());
    inner.nested(nfd_tlv::strategy,
                 [this](wire::TlvWriter& nested) { nested.element(nfd_tlv::name, strategy.value()); });
  });
  return writer.take();
}

std::optional<StrategyStatus> StrategyStatus::decode(std::span<const std::uint8_t> value) {
  FieldReader reader(value);
  StrategyStatus status;
  status.prefix = reader.name();
  status.strategy = reader.strategy();
  return reader.ok() ? std::optional(status) : std::nullopt;
}

}  // namespace augustus::manage

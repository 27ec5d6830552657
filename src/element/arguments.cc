// SPDX-License-Identifier: Apache-2.0
#include "element/arguments.hh"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <stdexcept>

#include "element/language/arguments.hh"
#include "element/language/graph_error.hh"

namespace augustus::element {

std::uint64_t parse_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most) {
    throw std::invalid_argument(
        fmt::format("expected a whole number from {} to {}, not '{}'", least, most, text));
  }
  return value;
}

double parse_probability(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !(value >= 0 && value <= 1)) {
    throw std::invalid_argument(fmt::format("expected a probability from 0 to 1, not '{}'", text));
  }
  return value;
}

std::string Arguments::text(std::size_t index) const {
  return unquote(declaration_.arguments[index]);
}

std::uint64_t Arguments::number(std::size_t index, std::uint64_t least, std::uint64_t most) const {
  try {
    return parse_number(text(index), least, most);
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

std::uint64_t Arguments::number_or(std::size_t index, std::uint64_t otherwise, std::uint64_t least,
                                   std::uint64_t most) const {
  return index < size() ? number(index, least, most) : otherwise;
}

FaceId Arguments::face(std::size_t index) const {
  return static_cast<FaceId>(number(index, 1, std::numeric_limits<FaceId>::max()));
}

double Arguments::probability(std::size_t index) const {
  try {
    return parse_probability(text(index));
  } catch (const std::invalid_argument& error) {
    fail(error.what());
  }
}

void Arguments::fail(const std::string& message) const {
  throw GraphError(file_name_, declaration_.at, declaration_.element_class + ": " + message);
}

}  // namespace augustus::element

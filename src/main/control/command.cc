// SPDX-License-Identifier: Apache-2.0
#include "main/control/command.hh"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <ostream>
#include <stdexcept>

#include "main/client/control.hh"
#include "main/control/present.hh"

namespace augustus::control {

namespace {

std::string value_text(const Json& value) {
  if (value.is_array()) {
    return fmt::format("{}", fmt::join(value.get<std::vector<std::string>>(), ","));
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

manage::ControlParameters command(Session& session, std::string_view module, std::string_view verb,
                                  const manage::ControlParameters& parameters) {
  const manage::ControlResponse response = send_command(session.client, module, verb, parameters);
  if (!client::succeeded(response)) {
    throw std::runtime_error(fmt::format("the router answered {}: {}", response.code, response.text));
  }
  return response.body.value_or(manage::ControlParameters{});
}

void print_result(Session& session, std::string_view what, const manage::ControlParameters& body,
                  FlagWords flag_words) {
  Json json = to_json(body);
  if (body.flags && flag_words != nullptr) {
    json["flags"] = flag_words(*body.flags);
  }
  if (session.json) {
    Json result{{"result", what}};
    result.update(json);
    session.out << result.dump(2) << '\n';
    return;
  }
  session.out << what;
  for (const auto& [key, value] : json.items()) {
    session.out << ' ' << key << '=' << value_text(value);
  }
  session.out << '\n';
}

}  // namespace augustus::control

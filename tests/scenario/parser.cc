// SPDX-License-Identifier: Apache-2.0
#include "scenario/parser.hh"

#include <fmt/format.h>

#include <charconv>
#include <fstream>
#include <sstream>

#include "scenario/parse_packet_spec.hh"
#include "scenario/words.hh"

namespace augustus::scenario {
namespace {

/// Turns one line after another into steps.
class Parser {
 public:
  explicit Parser(Scenario& scenario) : scenario_(scenario) {}

  void line(unsigned number, Words words) {
    line_ = number;
    if (in_burst_) {
      burst_line(words);
    } else if (!words.empty()) {
      statement(words);
    }
  }
  void end() const {
    if (in_burst_) {
      throw ScenarioError("burst without }");
    }
  }

 private:
  void statement(Words& words) {
    const auto first = words.take("a statement");
    if (is_number(first)) {
      packet(to_number(first), words);
    } else if (first == "face") {
      face(words);
    } else if (first == "route") {
      route(words);
    } else if (first == "strategy") {
      SetStrategy set{.prefix = to_name(words.take("a prefix")), .strategy = words.take("a strategy")};
      add(set);
    } else if (first == "size") {
      size(words);
    } else if (first == "cs-policy") {
      scenario_.cs_policy = words.take("lru or fifo");
    } else if (first == "region") {
      scenario_.regions.push_back(to_name(words.take("a name")));
    } else if (first == "nothing") {
      add(ExpectNothing{});
    } else if (first == "advance") {
      add(Advance{to_milliseconds(words.take("a duration"))});
    } else if (first == "cs-capacity") {
      add(SetCapacity{to_number(words.take("packets"))});
    } else if (first == "counter") {
      ExpectCounter expect{.name = words.take("a counter"), .value = 0};
      expect.value = to_number(words.take("a number"));
      add(expect);
    } else if (first == "burst") {
      words.expect("{");
      in_burst_ = true;
      burst_ = {};
    } else {
      throw ScenarioError(fmt::format("unknown statement '{}'", first));
    }
    words.end();
  }

  void burst_line(Words& words) {
    if (words.empty()) {
      return;
    }
    const auto first = words.take("a packet or }");
    if (first == "}") {
      in_burst_ = false;
      add(burst_);
    } else {
      words.expect(">");
      burst_.packets.push_back(parse_packet_spec(to_number(first), words));
    }
    words.end();
  }

  void packet(std::uint64_t face, Words& words) {
    const auto direction = words.take("> or <");
    if (direction != ">" && direction != "<") {
      throw ScenarioError(fmt::format("expected > or <, not '{}'", direction));
    }
    const auto spec = parse_packet_spec(face, words);
    if (direction == ">") {
      add(Send{{spec}});
    } else {
      add(Expect{spec});
    }
  }

  void face(Words& words) {
    const auto range = words.take("a face or a range such as 1..3");
    const auto dots = range.find("..");
    const auto first = to_number(range.substr(0, dots));
    const auto last = dots == std::string::npos ? first : to_number(range.substr(dots + 2));
    AddFace added{};
    std::optional<FaceState> state;
    while (!words.empty()) {
      const auto word = words.take("");
      if (word == "local") {
        added.local = true;
      } else if (word == "multi-access") {
        added.multi_access = true;
      } else if (word == "ad-hoc") {
        added.ad_hoc = true;
      } else if (word == "up" || word == "down" || word == "gone") {
        state = word == "up" ? FaceState::up : word == "down" ? FaceState::down : FaceState::gone;
      } else {
        throw ScenarioError(fmt::format("unknown face property '{}'", word));
      }
    }
    for (auto number = first; number <= last; ++number) {
      added.face = static_cast<unsigned>(number);
      if (state) {
        add(SetFaceState{added.face, *state});
      } else {
        add(added);
      }
    }
  }

  void route(Words& words) {
    SetRoute set{.prefix = to_name(words.take("a prefix")), .next_hops = {}};
    words.expect("->");
    while (!words.empty()) {
      const auto word = words.take("");
      if (word == "none") {
        continue;
      }
      const auto colon = word.find(':');
      const auto cost = colon == std::string::npos ? 0 : to_number(word.substr(colon + 1));
      set.next_hops.emplace_back(to_number(word.substr(0, colon)), cost);
    }
    add(set);
  }

  void size(Words& words) {
    while (!words.empty()) {
      const auto [key, value] = split_pair(words.take("a size such as pit=8"));
      std::uint64_t* size = scenario_.sizes.find(key);
      if (size == nullptr) {
        throw ScenarioError(fmt::format("unknown size '{}'", key));
      }
      *size = to_number(value);
    }
  }

  template <typename Action>
  void add(Action action) {
    scenario_.steps.push_back({line_, std::move(action)});
  }

  Scenario& scenario_;
  unsigned line_ = 0;
  bool in_burst_ = false;
  Send burst_;
};

}  // namespace

Scenario parse_scenario(std::string name, std::string_view text) {
  Scenario scenario;
  scenario.name = std::move(name);
  Parser parser(scenario);
  std::istringstream lines{std::string(text)};
  std::string line;
  unsigned number = 0;
  try {
    while (std::getline(lines, line)) {
      parser.line(++number, Words(line));
    }
    parser.end();
  } catch (const std::exception& error) {
    throw ScenarioError(fmt::format("{}:{}: {}", scenario.name, number, error.what()));
  }
  return scenario;
}

Scenario read_scenario(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    throw ScenarioError(path + ": cannot be read");
  }
  std::stringstream text;
  text << file.rdbuf();
  return parse_scenario(path.substr(path.rfind('/') + 1), text.str());
}

}  // namespace augustus::scenario

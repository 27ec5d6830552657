// SPDX-License-Identifier: Apache-2.0
#include "main/traffic/name_options.hh"

#include <CLI/CLI.hpp>

#include "main/client/arguments.hh"
#include "main/errors.hh"
#include "traffic/names/listed_names.hh"

namespace augustus::traffic {
namespace {

constexpr std::uint64_t objects_default = 1ull << 32;
constexpr std::uint64_t objects_default_zipf = 1'000'000;
constexpr std::uint64_t objects_max = 1ull << 52;  // that a Zipf distribution can tell apart

Order order_of(const std::string& text) {
  return text == "zipf" ? Order::zipf : text == "random" ? Order::random : Order::sequential;
}

std::uint64_t object_count(const NameOptions& options) {
  return options.objects != 0      ? options.objects
         : options.order == "zipf" ? objects_default_zipf
                                   : objects_default;
}

GeneratedShape shape_of(const NameOptions& options) {
  return {.bases = base_prefixes(options),
          .prefixes = options.prefix_count,
          .objects = object_count(options),
          .components = options.components,
          .name_bytes = options.name_bytes,
          .object_bytes = options.object_bytes};
}

}  // namespace

void add_prefix_options(CLI::App& command, NameOptions& options) {
  const char* group = "Names";
  auto* prefix = command
                     .add_option("--prefix", options.prefixes,
                                 "What names begin with; several are taken in turn (default: /traffic)")
                     ->type_name("NAME")
                     ->group(group);
  command.add_option("--prefix-file", options.prefix_file, "Prefixes from a file, one URI a line")
      ->type_name("FILE")
      ->excludes(prefix)
      ->group(group);
}

void add_name_options(CLI::App& command, NameOptions& options) {
  const char* group = "Names";
  add_prefix_options(command, options);
  command
      .add_option("--prefixes", options.prefix_count, "Prefixes below each --prefix: /PREFIX/<number>/...")
      ->check(CLI::Range(std::uint64_t{1}, objects_max))
      ->capture_default_str()
      ->group(group);
  command
      .add_option("--prefix-order", options.prefix_order,
                  "object: an object is always below the same one; or sequential, random, zipf")
      ->check(CLI::IsMember({"object", "sequential", "random", "zipf"}))
      ->capture_default_str()
      ->group(group);
  command.add_option("--prefix-alpha", options.prefix_alpha, "Zipf exponent of the prefixes")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str()
      ->group(group);
  command.add_option("--names", options.order, "Which object is asked for next: sequential, random or zipf")
      ->check(CLI::IsMember({"sequential", "random", "zipf"}))
      ->capture_default_str()
      ->group(group);
  command.add_option("--objects", options.objects, "How many there are (default: 2^32; with zipf 1000000)")
      ->check(CLI::Range(std::uint64_t{1}, objects_max))
      ->group(group);
  command.add_option("--alpha", options.alpha, "Zipf exponent of the objects")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str()
      ->group(group);
  command.add_option("--first", options.first, "The first of a sequence (default: drawn)")->group(group);
  command.add_option("--components", options.components, "Of a name (default: as few as there can be)")
      ->check(CLI::Range(1, 100))
      ->group(group);
  auto* bytes =
      command
          .add_option("--name-bytes", options.name_bytes,
                      "Of a name's components with types and lengths (default: as few as there can be)")
          ->check(CLI::Range(3, 4000))
          ->group(group);
  command
      .add_option("--interest-bytes", options.interest_bytes,
                  "Ethernet payload of an Interest, headers included, reached by the name's length")
      ->check(CLI::Range(30, 4000))
      ->excludes(bytes)
      ->group(group);
  command
      .add_option("--object-bytes", options.object_bytes,
                  "Of the last component, without type and length, so that long prefixes make long names")
      ->check(CLI::Range(1, 252))
      ->excludes(bytes)
      ->excludes("--components")
      ->group(group);
  auto* file =
      command.add_option("--name-file", options.name_file, "Whole names from a file, one URI a line")
          ->type_name("FILE")
          ->group(group);
  auto* trace =
      command
          .add_option("--trace", options.trace_file, "Names and their times from a file of lines SECONDS URI")
          ->type_name("FILE")
          ->excludes(file)
          ->group(group);
  command
      .add_option("--trace-speed", options.trace_speed,
                  "How much faster than recorded; 0: as --rate or --window has it")
      ->check(CLI::Range(0.0, 1e9))
      ->capture_default_str()
      ->needs(trace)
      ->group(group);
  command
      .add_option("--seed", options.seed, "Of all that is drawn: names and times come again (default: drawn)")
      ->group(group);
}

std::vector<wire::Name> base_prefixes(const NameOptions& options) {
  std::vector<wire::Name> names;
  if (!options.prefix_file.empty()) {
    const NameFile file(options.prefix_file, NameFile::Kind::names);
    for (std::size_t i = 0; i < file.size(); ++i) {
      names.push_back(*wire::Name::from_value(file[i]));
    }
  }
  for (const std::string& text : options.prefixes) {
    names.push_back(client::parse_name(text));
  }
  if (names.empty()) {
    names.push_back(wire::Name::literal("/traffic"));
  }
  return names;
}

std::unique_ptr<NameSource> make_names(const NameOptions& options, std::uint64_t seed) {
  Random seeds(options.seed.value_or(seed));
  if (!options.trace_file.empty()) {
    return std::make_unique<TracedNames>(NameFile(options.trace_file, NameFile::Kind::trace),
                                         options.trace_speed);
  }
  const Order order = order_of(options.order);
  if (!options.name_file.empty()) {
    NameFile file(options.name_file, NameFile::Kind::names);
    NumberOrder lines(order, file.size(), options.alpha, seeds.next(), options.first.value_or(0));
    return std::make_unique<ListedNames>(std::move(file), std::move(lines));
  }
  try {
    NumberOrder objects(order, object_count(options), options.alpha, seeds.next(), options.first);
    GeneratedShape shape = shape_of(options);
    std::optional<NumberOrder> prefixes;
    if (options.prefix_order != "object") {
      prefixes.emplace(order_of(options.prefix_order), shape.bases.size() * shape.prefixes,
                       options.prefix_alpha, seeds.next());
    }
    return std::make_unique<GeneratedNames>(std::move(shape), std::move(objects), std::move(prefixes));
  } catch (const std::invalid_argument& error) {
    throw UsageError(error.what());
  }
}

}  // namespace augustus::traffic

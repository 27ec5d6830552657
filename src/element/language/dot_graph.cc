// SPDX-License-Identifier: Apache-2.0
#include "element/language/dot_graph.hh"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "element/language/arguments.hh"
#include "element/language/find_element.hh"
#include "element/language/graph_checks.hh"
#include "element/language/processing.hh"

namespace augustus::element {
namespace {

constexpr std::size_t shown_bytes = 48;

/// Text for the labels of Graphviz, which read HTML: ASCII, within a bound.
std::string html(std::string_view text) {
  std::string escaped;
  for (const char character : text.substr(0, shown_bytes)) {
    switch (character) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += character >= ' ' && character <= '~' ? std::string(1, character) : "?";
    }
  }
  return text.size() > shown_bytes ? escaped + "..." : escaped;
}

std::string join(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) {
    joined += joined.empty() ? text : ", " + text;
  }
  return joined;
}

/// The compound elements around an element, from outside: "a/", "a/b/".
std::vector<std::string> frames_of(const std::string& name) {
  std::vector<std::string> frames;
  for (auto slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
    frames.push_back(name.substr(0, slash + 1));
  }
  return frames;
}

class Picture {
 public:
  Picture(const GraphDescription& graph, std::span<const ElementClass> classes)
      : graph_(graph), checks_(graph) {
    checks_.check_classes(classes);
  }

  std::string draw() {
    text_ =
        "digraph {\n  bgcolor=white; nodesep=0.35; ranksep=0.45;\n"
        "  node [fontname=\"Helvetica\" fontsize=11 shape=none margin=0];\n"
        "  edge [arrowsize=0.7 color=\"#404040\"];\n";
    draw_elements();
    draw_connections();
    draw_tables();
    return text_ + "}\n";
  }

 private:
  static std::string port_row(char side, unsigned count) {
    std::string cells;
    for (unsigned port = 0; port < count; ++port) {
      cells += fmt::format("<td port=\"{}{}\" {} width=\"18\"><font point-size=\"8\">{}</font></td>", side,
                           port, port + 1 == count ? "border=\"0\"" : "border=\"1\" sides=\"r\"",
                           count == 1 ? " " : std::to_string(port));
    }
    return cells.empty() ? ""
                         : fmt::format(
                               "<tr><td><table border=\"0\" cellborder=\"0\" cellspacing=\"0\" "
                               "cellpadding=\"1\"><tr>{}</tr></table></td></tr>",
                               cells);
  }

  std::string label(std::size_t index, const std::string& frame) const {
    const ElementDeclaration& element = graph_.elements[index];
    const std::string name = element.name.substr(frame.size());
    const bool anonymous = name.starts_with(element.element_class + '@');
    const std::string arguments = element.arguments.empty() ? "" : "(" + html(join(element.arguments)) + ")";
    return fmt::format("<tr><td>{}{}{}</td></tr>", anonymous ? "" : fmt::format("<b>{}</b><br/>", html(name)),
                       html(element.element_class), arguments);
  }

  void draw_element(std::size_t index, const std::string& frame) {
    const bool table = checks_.classes[index]->kind == ElementClass::Kind::table;
    text_ += fmt::format(
        "  n{} [label=<<table border=\"1\" cellborder=\"0\" cellspacing=\"0\" cellpadding=\"3\" "
        "{}>{}{}{}</table>>];\n",
        index, table ? "bgcolor=\"#fff4d6\" style=\"rounded\"" : "bgcolor=\"#eef4fb\"",
        port_row('i', checks_.inputs[index]), label(index, frame), port_row('o', checks_.outputs[index]));
  }

  // Elements stand in the file's order, those of one compound element together: frames open and close as
  // their names say. A frame that is met again (a name given by hand) is drawn into again by Graphviz.
  void draw_elements() {
    std::vector<std::string> open;
    for (std::size_t index = 0; index < graph_.elements.size(); ++index) {
      const auto frames = frames_of(graph_.elements[index].name);
      const auto common = std::ranges::mismatch(open, frames).in1 - open.begin();
      close(open, static_cast<std::size_t>(common));
      for (std::size_t depth = open.size(); depth < frames.size(); ++depth) {
        open.push_back(frames[depth]);
        const auto number = frames_.emplace(frames[depth], frames_.size()).first->second;
        const std::string name = frames[depth].substr(0, frames[depth].size() - 1);
        text_ += fmt::format(
            "  subgraph cluster{} {{ label=<{}>; fontname=\"Helvetica\"; fontsize=10; labeljust=l; "
            "color=\"#a0a0a0\"; "
            "style=rounded;\n",
            number, html(name));
      }
      draw_element(index, open.empty() ? "" : open.back());
    }
    close(open, 0);
  }

  void close(std::vector<std::string>& open, std::size_t depth) {
    for (; open.size() > depth; open.pop_back()) {
      text_ += "  }\n";
    }
  }

  void draw_connections() {
    const std::vector<bool> pull = pull_connections(checks_);
    for (std::size_t index = 0; index < pull.size(); ++index) {
      const Connection& connection = graph_.connections[index];
      text_ += fmt::format("  n{}:o{}:s -> n{}:i{}:n{};\n", connection.from, connection.from_port,
                           connection.to, connection.to_port, pull[index] ? " [style=dashed]" : "");
    }
  }

  void draw_tables() {
    const ElementNames names(graph_);
    for (std::size_t index = 0; index < graph_.elements.size(); ++index) {
      const ElementDeclaration& element = graph_.elements[index];
      for (const TableArgument& table : checks_.classes[index]->tables) {
        if (table.position < element.arguments.size()) {
          if (const auto found = names.find(element, unquote(element.arguments[table.position]))) {
            text_ += fmt::format("  n{} -> n{} [dir=none style=dotted constraint=false];\n", index, *found);
          }
        }
      }
    }
  }

  const GraphDescription& graph_;
  GraphChecks checks_;
  std::map<std::string, std::size_t> frames_;
  std::string text_;
};

}  // namespace

std::string dot_graph(const GraphDescription& graph, std::span<const ElementClass> classes) {
  return Picture(graph, classes).draw();
}

}  // namespace augustus::element

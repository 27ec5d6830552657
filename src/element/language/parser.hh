// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "element/language/lexer.hh"
#include "element/language/scope.hh"
#include "element/language/syntax.hh"

namespace augustus::element {

/// Reads the statements of one file. Recursive, within max_graph_depth.
class Parser {
 public:
  /// `text` and `file` outlive it.
  Parser(std::string_view text, const SourceFile& file) : lexer_(text, file), file_(&file) {}

  /// The file's body, to be called once.
  std::unique_ptr<syntax::Body> parse();
  std::vector<Requirement> take_requirements() { return std::move(requirements_); }

 private:
  /// An element in a connection: where packets go in and come out of it.
  struct End {
    std::size_t in = 0;
    std::size_t out = 0;
    std::vector<unsigned> in_ports;   ///< none: not said; a group has its own
    std::vector<unsigned> out_ports;  ///< the same
    bool group = false;
    enum class Use { both, source, destination } use = Use::both;  ///< what the name stands for
    Position at;
  };
  /// An element as it is written, before it is known whether it stands in a declaration.
  struct Item {
    enum class Kind { name, anonymous_class, group, implied } kind = Kind::name;
    std::string name;
    bool has_class = false;
    bool has_configuration = false;
    bool has_in_ports = false;
    bool has_out_ports = false;
    syntax::ClassReference element_class;
    std::string configuration;
    End end;
  };
  enum class Place { first, later };

  // parser.cc: statements
  void parse_statements();
  void parse_statement();
  void parse_keyword();
  void parse_element_class();
  void parse_define();
  void parse_require();
  void parse_provide();

  // parse_compound.cc
  std::shared_ptr<const syntax::Compound> parse_compound(Position open, const std::string& name);
  std::unique_ptr<syntax::Body> parse_body(Position open);
  bool at_formal() const;
  void parse_formals(syntax::Body& body);
  syntax::Formal parse_formal(const syntax::Body& body);
  void parse_group(Item& item);

  // parse_connection.cc
  void parse_connection();
  std::vector<Item> parse_items(Place place);
  Item parse_item(Place place, bool alone);
  void parse_name(Item& item);
  void parse_behind(Item& item);
  bool is_implied(Place place, bool alone, const Item& item) const;
  std::vector<unsigned> parse_ports();
  unsigned parse_port();

  // resolve_items.cc
  using Ports = std::vector<std::pair<std::size_t, unsigned>>;  ///< nodes and ports of these
  std::vector<End> resolve(std::vector<Item>& items);
  void declare_all(std::vector<Item>& items);
  void resolve(Item& item);
  void declare(Item& item, const std::string& name);
  void refer(Item& item, std::size_t node);
  void connect(const std::vector<End>& from, const std::vector<End>& to, const Token& arrow);
  void add_connection(const Connection& connection);

  Token expect(char character, const std::string& what);
  Token expect_name(const std::string& what);
  bool nested() const { return groups_ != 0 || scope_->is_compound(); }

  Lexer lexer_;
  const SourceFile* file_;
  Scope* scope_ = nullptr;
  unsigned depth_ = 0;
  unsigned groups_ = 0;  ///< around this place in the same body
  std::size_t classes_ = 0;
  std::size_t connections_ = 0;
  std::vector<Requirement> requirements_;
};

}  // namespace augustus::element

#include "core/src/mesh/ply_header.h"

#include <fmt/core.h>

#include <utility>

#include "core/src/base/number_text.h"

namespace condyle::mesh {
namespace {

std::optional<PlyType> parse_type(std::string_view word) {
  constexpr std::pair<std::string_view, PlyType> k_names[] = {
      {"char", PlyType::int8},      {"int8", PlyType::int8},       {"uchar", PlyType::uint8},
      {"uint8", PlyType::uint8},    {"short", PlyType::int16},     {"int16", PlyType::int16},
      {"ushort", PlyType::uint16},  {"uint16", PlyType::uint16},   {"int", PlyType::int32},
      {"int32", PlyType::int32},    {"uint", PlyType::uint32},     {"uint32", PlyType::uint32},
      {"float", PlyType::float32},  {"float32", PlyType::float32}, {"double", PlyType::float64},
      {"float64", PlyType::float64}};
  for (const auto& [name, type] : k_names) {
    if (name == word) return type;
  }
  return std::nullopt;
}

class HeaderParser {
 public:
  explicit HeaderParser(const MeshSource& source) : source_(source) {}

  PlyHeader parse() {
    std::string_view rest = source_.bytes;
    take_line(rest);  // "ply"
    bool has_format = false;
    while (true) {
      if (rest.empty()) {
        source_.fail(
            "the PLY header has no 'end_header'; it is truncated or damaged, export or download "
            "it again");
      }
      line_ = take_line(rest);
      std::string_view words = line_;
      const std::string_view keyword = take_word(words);
      if (keyword == "end_header") break;
      has_format = has_format || keyword == "format";
      parse_line(keyword, words);
    }
    if (!has_format) source_.fail("the PLY header has no 'format' line; export the mesh again");
    header_.body = rest;
    return std::move(header_);
  }

 private:
  void parse_line(std::string_view keyword, std::string_view words) {
    if (keyword == "format") {
      parse_format(take_word(words));
    } else if (keyword == "element") {
      parse_element(words);
    } else if (keyword == "property") {
      parse_property(words);
    } else if (!keyword.empty() && keyword != "comment" && keyword != "obj_info") {
      fail();
    }
  }

  void parse_format(std::string_view word) {
    header_.ascii = word == "ascii";
    header_.order = word == "binary_big_endian" ? std::endian::big : std::endian::little;
    if (!header_.ascii && word != "binary_little_endian" && word != "binary_big_endian") fail();
  }

  void parse_element(std::string_view words) {
    PlyElement element;
    element.name = take_word(words);
    const std::optional<std::int64_t> count = parse_integer(take_word(words));
    if (!count || *count < 0) fail();
    element.count = *count;
    for (const PlyElement& other : header_.elements) {
      if (other.name != element.name) continue;
      source_.fail_at_line(line_.data(), fmt::format("element {} stands twice in the PLY header; "
                                                     "keep one, or export the mesh again",
                                                     in_quotes(element.name)));
    }
    header_.elements.push_back(element);
  }

  void parse_property(std::string_view words) {
    PlyProperty property;
    std::string_view type_word = take_word(words);
    if (type_word == "list") {
      property.count_type = parse_type(take_word(words));
      if (!property.count_type) fail();
      type_word = take_word(words);
    }
    const std::optional<PlyType> type = parse_type(type_word);
    property.name = take_word(words);
    if (!type || property.name.empty() || header_.elements.empty()) fail();
    property.type = *type;
    for (const PlyProperty& other : header_.elements.back().properties) {
      if (other.name != property.name) continue;
      source_.fail_at_line(
          line_.data(),
          fmt::format("property {} stands twice in the element {}; keep one, or "
                      "export the mesh again",
                      in_quotes(property.name), in_quotes(header_.elements.back().name)));
    }
    header_.elements.back().properties.push_back(property);
  }

  [[noreturn]] void fail() const {
    source_.fail_at_line(
        line_.data(),
        fmt::format("{} is no line of a PLY header; export the mesh again", in_quotes(line_)));
  }

  const MeshSource& source_;
  PlyHeader header_;
  std::string_view line_;
};

}  // namespace

PlyHeader parse_ply_header(const MeshSource& source) { return HeaderParser(source).parse(); }

}  // namespace condyle::mesh

#include "core/opensim/src/osim_tags.h"

#include <algorithm>
#include <array>

#include "core/src/base/checks.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

constexpr std::size_t k_none = std::string_view::npos;

std::size_t behind(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t found = text.find(mark, from);
  return found == k_none ? text.size() : found + mark.size();
}

/// The byte behind the '>' of the tag around the byte `inside`; attributes may contain '>'.
std::size_t behind_tag(std::string_view text, std::size_t inside) {
  char quote = 0;
  for (std::size_t i = inside; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return i + 1;
    }
  }
  return text.size();
}

struct Mark {
  std::string_view begin, end;
};
constexpr std::array<Mark, 3> k_no_tags = {{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}}};

/// The byte behind the comment, the CDATA or the instruction that begins at `at`; none: `at`.
std::size_t behind_no_tag(std::string_view text, std::size_t at) {
  for (const Mark& mark : k_no_tags) {
    if (text.substr(at).starts_with(mark.begin))
      return behind(text, mark.end, at + mark.begin.size());
  }
  return at;
}

/// The byte of the "</" that ends the element whose content begins at `content`.
std::size_t find_last_tag(std::string_view text, std::size_t content) {
  int depth = 0;
  for (std::size_t at = text.find('<', content); at != k_none;) {
    const std::size_t next = behind_no_tag(text, at);
    if (next != at) {
      at = text.find('<', next);
      continue;
    }
    const std::size_t end = behind_tag(text, at + 1);
    if (text.substr(at).starts_with("</")) {
      if (depth-- == 0) return at;
    } else if (text[end - 2] != '/') {
      ++depth;
    }
    at = text.find('<', end);
  }
  return text.size();  // not in valid XML
}

bool separates_words(char c) { return mesh::is_blank(c) || c == ',' || c == '(' || c == ')'; }

}  // namespace

TagSpan find_tags(std::string_view text, std::size_t name, std::string_view type) {
  CONDYLE_ASSERT(name > 0 && text[name - 1] == '<' && text.substr(name).starts_with(type));
  TagSpan span;
  span.begin = name - 1;
  span.content = span.end = behind_tag(text, name + type.size());
  span.is_empty = text[span.end - 2] == '/';
  if (span.is_empty) {
    span.content -= 2;
    while (mesh::is_blank(text[span.content - 1])) --span.content;
    span.content_end = span.content;
    return span;
  }
  span.content_end = find_last_tag(text, span.content);
  span.end = behind_tag(text, span.content_end);
  return span;
}

std::vector<TextWord> words_between(std::string_view text, std::size_t begin, std::size_t end) {
  std::vector<TextWord> words;
  for (std::size_t at = begin; at < end;) {
    const std::size_t next = text[at] == '<' ? behind_no_tag(text, at) : at;
    if (next != at || separates_words(text[at])) {
      at = std::max(next, at + 1);
      continue;
    }
    TextWord word{at, 0};
    while (at < end && !separates_words(text[at]) && (text[at] != '<' || at == word.begin)) ++at;
    word.size = at - word.begin;
    words.push_back(word);
  }
  return words;
}

std::string line_start_of(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) --begin;
  if (begin == 0 || text[begin - 1] != '\n') return "";
  --begin;
  if (begin > 0 && text[begin - 1] == '\r') --begin;
  return std::string(text.substr(begin, at - begin));
}

}  // namespace condyle::opensim

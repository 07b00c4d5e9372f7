#include "base/file_names.h"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "base/readable_text.h"

namespace condyle {
namespace {

/// [bytes] File systems allow 255. This leaves room for a number and an extension.
constexpr std::size_t k_longest = 200;

bool is_plain(char c) {
  constexpr std::string_view k_marks = "-._ +=,()";
  const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  return is_letter || (c >= '0' && c <= '9') || k_marks.find(c) != std::string_view::npos;
}

std::string file_name_of(std::string_view name) {
  std::string file;
  while (!name.empty()) {
    const std::size_t size = letter_size(name);
    const bool is_kept = size > 1 || (size == 1 && is_plain(name.front()));
    const std::string_view letter = is_kept ? name.substr(0, size) : "_";
    if (file.size() + letter.size() > k_longest) break;
    file += letter;
    name.remove_prefix(std::max<std::size_t>(size, 1));
  }
  return file;
}

}  // namespace

std::vector<std::string> file_names_of(const std::vector<std::string>& names) {
  std::vector<std::string> files;
  std::set<std::string> taken;
  for (const std::string& name : names) {
    const std::string first = file_name_of(name);
    std::string file = first;
    for (int number = 2; !taken.insert(file).second; ++number) {
      file = fmt::format("{}_{}", first, number);
    }
    files.push_back(std::move(file));
  }
  return files;
}

}  // namespace condyle

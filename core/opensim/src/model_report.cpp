#include <fmt/format.h>

#include <algorithm>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

void ModelReport::add(const std::string& what, const std::string& consequence) {
  // A longer list would not help a reader. The limit also bounds the time for a malicious file.
  constexpr std::size_t k_most = 200;
  const auto line_of = [&](const std::string& text) {
    return std::find_if(lines.begin(), lines.end(),
                        [&](const Line& line) { return line.what == text; });
  };
  auto line = line_of(what);
  const std::string rest = "things of further kinds";
  if (line == lines.end() && lines.size() >= k_most) line = line_of(rest);
  if (line != lines.end()) {
    ++line->count;
  } else if (lines.size() < k_most) {
    lines.push_back({what, 1, consequence});
  } else {
    lines.push_back({rest, 1, "of each kind what follows for those above"});
  }
}

void ModelReport::add(const ModelReport& more) {
  lines.insert(lines.end(), more.lines.begin(), more.lines.end());
}

std::string to_text(const ModelReport& report) {
  std::string text;
  for (const ModelReport::Line& line : report.lines) {
    text += fmt::format("{} ({}): {}\n", line.what, line.count, line.consequence);
  }
  return text;
}

}  // namespace condyle::opensim

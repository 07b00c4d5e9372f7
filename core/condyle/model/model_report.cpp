#include "condyle/model/model_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace condyle {

void ModelReport::add(const std::string& what, const std::string& consequence) {
  const auto same =
      std::find_if(lines.begin(), lines.end(), [&](const Line& line) { return line.what == what; });
  if (same != lines.end()) {
    ++same->count;
  } else {
    lines.push_back({what, 1, consequence});
  }
}

std::string to_text(const ModelReport& report) {
  std::string text;
  for (const ModelReport::Line& line : report.lines) {
    text += fmt::format("{} ({}): {}\n", line.what, line.count, line.consequence);
  }
  return text;
}

}  // namespace condyle

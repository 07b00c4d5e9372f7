#include "simulate/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

void widen(Extremes& extremes, const Figure& figure) {
  const double value = figure.value;
  if (!figure.exists || std::isnan(value)) return;
  const bool first = extremes.count == 0;
  extremes.min = first ? value : std::min(extremes.min, value);
  extremes.max = first ? value : std::max(extremes.max, value);
  ++extremes.count;
  extremes.mean += (value - extremes.mean) / static_cast<double>(extremes.count);
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += (c == '"') ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

void HistoryFile::add(double time, const std::vector<Figure>& figures) {
  if (!has_header_) {
    has_header_ = true;
    std::string header = "time [s]";
    for (const Figure& figure : figures) {
      names_.push_back(figure.name);
      header += ',' + csv_field(figure.name);
    }
    file_.write(header + '\n');
    extremes_.resize(names_.size());
  }
  fmt::memory_buffer row;
  fmt::format_to(std::back_inserter(row), "{}", time);
  for (std::size_t i = 0; i < figures.size(); ++i) {
    row.push_back(',');
    if (!std::isnan(figures[i].value)) {
      fmt::format_to(std::back_inserter(row), "{}", figures[i].value);
    }
    widen(extremes_[i], figures[i]);
  }
  row.push_back('\n');
  file_.write({row.data(), row.size()});
}

}  // namespace condyle

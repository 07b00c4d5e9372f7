#include "simulate/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "condyle/error.h"

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

HistoryFile::HistoryFile(const std::filesystem::path& file) : file_(file), unfinished_(file) {
  unfinished_ += ".part";
  stream_.open(unfinished_, std::ios::binary);
  require_written();
}

HistoryFile::~HistoryFile() {
  if (unfinished_.empty()) return;
  stream_.close();
  std::error_code ignored;
  std::filesystem::remove(unfinished_, ignored);
}

void HistoryFile::add(double time, const std::vector<Figure>& figures) {
  if (names_.empty()) {
    stream_ << "time [s]";
    for (const Figure& figure : figures) {
      names_.push_back(figure.name);
      stream_ << ',' << csv_field(figure.name);
    }
    stream_ << '\n';
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
  stream_.write(row.data(), static_cast<std::streamsize>(row.size()));
  require_written();
}

void HistoryFile::finish(const std::filesystem::path& as) {
  stream_.close();
  require_written();
  std::error_code failure;
  std::filesystem::rename(unfinished_, as, failure);
  if (failure) {
    throw InputError(fmt::format("{}: cannot be written: {}", as.string(), failure.message()));
  }
  unfinished_.clear();
}

void HistoryFile::require_written() const {
  if (stream_) return;
  throw InputError(fmt::format(
      "{}: cannot be written; is its folder writable and the disk not full?", file_.string()));
}

}  // namespace condyle

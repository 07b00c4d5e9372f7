#include "report/stored_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "condyle/error.h"
#include "core/src/base/number_text.h"

namespace condyle {
namespace {

constexpr long k_most_bins = 400;  // of which each leaves two points
constexpr double k_empty = std::numeric_limits<double>::quiet_NaN();

/// The fields of a line, quoted or not (csv_field()).
std::vector<std::string> fields_of(std::string_view line) {
  std::vector<std::string> fields(1);
  bool is_quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && is_quoted && i + 1 < line.size() && line[i + 1] == '"')
      fields.back() += line[i++];
    else if (c == '"')
      is_quoted = !is_quoted;
    else if (c == ',' && !is_quoted)
      fields.emplace_back();
    else if (c != '\r')
      fields.back() += c;
  }
  return fields;
}

/// The least and greatest value of some rows, in the order in which they came.
struct Bin {
  double low = k_empty, high = k_empty;
  bool low_is_last = false;

  void add(double value) {
    if (std::isnan(value)) return;
    if (std::isnan(low)) {
      low = high = value;
    } else if (value < low) {
      low = value;
      low_is_last = true;
    } else if (value > high) {
      high = value;
      low_is_last = false;
    }
  }
  void append_to(std::vector<double>& values) const {
    values.push_back(low_is_last ? high : low);
    values.push_back(low_is_last ? low : high);
  }
};

}  // namespace

StoredCurves read_curves(const std::filesystem::path& file, long rows) {
  std::ifstream in(file, std::ios::binary);
  std::string line;
  if (!std::getline(in, line)) throw InputError(file.string() + ": cannot be read, or is empty");
  StoredCurves curves;
  curves.names = fields_of(line);
  curves.values.resize(curves.names.size());
  const long in_bin = std::max(1L, (rows + k_most_bins - 1) / k_most_bins);
  std::vector<Bin> bins(curves.names.size());
  const auto end_bin = [&] {
    for (std::size_t c = 0; c < bins.size(); ++c) bins[c].append_to(curves.values[c]);
    bins.assign(bins.size(), {});
  };
  long row = 0;
  for (; std::getline(in, line); ++row) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() != bins.size())
      throw InputError(
          fmt::format("{}, line {}: has {} fields where the first line has {}; run the "
                      "simulation again",
                      file.string(), row + 2, fields.size(), bins.size()));
    for (std::size_t c = 0; c < bins.size(); ++c) {
      const double value = parse_number(fields[c]).value_or(k_empty);
      in_bin > 1 ? bins[c].add(value) : curves.values[c].push_back(value);
    }
    if (in_bin > 1 && (row + 1) % in_bin == 0) end_bin();
  }
  if (in_bin > 1 && row % in_bin != 0) end_bin();
  return curves;
}

}  // namespace condyle

#include "lab/gait_cycle.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <span>
#include <string_view>
#include <system_error>

#include "condyle/error.h"
#include "core/scene/src/closest_name.h"
#include "core/src/base/enum_words.h"
#include "core/src/base/number_text.h"
#include "core/src/files/file_bytes.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

/// A bump over the percent of a cycle, which repeats.
struct CycleBump {
  double height, at, width;
};

double sum_of_bumps(double base, std::span<const CycleBump> bumps, double percent) {
  double sum = base;
  for (const CycleBump& bump : bumps) {
    for (const double turn : {-100.0, 0.0, 100.0}) {
      const double s = (percent - bump.at + turn) / bump.width;
      sum += bump.height * std::exp(-s * s);
    }
  }
  return sum;
}

/// The curves of a built-in cycle: a base and its bumps.
struct CycleCurve {
  double base = 0;
  std::vector<CycleBump> bumps;
};
struct CycleCurves {
  scene::BuiltInCycle which;
  double period;                             ///< [s]
  CycleCurve flexion, axial, forward, turn;  ///< [deg], [N], [N], [N m]
};

// Peaks are some 2.2, 2.8 and 2.4 weights of a body of 75 kg. Knees with sensors bear about 2.6 in
// walking, 3.2 to 3.5 on stairs and 2.5 in knee bends (Kutzner et al. 2010, J. Biomech. 43:2164).
const std::array<CycleCurves, 3>& curves() {
  static const std::array<CycleCurves, 3> k_curves = {
      CycleCurves{scene::BuiltInCycle::walk,
                  1,
                  {3, {{14, 14, 7}, {57, 72, 11}}},
                  {200, {{1350, 14, 8}, {600, 30, 12}, {1350, 47, 9}}},
                  {0, {{60, 10, 6}, {-140, 45, 10}, {40, 75, 8}}},
                  {0, {{-1, 10, 6}, {4, 46, 10}}}},
      CycleCurves{scene::BuiltInCycle::stairs,
                  1.4,
                  {8, {{52, 5, 13}, {80, 80, 13}}},
                  {200, {{1750, 17, 9}, {700, 33, 12}, {1500, 50, 8}}},
                  {0, {{-120, 18, 10}, {-80, 50, 8}}},
                  {0, {{1, 17, 8}, {5, 48, 9}}}},
      CycleCurves{scene::BuiltInCycle::squat,
                  4,
                  {3, {{95, 50, 22}}},
                  {500, {{1300, 50, 24}}},
                  {0, {{-100, 50, 20}}},
                  {0, {{1.5, 50, 20}}}}};
  return k_curves;
}

std::vector<double> sampled(const CycleCurve& curve, double factor) {
  std::vector<double> values;
  for (int percent = 0; percent <= 100; ++percent)
    values.push_back(factor * sum_of_bumps(curve.base, curve.bumps, percent % 100));
  return values;
}

/// A unit in which a column may be given, and its size in SI.
struct CycleUnit {
  const char* name;
  double size;
};

enum class CycleColumn {
  time,
  percent,
  flexion,
  axial,
  ap_force,
  ap_displacement,
  ie_torque,
  ie_rotation
};

struct CycleColumnKind {
  CycleColumn column;
  const char* name;
  std::array<CycleUnit, 2> units;
};

constexpr std::array<CycleColumnKind, 8> k_columns = {{
    {CycleColumn::time, "time", {{{"s", 1}, {"ms", 1e-3}}}},
    {CycleColumn::percent, "percent", {{{"%", 0.01}, {"", 0}}}},
    {CycleColumn::flexion, "flexion", {{{"deg", k_lab_degree}, {"rad", 1}}}},
    {CycleColumn::axial, "axial force", {{{"N", 1}, {"kN", 1e3}}}},
    {CycleColumn::ap_force, "AP force", {{{"N", 1}, {"kN", 1e3}}}},
    {CycleColumn::ap_displacement, "AP displacement", {{{"mm", 1e-3}, {"m", 1}}}},
    {CycleColumn::ie_torque, "IE torque", {{{"N m", 1}, {"N mm", 1e-3}}}},
    {CycleColumn::ie_rotation, "IE rotation", {{{"deg", k_lab_degree}, {"rad", 1}}}},
}};

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// A cell without the quotes around it, and what it says in them without spaces.
std::string_view unquoted(std::string_view cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return cell;
  return trimmed(cell.substr(1, cell.size() - 2));
}

std::vector<std::string_view> split_at(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(trimmed(text.substr(0, end)));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells = split_at(row, ',');
  for (std::string_view& cell : cells) cell = unquoted(cell);
  return cells;
}

std::string with_units(const CycleColumnKind& kind) {
  std::string text = fmt::format("{} [{}]", kind.name, kind.units[0].name);
  if (*kind.units[1].name != '\0') text += fmt::format(" or [{}]", kind.units[1].name);
  return text;
}

/// Reads the columns of a file.
class CycleFile {
 public:
  explicit CycleFile(const std::filesystem::path& file) : file_(file) {
    const std::string text = read_text_file(file);
    std::string_view rest = text;
    if (rest.starts_with("\xEF\xBB\xBF")) rest.remove_prefix(3);
    int line = 0;
    for (const std::string_view row : split_at(rest, '\n')) {
      ++line;
      if (row.empty() || row.front() == '#') continue;
      columns_.empty() ? read_names(row, line) : read_row(row, line);
    }
    if (columns_.empty()) fail("has no line of column names");
    if (rows() < 3) fail("has fewer than three lines of numbers");
  }

  /// The values in SI units; empty if the file has no such column.
  std::vector<double> values(CycleColumn column) const {
    for (std::size_t i = 0; i < columns_.size(); ++i)
      if (columns_[i].kind->column == column) return values_[i];
    return {};
  }

  std::size_t rows() const { return values_.empty() ? 0 : values_[0].size(); }

  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}: {}", file_.string(), what));
  }

 private:
  struct Column {
    const CycleColumnKind* kind;
    double unit;
  };

  void read_names(std::string_view row, int line) {
    for (const std::string_view name : cells_of(row)) columns_.push_back(column_of(name, line));
    values_.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        if (columns_[i].kind == columns_[j].kind)
          fail(fmt::format("line {}: has the column '{}' twice", line, columns_[i].kind->name));
  }

  Column column_of(std::string_view text, int line) const {
    const std::size_t open = text.find('['), close = text.rfind(']');
    const bool has_unit = open != std::string_view::npos && close == text.size() - 1;
    const std::string name(trimmed(text.substr(0, has_unit ? open : text.size())));
    std::vector<std::string> names;
    for (const CycleColumnKind& kind : k_columns) {
      names.emplace_back(kind.name);
      if (name != kind.name) continue;
      if (!has_unit)
        fail(fmt::format("line {}: column '{}' has no unit; write {}", line, name,
                         with_units(kind)));
      const std::string_view unit = trimmed(text.substr(open + 1, close - open - 1));
      for (const CycleUnit& known : kind.units)
        if (unit == known.name && known.size > 0) return {&kind, known.size};
      fail(fmt::format("line {}: column '{}' is in '{}'; write {}", line, name, unit,
                       with_units(kind)));
    }
    fail(fmt::format("line {}: unknown column '{}'{}", line, name,
                     scene::suggestion_and_names(name, names)));
  }

  void read_row(std::string_view row, int line) {
    const std::vector<std::string_view> cells = cells_of(row);
    if (cells.size() != columns_.size())
      fail(fmt::format("line {}: has {} numbers for {} columns", line, cells.size(),
                       columns_.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const std::optional<double> value = parse_number(cells[i]);
      if (!value || !std::isfinite(*value * columns_[i].unit))
        fail(fmt::format("line {}: column '{}': '{}' is no number", line, columns_[i].kind->name,
                         cells[i]));
      values_[i].push_back(*value * columns_[i].unit);
    }
  }

  std::filesystem::path file_;
  std::vector<Column> columns_;
  std::vector<std::vector<double>> values_;
};

std::vector<double> times_of(const CycleFile& file, double period) {
  std::vector<double> time = file.values(CycleColumn::time);
  std::vector<double> percent = file.values(CycleColumn::percent);
  if (time.empty() == percent.empty())
    file.fail(time.empty() ? "has no column 'time [s]' or 'percent [%]'"
                           : "has both 'time' and 'percent'; leave one out");
  if (time.empty()) {
    if (percent.back() > 1 + 1e-9) file.fail("column 'percent': goes beyond 100 %");
    time = percent;
    for (double& t : time) t *= period;
  }
  const char* name = percent.empty() ? "time" : "percent";
  if (time.front() != 0) file.fail(fmt::format("column '{}': must begin at 0", name));
  for (std::size_t i = 1; i < time.size(); ++i)
    if (!(time[i] > time[i - 1]))
      file.fail(
          fmt::format("column '{}': must ascend, but does not in its {}. number", name, i + 1));
  return time;
}

/// Makes the last value that of the first, which it must be but for a fiftieth of the range.
void close_cycle(const CycleFile& file, const char* name, std::vector<double>& values,
                 bool add_last) {
  if (values.empty()) return;
  if (add_last) {
    values.push_back(values.front());
    return;
  }
  const auto [least, most] = std::ranges::minmax(values);
  if (std::abs(values.back() - values.front()) > (most - least) / 50)
    file.fail(fmt::format("column '{}': begins and ends differently; a cycle must end as it begins",
                          name));
  values.back() = values.front();
}

}  // namespace

GaitCycle built_in_cycle(scene::BuiltInCycle which) {
  const CycleCurves& of = *std::ranges::find(curves(), which, &CycleCurves::which);
  GaitCycle cycle{.name = word_of(which), .is_built_in = true};
  for (int percent = 0; percent <= 100; ++percent) cycle.time.push_back(of.period * percent / 100);
  cycle.flexion = sampled(of.flexion, k_lab_degree);
  cycle.axial = sampled(of.axial, 1);
  cycle.forward_drive = cycle.turn_drive = CycleDrive::force;
  cycle.forward = sampled(of.forward, 1);
  cycle.turn = sampled(of.turn, 1);
  return cycle;
}

GaitCycle read_cycle(const std::filesystem::path& path, double period) {
  const CycleFile file(path);
  GaitCycle cycle{.name = path.filename().string(), .time = times_of(file, period)};
  const bool add_last =
      !file.values(CycleColumn::percent).empty() && cycle.time.back() < period * (1 - 1e-9);
  if (add_last) cycle.time.push_back(period);
  cycle.flexion = file.values(CycleColumn::flexion);
  cycle.axial = file.values(CycleColumn::axial);
  if (cycle.axial.empty()) file.fail("has no column 'axial force [N]'");
  const auto read_either = [&](CycleColumn force, CycleColumn displacement, const char* direction,
                               std::vector<double>& values) {
    const std::vector<double> moved = file.values(displacement);
    values = file.values(force);
    if (!values.empty() && !moved.empty())
      file.fail(fmt::format("says both load and displacement of {}; leave one out", direction));
    if (!values.empty()) return CycleDrive::force;
    values = moved;
    return values.empty() ? CycleDrive::nothing : CycleDrive::displacement;
  };
  cycle.forward_drive =
      read_either(CycleColumn::ap_force, CycleColumn::ap_displacement, "AP", cycle.forward);
  cycle.turn_drive =
      read_either(CycleColumn::ie_torque, CycleColumn::ie_rotation, "IE", cycle.turn);
  close_cycle(file, "flexion", cycle.flexion, add_last);
  close_cycle(file, "axial force", cycle.axial, add_last);
  close_cycle(file, "AP", cycle.forward, add_last);
  close_cycle(file, "IE", cycle.turn, add_last);
  return cycle;
}

LabTable cycle_table(const GaitCycle& cycle) {
  struct Part {
    const char* name;
    const std::vector<double>& values;
    double unit;
  };
  const bool is_pushed = cycle.forward_drive == CycleDrive::force;
  const bool is_twisted = cycle.turn_drive == CycleDrive::force;
  const std::array<Part, 5> parts = {
      {{"time [s]", cycle.time, 1},
       {"flexion [deg]", cycle.flexion, k_lab_degree},
       {"axial force [N]", cycle.axial, 1},
       {is_pushed ? "AP force [N]" : "AP displacement [mm]", cycle.forward, is_pushed ? 1 : 1e-3},
       {is_twisted ? "IE torque [N m]" : "IE rotation [deg]", cycle.turn,
        is_twisted ? 1 : k_lab_degree}}};
  LabTable table{"cycle", fmt::format("Cycle '{}'", cycle.name), {}, {}};
  table.rows.resize(cycle.time.size());
  for (const Part& part : parts) {
    if (part.values.empty()) continue;
    table.columns.emplace_back(part.name);
    for (std::size_t i = 0; i < part.values.size(); ++i)
      table.rows[i].emplace_back(part.values[i] / part.unit);
  }
  return table;
}

std::vector<std::string> notes_of(const GaitCycle& cycle) {
  if (!cycle.is_built_in) return {fmt::format("The cycle is that of {}.", cycle.name)};
  return {fmt::format(
      "The cycle '{}' is built in, and a knee's: smooth curves of ours, not those of ISO 14243 or "
      "another standard, whose figures are sold. Bring your own as a CSV file.",
      cycle.name)};
}

bool is_built_in(const std::filesystem::path& word_or_file) {
  return enumerator_of<scene::BuiltInCycle>(word_or_file.string()).has_value();
}

GaitCycle find_cycle(const std::filesystem::path& word_or_file, double period) {
  const std::string word = word_or_file.string();
  if (is_built_in(word_or_file)) return built_in_cycle(*enumerator_of<scene::BuiltInCycle>(word));
  std::error_code is_missing;
  if (!std::filesystem::exists(word_or_file, is_missing))
    throw InputError(
        fmt::format("{}: no such file, and no built-in cycle{}", word,
                    scene::suggestion_and_names(word, words_of<scene::BuiltInCycle>())));
  return read_cycle(word_or_file, period);
}

}  // namespace condyle

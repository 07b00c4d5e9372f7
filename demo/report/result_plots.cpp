#include "report/result_plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "analyze/analysis_plots.h"

namespace condyle {
namespace {

constexpr std::size_t k_least_rows = 5;  // of a curve

/// Rows of a table that belong to one curve.
struct RowGroup {
  std::size_t first = 0, end = 0;
};

bool is_same(const LabCell& a, const LabCell& b) {
  if (!a.word.empty() || !b.word.empty()) return a.word == b.word;
  return a.number == b.number;
}

/// Neighbouring rows whose cells before a column are the same.
std::vector<RowGroup> groups_before(const LabTable& table, std::size_t column) {
  std::vector<RowGroup> groups;
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    const auto begins = [&] {
      for (std::size_t c = 0; c < column; ++c)
        if (!is_same(table.rows[r][c], table.rows[r - 1][c])) return true;
      return false;
    };
    if (r == 0 || begins()) groups.push_back({r, r});
    groups.back().end = r + 1;
  }
  return groups;
}

bool ascends(const LabTable& table, std::size_t column, const RowGroup& group) {
  if (group.end - group.first < k_least_rows) return false;
  for (std::size_t r = group.first; r < group.end; ++r) {
    if (!table.rows[r][column].word.empty()) return false;
    if (r > group.first && !(table.rows[r][column].number > table.rows[r - 1][column].number))
      return false;
  }
  return true;
}

/// The cells before a column, as the name of a curve.
std::string name_of_group(const LabTable& table, std::size_t column, const RowGroup& group) {
  std::string name;
  for (std::size_t c = 0; c < column; ++c) {
    const LabCell& cell = table.rows[group.first][c];
    const std::string text = cell.word.empty()
                                 ? fmt::format("{:.4g} {}", cell.number, unit_of(table.columns[c]))
                                 : cell.word;
    name += (name.empty() ? "" : ", ") + text;
  }
  return name;
}

/// Whether a column from this one on has words.
bool lists_words(const LabTable& table, std::size_t column) {
  return std::ranges::any_of(table.rows, [&](const std::vector<LabCell>& row) {
    return std::any_of(row.begin() + static_cast<std::ptrdiff_t>(column), row.end(),
                       [](const LabCell& cell) { return !cell.word.empty(); });
  });
}

/// What a column measures: its name's last word that is no axis.
std::string quantity_of(const std::string& column) {
  std::string name = name_without_unit(column);
  for (const char* axis : {" x", " y", " z"})
    if (name.ends_with(axis)) name.resize(name.size() - 2);
  if (name == "x" || name == "y" || name == "z") return "displacement";
  return name.substr(name.rfind(' ') + 1);
}

/// The plot with this title; a new one if there is none.
SheetPlot& plot_titled(std::vector<SheetPlot>& plots, const std::string& title,
                       const std::string& x_label) {
  const auto found = std::ranges::find(plots, title, &SheetPlot::title);
  if (found != plots.end()) return *found;
  return plots.emplace_back(SheetPlot{.title = title, .x_label = x_label, .lines = {}});
}

/// A kind of figure of a history, by how its name ends.
struct CurveKind {
  const char *title, *ends;
  double factor;
};
constexpr CurveKind k_curves[] = {
    {"Contact force [N]", ".force [N]", 1},
    {"Peak pressure [MPa]", ".peak_pressure [Pa]", 1e-6},
    {"Contact area [mm^2]", ".area [m^2]", 1e6},
    {"Sliding distance [mm]", ".sliding_distance [m]", 1e3},
    {"Worn volume [mm^3]", ".worn_volume [m^3]", 1e9},
};
constexpr CurveKind k_motions[] = {
    {"Position less that at the start [mm]", ".position_", 1e3},
    {"Rotation [deg]", ".rotation_", 180 / std::numbers::pi},
};

SheetLine line_of(const StoredCurves& curves, std::size_t column, std::string name, double factor,
                  double less = 0) {
  SheetLine line{.name = std::move(name), .points = {}};
  for (std::size_t r = 0; r < curves.values[column].size(); ++r) {
    const double value = curves.values[column][r];
    if (std::isfinite(value))
      line.points.emplace_back(curves.values[0][r], factor * (value - less));
  }
  return line;
}

bool has_column(const StoredCurves& curves, const std::string& name) {
  return std::ranges::find(curves.names, name) != curves.names.end();
}

bool is_strand(const StoredCurves& curves, const std::string& owner) {
  return has_column(curves, owner + ".strain [1]");
}

void add_readings(const StoredCurves& curves, const std::string& before,
                  std::vector<SheetPlot>& plots) {
  for (std::size_t c = 1; c < curves.names.size(); ++c) {
    const std::string& name = curves.names[c];
    if (name.find('.') != std::string::npos) continue;
    plot_titled(plots, fmt::format("Readings [{}]", unit_of(name)), "time [s]")
        .lines.push_back(line_of(curves, c, before + name_without_unit(name), 1));
  }
}

void add_motions(const StoredCurves& curves, const std::string& before,
                 std::vector<SheetPlot>& plots) {
  for (const CurveKind& kind : k_motions) {
    for (std::size_t c = 1; c < curves.names.size(); ++c) {
      const std::string& name = curves.names[c];
      const std::size_t at = name.find(kind.ends);
      if (at == std::string::npos || curves.values[c].empty()) continue;
      const bool is_place = &kind == k_motions;
      const std::string axis = name.substr(at + std::string(kind.ends).size(), 1);
      plot_titled(plots, kind.title, "time [s]")
          .lines.push_back(line_of(curves, c, before + name.substr(0, at) + " " + axis, kind.factor,
                                   is_place ? curves.values[c].front() : 0));
    }
  }
}

void add_contacts(const StoredCurves& curves, const std::string& before,
                  std::vector<SheetPlot>& plots) {
  for (const CurveKind& kind : k_curves) {
    for (std::size_t c = 1; c < curves.names.size(); ++c) {
      const std::string& name = curves.names[c];
      if (!name.ends_with(kind.ends)) continue;
      const std::string owner = name.substr(0, name.size() - std::string(kind.ends).size());
      if (is_strand(curves, owner)) continue;
      SheetLine line = line_of(curves, c, before + owner, kind.factor);
      const bool is_nothing =
          std::ranges::all_of(line.points, [](const auto& point) { return point.second == 0; });
      if (!is_nothing) plot_titled(plots, kind.title, "time [s]").lines.push_back(std::move(line));
    }
  }
}

void add_strands(const StoredCurves& curves, const std::string& before,
                 std::vector<SheetPlot>& plots) {
  const std::string end = ".force [N]";
  std::vector<std::pair<std::string, SheetLine>> groups;
  for (std::size_t c = 1; c < curves.names.size(); ++c) {
    const std::string& name = curves.names[c];
    if (!name.ends_with(end)) continue;
    const std::string owner = name.substr(0, name.size() - end.size());
    if (!is_strand(curves, owner)) continue;
    const std::string group = strand_group(owner);
    SheetLine line = line_of(curves, c, before + group, 1);
    const auto found = std::ranges::find(groups, group, &std::pair<std::string, SheetLine>::first);
    if (found == groups.end()) {
      groups.emplace_back(group, std::move(line));
      continue;
    }
    auto& points = found->second.points;
    for (std::size_t i = 0; i < std::min(points.size(), line.points.size()); ++i)
      points[i].second += line.points[i].second;
  }
  for (auto& [group, line] : groups)
    plot_titled(plots, "Tension by group of strands [N]", "time [s]")
        .lines.push_back(std::move(line));
}

}  // namespace

std::string name_without_unit(const std::string& column) {
  return column.substr(0, column.rfind(" ["));
}

std::string unit_of(const std::string& column) {
  const std::size_t open = column.rfind('['), close = column.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) return "";
  return column.substr(open + 1, close - open - 1);
}

std::vector<SheetPlot> plots_of(const LabTable& table, const std::string& before) {
  for (std::size_t x = 0; x + 1 < table.columns.size(); ++x) {
    const std::vector<RowGroup> groups = groups_before(table, x);
    const auto is_curve = [&](const RowGroup& group) { return ascends(table, x, group); };
    if (groups.empty() || !std::ranges::all_of(groups, is_curve)) continue;
    if (lists_words(table, x + 1)) return {};
    std::vector<SheetPlot> plots;
    for (std::size_t y = x + 1; y < table.columns.size(); ++y) {
      const std::string& column = table.columns[y];
      SheetPlot& plot = plot_titled(
          plots, fmt::format("{}: {} [{}]", table.title, quantity_of(column), unit_of(column)),
          table.columns[x]);
      for (const RowGroup& group : groups) {
        std::string name = name_of_group(table, x, group);
        if (name.empty()) name = name_without_unit(column);
        SheetLine line{.name = before + name, .points = {}};
        for (std::size_t r = group.first; r < group.end; ++r)
          if (std::isfinite(table.rows[r][y].number))
            line.points.emplace_back(table.rows[r][x].number, table.rows[r][y].number);
        if (!line.points.empty()) plot.lines.push_back(std::move(line));
      }
    }
    std::erase_if(plots, [](const SheetPlot& plot) { return plot.lines.empty(); });
    return plots;
  }
  return {};
}

std::vector<SheetPlot> plots_of(const StoredCurves& curves, const std::string& before) {
  std::vector<SheetPlot> plots;
  add_readings(curves, before, plots);
  add_motions(curves, before, plots);
  add_contacts(curves, before, plots);
  add_strands(curves, before, plots);
  return plots;
}

std::vector<SheetPlot> beside(std::vector<SheetPlot> plots, std::vector<SheetPlot> others) {
  for (SheetPlot& other : others) {
    SheetPlot& plot = plot_titled(plots, other.title, other.x_label);
    for (SheetLine& line : other.lines) plot.lines.push_back(std::move(line));
  }
  return plots;
}

}  // namespace condyle

#include "analyze/analysis_plots.h"

#include <functional>
#include <map>

namespace condyle {
namespace {

using Eigen::Vector3d;

/// A line over time with one value for each row of a table.
SheetLine line_over_time(const std::string& name, const opensim::MotionTable& table,
                         const std::function<double(int)>& value) {
  SheetLine line{name, {}};
  for (int row = 0; row < table.rows(); ++row) {
    line.points.emplace_back(table.times[row], value(row));
  }
  return line;
}

void add_contact_plots(const opensim::OsimModel& model, const opensim::MotionTable& table,
                       std::vector<SheetPlot>& plots) {
  SheetPlot force{"Contact force [N]", "time [s]", {}},
      pressure{"Peak pressure [MPa]", "time [s]", {}}, area{"Contact area [mm2]", "time [s]", {}},
      depth{"Greatest depth [mm]", "time [s]", {}};
  for (const opensim::OsimContact& contact : model.contacts) {
    const auto column = [&](const char* quantity) {
      return *table.column(contact.name + ".casting.total." + quantity);
    };
    const int fx = column("contact_force_x");
    force.lines.push_back(line_over_time(contact.name, table, [&](int row) {
      return Vector3d(table.at(row, fx), table.at(row, fx + 1), table.at(row, fx + 2)).norm();
    }));
    const auto add = [&](SheetPlot& plot, const char* quantity, double factor) {
      const int c = column(quantity);
      plot.lines.push_back(
          line_over_time(contact.name, table, [&](int row) { return factor * table.at(row, c); }));
    };
    add(pressure, "max_pressure", 1e-6);
    add(area, "contact_area", 1e6);
    add(depth, "max_proximity", 1e3);
  }
  plots.insert(plots.end(), {force, pressure, area, depth});
}

void add_strand_plots(const opensim::OsimModel& model, const opensim::MotionTable& table,
                      std::vector<SheetPlot>& plots) {
  SheetPlot tension{"Sum of tensions by group [N]", "time [s]", {}},
      strain{"Mean strain by group [%]", "time [s]", {}};
  std::vector<std::string> groups;
  std::map<std::string, std::vector<std::string>> members;
  for (const opensim::OsimLigament& ligament : model.ligaments) {
    const std::string group = strand_group(ligament.strand.name);
    if (!members.contains(group)) groups.push_back(group);
    members[group].push_back(ligament.strand.name);
  }
  for (const std::string& group : groups) {
    std::vector<int> force_columns, strain_columns;
    for (const std::string& name : members[group]) {
      force_columns.push_back(*table.column(name + ".force_total"));
      strain_columns.push_back(*table.column(name + ".strain"));
    }
    const auto sum = [&](const std::vector<int>& columns, int row) {
      double total = 0;
      for (const int column : columns) total += table.at(row, column);
      return total;
    };
    tension.lines.push_back(
        line_over_time(group, table, [&](int row) { return sum(force_columns, row); }));
    const double percent = 100.0 / static_cast<double>(strain_columns.size());
    strain.lines.push_back(
        line_over_time(group, table, [&](int row) { return percent * sum(strain_columns, row); }));
  }
  plots.insert(plots.end(), {tension, strain});
}

}  // namespace

std::string strand_group(const std::string& name) {
  const std::size_t last = name.find_last_not_of("0123456789_");
  return last == std::string::npos ? name : name.substr(0, last + 1);
}

std::vector<SheetPlot> make_plots(const opensim::OsimModel& model, const AnalysisResult& result) {
  std::vector<SheetPlot> plots;
  if (!result.contact.labels.empty()) add_contact_plots(model, result.contact, plots);
  if (!model.ligaments.empty()) add_strand_plots(model, result.ligaments, plots);
  return plots;
}

}  // namespace condyle

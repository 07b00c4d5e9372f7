#include "bench/growth_plot.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <functional>

#include "bench/svg_chart.h"
#include "condyle/error.h"

namespace condyle::bench {
namespace {

constexpr std::pair<const char*, const char*> k_systems[] = {{"embree", "#888888"},
                                                             {"condyle", "#1f6feb"},
                                                             {"condyle find", "#7fb2ff"},
                                                             {"floor", "#2a9d5c"}};

constexpr std::pair<const char*, const char*> k_elastic[] = {
    {"factor", "#888888"}, {"clusters", "#1f6feb"}, {"whole evaluation", "#2a9d5c"}};

Chart chart_of(const std::string& series, const std::string& title,
               const std::vector<CaseReport>& reports) {
  Chart chart{title, "triangles of each mesh", "microseconds per step", {}};
  for (const auto& [name, color] : k_systems) {
    ChartLine line{name, color, {}};
    for (const CaseReport& report : reports) {
      const Measurement* m = report.find(name);
      if (m && report.name.starts_with(series)) line.points.push_back({report.size, m->median_us});
    }
    chart.lines.push_back(std::move(line));
  }
  return chart;
}

Chart elastic_chart(const std::string& title, const std::string& y_label,
                    const std::vector<CaseReport>& reports,
                    const std::function<double(const Measurement&)>& value) {
  Chart chart{title, "nodes that press", y_label, {}};
  for (const auto& [name, color] : k_elastic) {
    ChartLine line{name, color, {}};
    for (const CaseReport& report : reports) {
      const Measurement* m = report.find(name);
      if (!m || !report.name.starts_with("elastic_growth") || std::isnan(value(*m))) continue;
      line.points.push_back({report.size, value(*m)});
    }
    if (!line.points.empty()) chart.lines.push_back(std::move(line));
  }
  return chart;
}

/// Writes the charts that have points. Returns whether any has.
bool write(const std::filesystem::path& file, std::vector<Chart> charts) {
  std::erase_if(charts, [](const Chart& chart) {
    return chart.lines.empty() || chart.lines.front().points.empty();
  });
  if (charts.empty()) return false;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream out(file);
  out << to_svg(charts);
  if (!out) throw InputError(fmt::format("{}: cannot be written", file.string()));
  return true;
}

}  // namespace

void write_growth_plot(const std::filesystem::path& folder,
                       const std::vector<CaseReport>& reports) {
  const bool has_growth = write(folder / "growth.svg",
                                {chart_of("growth_same_pose", "at the same pose", reports),
                                 chart_of("growth_same_count", "at about 60 contacts", reports)});
  const bool has_elastic =
      write(folder / "elastic-growth.svg",
            {elastic_chart("time", "milliseconds", reports,
                           [](const Measurement& m) { return 1e-3 * m.median_us; }),
             elastic_chart("memory", "megabytes", reports,
                           [](const Measurement& m) { return m.megabytes; })});
  if (!has_growth && !has_elastic)
    throw InputError("a plot needs the cases growth or elastic_growth: leave out --case");
}

}  // namespace condyle::bench

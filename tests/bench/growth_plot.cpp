#include "bench/growth_plot.h"

#include <fmt/format.h>

#include <fstream>

#include "bench/svg_chart.h"
#include "condyle/error.h"

namespace condyle::bench {
namespace {

constexpr std::pair<const char*, const char*> k_systems[] = {{"embree", "#888888"},
                                                             {"condyle", "#1f6feb"},
                                                             {"condyle find", "#7fb2ff"},
                                                             {"floor", "#2a9d5c"}};

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

bool has_points(const Chart& chart) { return !chart.lines.front().points.empty(); }

}  // namespace

void write_growth_plot(const std::filesystem::path& folder,
                       const std::vector<CaseReport>& reports) {
  std::vector<Chart> charts = {chart_of("growth_same_pose", "at the same pose", reports),
                               chart_of("growth_same_count", "at about 60 contacts", reports)};
  std::erase_if(charts, [](const Chart& chart) { return !has_points(chart); });
  if (charts.empty()) throw InputError("a plot needs the cases growth: leave out --case");

  std::filesystem::create_directories(folder);
  const std::filesystem::path file = folder / "growth.svg";
  std::ofstream out(file);
  out << to_svg(charts);
  if (!out) throw InputError(fmt::format("{}: can not be written", file.string()));
}

}  // namespace condyle::bench

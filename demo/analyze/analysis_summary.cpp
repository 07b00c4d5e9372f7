#include "analyze/analysis_summary.h"

#include <nlohmann/json.hpp>

namespace condyle {
namespace {

using json = nlohmann::ordered_json;

json extremes_of(const MotionTable& table, int column) {
  int least = 0, most = 0;
  double sum = 0;
  for (int row = 0; row < table.rows(); ++row) {
    if (table.at(row, column) < table.at(least, column)) least = row;
    if (table.at(row, column) > table.at(most, column)) most = row;
    sum += table.at(row, column);
  }
  return {{"min", table.at(least, column)},
          {"min_time [s]", table.times[least]},
          {"max", table.at(most, column)},
          {"max_time [s]", table.times[most]},
          {"mean", sum / table.rows()}};
}

json extremes_of(const MotionTable& table) {
  json all = json::object();
  for (int column = 0; column < table.columns(); ++column) {
    all[table.labels[column]] = extremes_of(table, column);
  }
  return all;
}

json lines_of(const ModelReport& report) {
  json lines = json::array();
  for (const ModelReport::Line& line : report.lines) {
    lines.push_back(
        {{"what", line.what}, {"count", line.count}, {"consequence", line.consequence}});
  }
  return lines;
}

}  // namespace

std::string analysis_summary(const AnalysisInput& input, const AnalysisResult& result,
                             const ModelReport& report, const AnalysisTimes& times) {
  json summary = {{"model", input.model.name},
                  {"file", input.model.file.string()},
                  {"motion", input.motion.file.string()},
                  {"frames", input.rows.size()},
                  {"from [s]", result.kinematics.times.front()},
                  {"to [s]", result.kinematics.times.back()},
                  {"bodies", input.model.bodies.size() - 1},
                  {"contacts", input.surfaces.size()},
                  {"ligaments", input.model.ligaments.size() + input.model.curve_ligaments.size()},
                  {"not_taken_over", lines_of(report)},
                  {"wall_time [s]",
                   {{"reading", times.reading}, {"frames", times.frames}, {"total", times.total}}},
                  {"contact", extremes_of(result.contact)},
                  {"ligament", extremes_of(result.ligaments)}};
  return summary.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace condyle

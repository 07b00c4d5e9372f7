#include "analyze/analysis_summary.h"

#include <nlohmann/json.hpp>
#include <string>

#include "condyle/contact/contact_result.h"
#include "core/scene/src/json_text.h"

namespace condyle {
namespace {

using json = nlohmann::ordered_json;

/// Whether the value belongs to a centre that does not exist in this row, for example of a contact
/// without pressure.
bool is_of_no_centre(const opensim::MotionTable& table, int row, int column) {
  const std::string& label = table.labels[column];
  if (label.find(".center_of_") == std::string::npos) return false;
  const int first = column - (label.back() - 'x');
  const Eigen::Vector3d none = ContactStatistics{}.center_of_pressure;
  for (int axis = 0; axis < 3; ++axis) {
    if (table.at(row, first + axis) != none[axis]) return false;
  }
  return true;
}

json extremes_of(const opensim::MotionTable& table, int column) {
  int least = -1, most = -1, count = 0;
  double sum = 0;
  for (int row = 0; row < table.rows(); ++row) {
    if (is_of_no_centre(table, row, column)) continue;
    if (least < 0 || table.at(row, column) < table.at(least, column)) least = row;
    if (most < 0 || table.at(row, column) > table.at(most, column)) most = row;
    sum += table.at(row, column);
    ++count;
  }
  if (count == 0) {
    return {{"min", nullptr},
            {"min_time [s]", nullptr},
            {"max", nullptr},
            {"max_time [s]", nullptr},
            {"mean", nullptr}};
  }
  return {{"min", table.at(least, column)},
          {"min_time [s]", table.times[least]},
          {"max", table.at(most, column)},
          {"max_time [s]", table.times[most]},
          {"mean", sum / count}};
}

json extremes_of(const opensim::MotionTable& table) {
  json all = json::object();
  for (int column = 0; column < table.columns(); ++column) {
    all[table.labels[column]] = extremes_of(table, column);
  }
  return all;
}

json lines_of(const opensim::ModelReport& report) {
  json lines = json::array();
  for (const opensim::ModelReport::Line& line : report.lines) {
    lines.push_back(
        {{"what", line.what}, {"count", line.count}, {"consequence", line.consequence}});
  }
  return lines;
}

/// The law of each contact.
json formulations_of(const opensim::OsimModel& model) {
  json laws = json::object();
  for (const opensim::OsimContact& contact : model.contacts)
    laws[contact.name] = word_of(contact.settings.formulation);
  return laws;
}

}  // namespace

std::string analysis_summary(const AnalysisInput& input, const AnalysisResult& result,
                             const opensim::ModelReport& report, const AnalysisTimes& times) {
  json summary = {{"model", input.model.name},
                  {"file", input.model.file.string()},
                  {"motion", input.motion.file.string()},
                  {"frames", input.rows.size()},
                  {"from [s]", result.kinematics.times.front()},
                  {"to [s]", result.kinematics.times.back()},
                  {"bodies", input.model.bodies.size() - 1},
                  {"contacts", input.surfaces.size()},
                  {"formulations", formulations_of(input.model)},
                  {"force_direction", word_of(force_direction_of(input.model))},
                  {"ligaments", input.model.ligaments.size() + input.model.curve_ligaments.size()},
                  {"not_taken_over", lines_of(report)},
                  {"wall_time [s]",
                   {{"reading", times.reading}, {"frames", times.frames}, {"total", times.total}}},
                  {"contact", extremes_of(result.contact)},
                  {"ligament", extremes_of(result.ligaments)}};
  return scene::json_text(summary) + "\n";
}

}  // namespace condyle

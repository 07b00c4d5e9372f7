#include "simulate/summary.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/run_origin.h"
#include "core/scene/src/json_text.h"

namespace condyle {
namespace {

using json = nlohmann::ordered_json;

json number_or_null(double x) { return std::isfinite(x) ? json(x) : json(nullptr); }

json stage_means(const StageTimes& sum, double steps) {
  return {{"gather", sum.gather / steps},
          {"find", sum.find / steps},
          {"solve", sum.solve / steps},
          {"publish", sum.publish / steps}};
}

json timing_table(const std::vector<StageTiming>& timings) {
  json table = json::object();
  for (const StageTiming& timing : timings) {
    table[timing.name] = {{"mean [s]", timing.mean},
                          {"median [s]", timing.median},
                          {"most [s]", timing.largest},
                          {"share", timing.share}};
  }
  return table;
}

/// How the steps were solved, and the imbalance that was left.
json convergence_of(const StepTotals& totals) {
  const double steps = std::max(1.0, static_cast<double>(totals.steps));
  const auto over_steps = [&](long sum, int most) {
    return json{{"mean", static_cast<double>(sum) / steps}, {"most", most}};
  };
  json worst = {{"part_of_momentum", totals.residual},
                {"time [s]", totals.residual > 0 ? json(totals.time) : json(nullptr)},
                {"pair", totals.where}};
  return {{"steps", totals.steps},
          {"steps_divided", totals.divided_steps},
          {"steps_out_of_balance", totals.steps_out_of_balance},
          {"out_of_balance_above", StepReport::k_balance},
          {"substeps", over_steps(totals.substeps, totals.most_substeps)},
          {"passes", over_steps(totals.passes, totals.most_passes)},
          {"searches", {{"mean", static_cast<double>(totals.searches) / steps}}},
          {"restarts", totals.restarts},
          {"worst_residual", std::move(worst)},
          {"worst_search_residual", totals.search_residual}};
}

/// Where energy came from and went to during the run.
json energy_of(const EnergyLedger& energy) {
  return {{"start [J]", energy.start},
          {"stored",
           {{"kinetic [J]", energy.kinetic},
            {"elastic [J]", energy.elastic},
            {"ligaments [J]", energy.ligaments}}},
          {"added",
           {{"external [J]", energy.external},
            {"by_joints [J]", energy.by_joints},
            {"by_moved [J]", energy.by_moved},
            {"by_user [J]", energy.by_user}}},
          {"dissipated",
           {{"damping [J]", energy.damping},
            {"friction [J]", energy.friction},
            {"ligament_damping [J]", energy.ligament_damping},
            {"drag [J]", energy.drag},
            {"engine_contacts [J]", energy.engine_contacts}}},
          {"numbers [J]", energy.numbers}};
}

json finding_list(const std::vector<Finding>& findings) {
  json list = json::array();
  for (const Finding& finding : findings) {
    json entry = {{"kind", finding.kind}, {"place", finding.place}, {"text", finding.text}};
    for (const auto& [name, value] : finding.numbers) entry[name] = value;
    list.push_back(std::move(entry));
  }
  return list;
}

json figure_table(const HistoryFile& history, const std::vector<Figure>& last) {
  json table = json::object();
  for (std::size_t i = 0; i < history.names().size(); ++i) {
    const Extremes& extremes = history.extremes()[i];
    const bool known = extremes.count > 0;
    const double latest = last[i].exists ? last[i].value : std::nan("");
    table[history.names()[i]] = {{"last", number_or_null(latest)},
                                 {"min", known ? json(extremes.min) : json(nullptr)},
                                 {"max", known ? json(extremes.max) : json(nullptr)},
                                 {"mean", known ? json(extremes.mean) : json(nullptr)}};
  }
  return table;
}

}  // namespace

std::string summary_text(const SceneWorld& world, const HistoryFile& history,
                         const std::vector<Figure>& last, const RunRecord& run) {
  const double steps = std::max(1.0, static_cast<double>(world.step_count()));
  json summary = {{"scene", world.scene().name},
                  {"file", world.scene().file.string()},
                  {"engine", word_of(world.engine())},
                  {"completed", run.error.empty()}};
  if (const RunOrigin& origin = run_origin(); !origin.program.empty())
    summary["origin"] = {
        {"program", origin.program}, {"command", origin.command}, {"folder", origin.folder}};
  if (!run.error.empty()) summary["error"] = run.error;
  summary["simulated_time [s]"] = world.time();
  if (world.scene().settle) {
    summary["settling"] = {{"at_rest", world.settling().is_at_rest},
                           {"time [s]", world.settling().time},
                           {"largest_speed [m/s]", world.settling().speed},
                           {"convergence", convergence_of(world.settling_totals())}};
  }
  summary["rate [Hz]"] = run.rate;
  summary["steps"] = world.step_count();
  summary["wall_time [s]"] = run.wall_time;
  summary["real_time_factor"] =
      run.wall_time > 0 ? json(world.time() / run.wall_time) : json(nullptr);
  summary["wall_time_per_step [s]"] = run.wall_time / steps;
  summary["plugin_time_per_step [s]"] = stage_means(run.stages, steps);
  summary["convergence"] = convergence_of(world.step_totals());
  if (world.keeps_energy()) summary["energy"] = energy_of(world.energy());
  if (!run.timings.empty()) summary["timings"] = timing_table(run.timings);
  if (!run.picture.empty()) summary["no_picture_because"] = run.picture;
  summary["findings"] = finding_list(run.findings);
  summary["figures"] = figure_table(history, last);
  return scene::json_text(summary) + "\n";
}

}  // namespace condyle

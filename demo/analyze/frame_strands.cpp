#include "analyze/frame_strands.h"

#include <algorithm>
#include <array>

#include "analyze/result_columns.h"
#include "condyle/model/osim_path_tracer.h"

namespace condyle {

FrameStrands::FrameStrands(const OsimModel& model) : model_(&model) {
  const auto count = [&](const OsimPath& path) {
    if (path.wraps.empty()) return;
    report_.add("path of a ligament with wrap objects", "taken straight from point to point");
  };
  for (const OsimLigament& ligament : model.ligaments) count(ligament.path);
  for (const OsimCurveLigament& ligament : model.curve_ligaments) count(ligament.path);
}

std::vector<std::string> FrameStrands::labels() const {
  std::vector<std::string> all;
  const auto append = [&](const std::vector<std::string>& labels) {
    all.insert(all.end(), labels.begin(), labels.end());
  };
  for (const OsimLigament& ligament : model_->ligaments) {
    append(ligament_labels(ligament.strand.name));
  }
  for (const OsimCurveLigament& ligament : model_->curve_ligaments) {
    append(curve_ligament_labels(ligament.name));
  }
  return all;
}

void FrameStrands::evaluate(const OsimState& state, const OsimBodies& bodies,
                            std::vector<double>& row) {
  for (const OsimLigament& ligament : model_->ligaments) {
    const OsimPathLength path = trace_straight(*model_, ligament.path, state, bodies);
    append_ligament(condyle::evaluate(ligament.strand, path.length, path.lengthening_speed),
                    path.length, path.lengthening_speed, row);
  }
  for (const OsimCurveLigament& ligament : model_->curve_ligaments) {
    const OsimPathLength path = trace_straight(*model_, ligament.path, state, bodies);
    const double stretch = path.length / ligament.resting_length;
    const double tension = ligament.pcsa_force * ligament.curve.value(std::array{stretch});
    row.insert(row.end(), {std::max(0.0, tension), path.length, path.lengthening_speed});
  }
}

}  // namespace condyle

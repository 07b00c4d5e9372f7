#include "core/opensim/src/osim_moment_arms.h"

#include <algorithm>

#include "core/opensim/src/osim_joint.h"

namespace condyle::opensim {

CoordinateMotions::CoordinateMotions(const OsimModel& model, const OsimKinematics& kinematics)
    : model_(&model),
      kinematics_(&kinematics),
      states_(model.coordinates.size()),
      bodies_(model.coordinates.size()) {}

void CoordinateMotions::set(const OsimState& state) {
  for (std::size_t c = 0; c < states_.size(); ++c) {
    if (kinematics_->is_driven(static_cast<int>(c))) continue;
    states_[c] = state;
    std::ranges::fill(states_[c].u, 0.0);
    states_[c].u[c] = 1;
    kinematics_->apply_couplers(states_[c]);
    for (const OsimJoint& joint : model_->joints) speeds_from_rates(joint, states_[c]);
    kinematics_->evaluate(states_[c], bodies_[c]);
  }
}

double CoordinateMotions::moment_arm(int coordinate, const OsimPathTracer& tracer) const {
  if (kinematics_->is_driven(coordinate)) return 0;
  const auto c = static_cast<std::size_t>(coordinate);
  return -tracer.lengthening_speed(states_[c], bodies_[c]);
}

std::vector<double> moment_arms(const OsimModel& model, const OsimKinematics& kinematics,
                                const OsimState& state) {
  OsimBodies bodies;
  kinematics.evaluate(state, bodies);
  CoordinateMotions motions(model, kinematics);
  motions.set(state);
  ModelReport ignored;
  std::vector<double> arms;
  const auto append = [&](const OsimPath& path, const std::string& name) {
    OsimPathTracer tracer(model, path, model.file.string() + ": " + name, ignored);
    tracer.trace(state, bodies);
    for (std::size_t c = 0; c < model.coordinates.size(); ++c)
      arms.push_back(motions.moment_arm(static_cast<int>(c), tracer));
  };
  for (const OsimLigament& ligament : model.ligaments) append(ligament.path, ligament.strand.name);
  for (const OsimCurveLigament& ligament : model.curve_ligaments)
    append(ligament.path, ligament.name);
  return arms;
}

}  // namespace condyle::opensim

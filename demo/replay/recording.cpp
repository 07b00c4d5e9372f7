#include "replay/recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "core/opensim/src/osim_roles.h"

namespace condyle {
namespace {

constexpr int k_most_marks = 256;  // a mark takes about 100 kB for a knee with 150 strands

opensim::OsimModel usable_model(const RecordingInput& input) {
  const opensim::OsimModel model = opensim::read_osim(input.model);
  return without_unusable_contacts(model, geometry_folders(model, input.geometry));
}

}  // namespace

Recording::Recording(const RecordingInput& input,
                     const std::function<void(double, double)>& progress)
    : model(usable_model(input)),
      motion(opensim::read_motion_table(input.motion)),
      kinematics(model),
      states(model, kinematics, motion, input.missing_default),
      curve(kinematics, motion, states),
      report(model.report) {
  if (model.contacts.empty() && model.ligaments.empty()) {
    throw InputError(fmt::format(
        "{}: has neither a contact nor a ligament that a replay could show; give a model with one",
        model.file.string()));
  }
  report.add(kinematics.report());
  report.add(states.report());
  read_meshes(input.geometry);
  find_angle();
  follow_strands(progress);
}

void Recording::read_meshes(const std::string& geometry) {
  const std::vector<std::filesystem::path> folders = geometry_folders(model, geometry);
  surfaces = make_surfaces(model, folders, report);
  const std::vector<opensim::OsimRole> roles = body_roles(model);
  for (const opensim::OsimMesh& mesh : model.meshes) {
    const int body = model.frames[mesh.frame].body;
    if (!roles[body].takes_part) continue;
    try {
      const auto file = find_geometry(mesh.file, folders, model.file, report);
      meshes.push_back({mesh.name, mesh.frame,
                        std::make_shared<const TriangleMesh>(
                            scaled(mesh::read_mesh(file, mesh::LengthUnit::metre), mesh.scale))});
    } catch (const InputError&) {
      report.add("mesh for display whose file is missing or unreadable", "it is not shown");
    }
  }
}

void Recording::find_angle() {
  std::vector<double> least, most;
  opensim::OsimState state;
  for (int frame = 0; frame < frames(); ++frame) {
    states.state_at(frame, state);
    if (frame == 0) least = most = state.q;
    for (std::size_t c = 0; c < state.q.size(); ++c) {
      least[c] = std::min(least[c], state.q[c]);
      most[c] = std::max(most[c], state.q[c]);
    }
  }
  double largest = 0;
  for (std::size_t c = 0; c < model.coordinates.size(); ++c) {
    const bool turns = model.coordinates[c].motion == opensim::OsimMotion::rotational;
    if (!turns || kinematics.is_driven(static_cast<int>(c)) || most[c] - least[c] <= largest)
      continue;
    largest = most[c] - least[c];
    angle = static_cast<int>(c);
  }
}

void Recording::follow_strands(const std::function<void(double, double)>& progress) {
  FrameStrands strands(model);
  opensim::OsimState state;
  opensim::OsimBodies bodies;
  stride_ = (frames() + k_most_marks - 1) / k_most_marks;
  for (int frame = 0; frame < frames(); ++frame) {
    if (frame % stride_ == 0) marks_.push_back({frame, strands.memory()});
    states.state_at(frame, state);
    kinematics.evaluate(state, bodies);
    if (frame == 0) first_poses = bodies;
    strands.trace(state, bodies);
    if (progress) progress(time_of(frame) - first_time(), last_time() - first_time());
  }
  report.add(strands.report());
  for (std::size_t i = 0; i < model.curve_ligaments.size(); ++i) {
    report.add("Ligament", "it is not shown; condyle analyze computes its force");
  }
}

}  // namespace condyle

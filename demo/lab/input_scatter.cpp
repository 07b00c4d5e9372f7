#include "lab/input_scatter.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <functional>
#include <utility>

#include "base/long_work.h"
#include "engine/made_meshes.h"
#include "lab/contact_figures.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

constexpr double k_part = 0.1;                                      // of moduli and of loads
constexpr double k_placed_by = 0.5e-3, k_turned_by = k_lab_degree;  // [m], [rad]

/// An input that is changed by its amount, in the sense of `sign`: 1 or -1.
struct VariedInput {
  std::string name;
  double InputScatter::Parts::*part;
  std::function<scene::Scene(const scene::Scene&, const TestedJoint&, int sign)> change;
};

void scale_modulus(scene::Scene& scene, const scene::MeshName& name, double factor) {
  for (scene::SceneBody& body : scene.bodies)
    for (scene::SceneMesh& mesh : body.meshes)
      if (body.name == name.body && mesh.name == name.mesh) mesh.layer->elastic_modulus *= factor;
}

scene::Scene with_moduli(scene::Scene scene, const TestedJoint& joint, int sign) {
  const scene::SceneContact& contact = scene.contacts[joint.contact];
  for (const scene::MeshName& name : {contact.casting, contact.target})
    scale_modulus(scene, name, 1 + sign * k_part);
  return scene;
}

scene::Scene with_loads(scene::Scene scene, int sign) {
  for (scene::SceneLoad& load : scene.loads) {
    load.force *= 1 + sign * k_part;
    load.moment *= 1 + sign * k_part;
  }
  return scene;
}

std::vector<VariedInput> varied_inputs() {
  using Parts = InputScatter::Parts;
  std::vector<VariedInput> inputs = {
      {"moduli", &Parts::moduli,
       [](const scene::Scene& s, const TestedJoint& j, int sign) {
         return with_moduli(s, j, sign);
       }},
      {"loads", &Parts::loads,
       [](const scene::Scene& s, const TestedJoint&, int sign) { return with_loads(s, sign); }}};
  const auto place = [&](std::string name, const Eigen::Vector3d& turn,
                         const Eigen::Vector3d& shift) {
    inputs.push_back({std::move(name), &Parts::placement,
                      [turn, shift](const scene::Scene& s, const TestedJoint& j, int sign) {
                        return misaligned(s, j, {{}, sign * turn, sign * shift});
                      }});
  };
  const Eigen::Vector3d none = Eigen::Vector3d::Zero();
  place("shift along x", none, k_placed_by * Eigen::Vector3d::UnitX());
  place("shift along z", none, k_placed_by * Eigen::Vector3d::UnitZ());
  place("turn about x", k_turned_by * Eigen::Vector3d::UnitX(), none);
  place("turn about y", k_turned_by * Eigen::Vector3d::UnitY(), none);
  place("turn about z", k_turned_by * Eigen::Vector3d::UnitZ(), none);
  return inputs;
}

double value_of(const ContactFigures& figures, ScatteredFigure which) {
  switch (which) {
    case ScatteredFigure::area:
      return figures.area;
    case ScatteredFigure::mean:
      return figures.mean;
    case ScatteredFigure::peak:
      break;
  }
  return figures.peak;
}

}  // namespace

const char* const k_varied_inputs =
    "elastic moduli of both layers by 10 %, all loads by 10 %, and the placement of one part by "
    "0.5 "
    "mm along x and z and by 1 degree about x, y and z of its body";

double InputScatter::Parts::all() const {
  return std::sqrt(moduli * moduli + loads * loads + placement * placement);
}

InputScatter scatter_of_inputs(const scene::Scene& scene, const std::vector<double>& angles) {
  const TestedJoint joint = find_tested_joint(scene);
  InputScatter scatter{.angles = contact_test_angles(scene, joint, angles), .of = {}, .notes = {}};
  const std::vector<StillPoint> points = points_at(joint.start, scatter.angles);
  const scene::Scene still = still_scene(scene, joint, points);
  for (auto& parts : scatter.of) parts.resize(scatter.angles.size());

  MadeMeshes meshes;
  const auto run = [&](const scene::Scene& changed, const std::string& name) {
    const WorkPart part("scatter, " + name);
    std::vector<std::string> failed;
    auto figures = contact_figures_at(changed, joint, points, nullptr, failed, meshes);
    for (const std::string& why : failed) scatter.notes.push_back(name + ": " + why);
    return figures;
  };
  const std::vector<ContactFigures> nominal = run(still, "as in the scene");
  for (const VariedInput& input : varied_inputs()) {
    for (const int sign : {1, -1}) {
      const auto figures =
          run(input.change(still, joint, sign), input.name + (sign > 0 ? ", more" : ", less"));
      for (const ScatteredFigure which : k_scattered_figures) {
        for (std::size_t i = 0; i < figures.size(); ++i) {
          const double change = value_of(figures[i], which) - value_of(nominal[i], which);
          scatter.of[static_cast<std::size_t>(which)][i].*input.part += change * change / 2;
        }
      }
    }
  }
  for (auto& parts : scatter.of)
    for (InputScatter::Parts& one : parts)
      one = {std::sqrt(one.moduli) / 2, std::sqrt(one.loads) / 2, std::sqrt(one.placement) / 2};
  return scatter;
}

LabTable scatter_table(const InputScatter& scatter) {
  constexpr std::array<const char*, k_scattered_figures.size()> k_names = {
      "area [mm^2]", "mean pressure [MPa]", "peak pressure [MPa]"};
  constexpr std::array<double, k_scattered_figures.size()> k_units = {1e-6, 1e6, 1e6};
  LabTable table{"input_scatter", "Standard deviations by uncertain inputs", {"angle [deg]"}, {}};
  for (const char* name : k_names) {
    table.columns.push_back(fmt::format("{}: moduli", name));
    for (const char* part : {"loads", "placement", "all"}) table.columns.emplace_back(part);
  }
  for (std::size_t i = 0; i < scatter.angles.size(); ++i) {
    std::vector<LabCell>& row = table.rows.emplace_back();
    row.emplace_back(scatter.angles[i] / k_lab_degree);
    for (const ScatteredFigure which : k_scattered_figures) {
      const InputScatter::Parts& parts = scatter.of_figure(which)[i];
      const double unit = k_units[static_cast<std::size_t>(which)];
      for (const double value : {parts.moduli, parts.loads, parts.placement, parts.all()})
        row.emplace_back(value / unit);
    }
  }
  return table;
}

}  // namespace condyle

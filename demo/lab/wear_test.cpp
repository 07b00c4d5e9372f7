#include "lab/wear_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/long_work.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "engine/built_scene.h"
#include "lab/sliding_map.h"
#include "lab/worn_mesh.h"

namespace condyle {
namespace {

constexpr double k_deepest_block = 0.25;  // of the layer's thickness, of what one block wears off

/// The mesh that wears: the casting side of the joint's contact.
scene::SceneMesh& worn_side(scene::Scene& scene, const TestedJoint& joint) {
  const scene::MeshName& name = scene.contacts[joint.contact].casting;
  scene::SceneBody& body = scene.bodies[body_index(scene, name.body)];
  return body.meshes[mesh_index(body, name.mesh)];
}

/// Gives the body that wears its mass as such, if it follows from a density and the unworn mesh.
void fix_mass(scene::Scene& scene, const TestedJoint& joint) {
  const int worn = body_index(scene, scene.contacts[joint.contact].casting.body);
  scene::SceneBody& body = scene.bodies[worn];
  if (!(body.density > 0)) return;
  const scene::BodyMass mass = build_bodies(scene)[worn].mass;
  body.mass = mass.mass;
  body.p_BoBcm = mass.p_BoBcm;
  body.I_BBcm = mass.I_BBcm;
  body.density = 0;
}

void require_wearable(const scene::Scene& scene, const scene::SceneMesh& mesh) {
  if (soft_block(mesh) != nullptr)
    throw InputError(
        fmt::format("{}: mesh '{}': a soft block does not wear", scene.name, mesh.name));
  if (!mesh.compliance.empty())
    throw InputError(
        fmt::format("{}: mesh '{}': its compliance file is of the unworn part; leave it out",
                    scene.name, mesh.name));
}

/// Gives the mesh these triangles.
void put_mesh(scene::SceneMesh& into, const TriangleMesh& triangles) {
  auto mesh = std::make_shared<const TriangleMesh>(triangles);
  into.source = scene::MeshOfModel{
      .mesh = mesh,
      .surface = std::make_shared<const ContactSurface>(*mesh, *into.layer, into.name)};
}

/// A cycle on a surface as it is.
struct WornCycle {
  std::vector<double> depth;       ///< worn off each triangle by one repetition [m]
  double volume = 0;               ///< [m^3]
  double peak = 0, sliding = 0;    ///< [Pa], [m] below the centre of pressure
  double pressed_in = 0;           ///< the greatest depth of contact [m]
  std::vector<double> thickness;   ///< of the layer below each triangle [m]
  std::vector<std::string> notes;  ///< of the run
};

WornCycle wear_once(const scene::Scene& scene, const TestedJoint& joint, const WearTest& test) {
  SceneWorld world(gait_scene(scene, joint, test.gait.cycle), nullptr, EngineName::bullet);
  const ContactSurface& surface = *world.mesh(world.contacts()[joint.contact].casting).surface;
  SlidingMap map(surface);
  WornCycle worn;
  CycleMiss miss;
  const Pose& X_WB0 = scene.bodies[joint.body].X_WB;
  run_gait(world, test.gait.cycle, test.gait.run, [&](int i, double dt) {
    add_miss(miss, world.bodies()[joint.body].X_WB, X_WB0, test.gait.cycle, i * dt);
    const std::optional<ContactReport>& report = world.contacts()[joint.contact].report;
    if (!report || i == 0) return;
    const ContactResult& result = report->result();
    map.add(result, report->pair().casting(), dt);
    worn.pressed_in = std::max(worn.pressed_in, result.total.max_proximity);
    if (result.total.n_contacting > 0)
      worn.sliding += dt * sliding_of(result.total, result.V_TC_C).slip_velocity.norm();
  });
  const std::vector<double> cross =
      test.straight_share ? map.cross_shear() : std::vector<double>(map.work().size(), 0.5);
  const double straight = test.straight_share.value_or(1);
  worn.depth.resize(map.work().size());
  for (std::size_t t = 0; t < worn.depth.size(); ++t) {
    worn.depth[t] = test.coefficient * map.work()[t] * (straight + (1 - straight) * 2 * cross[t]);
    worn.volume += worn.depth[t] * surface.areas()[t];
  }
  worn.peak = *std::ranges::max_element(map.highest_pressure());
  for (std::size_t t = 0; t < worn.depth.size(); ++t)
    worn.thickness.push_back(surface.layer(static_cast<int>(t)).thickness);
  worn.notes = notes_of(test.gait.cycle, world, joint);
  for (std::string& note : notes_of(miss, test.gait.cycle)) worn.notes.push_back(std::move(note));
  return worn;
}

/// Refuses what no longer is a small change of the surface, or is all of the layer.
void require_shallow(const scene::Scene& scene, const WearTest& test, int block,
                     const std::vector<double>& in_block, const std::vector<double>& depth,
                     const std::vector<double>& thickness) {
  for (std::size_t t = 0; t < depth.size(); ++t) {
    if (in_block[t] > k_deepest_block * thickness[t])
      throw InputError(fmt::format(
          "{}: wear: block {} of {} wears off {:.3g} mm of a layer of {:.3g} mm, more than {:.0f} "
          "%: too much for one simulated cycle to stand for; ask for more updates or fewer cycles",
          scene.name, block + 1, test.updates, 1e3 * in_block[t], 1e3 * thickness[t],
          100 * k_deepest_block));
    if (depth[t] > thickness[t])
      throw InputError(fmt::format(
          "{}: wear: the layer of {:.3g} mm is worn through in block {} of {}, before {:.3g} "
          "cycles; ask for fewer cycles",
          scene.name, 1e3 * thickness[t], block + 1, test.updates,
          test.cycles / test.updates * (block + 1)));
  }
}

/// Area of the triangles that are worn by more than a hundredth of the deepest [m^2].
double worn_area(const TriangleMesh& mesh, const std::vector<double>& depth, double deepest) {
  double area = 0;
  for (std::size_t t = 0; t < depth.size(); ++t)
    if (depth[t] > deepest / 100) area += area_vector_doubled(mesh, static_cast<int>(t)).norm() / 2;
  return area;
}

}  // namespace

LabResult test_wear(const scene::Scene& given, const WearTest& test) {
  scene::Scene scene = with_chosen_sides(given);
  const TestedJoint joint = find_tested_joint(scene);
  scene::SceneMesh& side = worn_side(scene, joint);
  require_wearable(scene, side);
  fix_mass(scene, joint);
  TriangleMesh mesh = welded(make_mesh(side));
  std::vector<double> depth(mesh.triangles.size(), 0);

  LabResult result{"wear", scene.name, {}, {}};
  LabTable table{"wear",
                 fmt::format("Wear of '{}/{}'", scene.contacts[joint.contact].casting.body,
                             scene.contacts[joint.contact].casting.mesh),
                 {"cycles", "volume [mm^3]", "rate [mm^3/million]", "greatest depth [mm]",
                  "worn area [mm^2]", "peak pressure [MPa]", "sliding distance [mm]"},
                 {}};
  const double per_block = test.cycles / test.updates;
  double volume = 0;
  for (int block = 0; block < test.updates; ++block) {
    put_mesh(side, mesh);
    const WorkPart part(fmt::format("wear, block {} of {}", block + 1, test.updates));
    const WornCycle once = wear_once(scene, joint, test);
    std::vector<double> in_block(depth.size());
    for (std::size_t t = 0; t < depth.size(); ++t) {
      in_block[t] = per_block * once.depth[t];
      depth[t] += in_block[t];
    }
    require_shallow(scene, test, block, in_block, depth, once.thickness);
    if (block == 0) result.notes = once.notes;
    const double most = *std::ranges::max_element(in_block);
    if (block == 0 && most > once.pressed_in)
      result.notes.push_back(fmt::format(
          "A block wears off {:.3g} mm where contact is {:.3g} mm deep, so that the next one "
          "touches "
          "elsewhere: the map and the depths are too coarse; ask for more updates or fewer cycles.",
          1e3 * most, 1e3 * once.pressed_in));
    mesh = worn_mesh(mesh, in_block);
    volume += per_block * once.volume;
    const double deepest = *std::ranges::max_element(depth);
    table.rows.push_back({per_block * (block + 1), 1e9 * volume, 1e15 * once.volume, 1e3 * deepest,
                          1e6 * worn_area(mesh, depth, deepest), 1e-6 * once.peak,
                          1e3 * once.sliding});
  }
  result.notes.push_back(fmt::format(
      "Extrapolated: each of {} blocks of {:g} cycles wears as the one that is simulated with the "
      "surface of the block's beginning; then the surface is moved. k = {:g} mm^3/(N m){}.",
      test.updates, per_block, 1e9 * test.coefficient,
      test.straight_share ? fmt::format(", times {:g} to 1 by cross-shear", *test.straight_share)
                          : ""));
  result.tables = {std::move(table)};
  result.maps = {{"worn", mesh, {{"worn depth [m]", depth}}}};
  return result;
}

}  // namespace condyle

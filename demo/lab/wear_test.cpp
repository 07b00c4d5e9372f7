#include "lab/wear_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "engine/built_scene.h"
#include "lab/sliding_map.h"
#include "lab/worn_mesh.h"

namespace condyle {
namespace {

/// The mesh that wears: the casting side of the joint's contact.
scene::SceneMesh& worn_side(scene::Scene& scene, const TestedJoint& joint) {
  const scene::MeshName& name = scene.contacts[joint.contact].casting;
  scene::SceneBody& body = scene.bodies[body_index(scene, name.body)];
  return body.meshes[mesh_index(body, name.mesh)];
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
  std::vector<double> depth;     ///< worn off each triangle by one repetition [m]
  double volume = 0;             ///< [m^3]
  double peak = 0, sliding = 0;  ///< [Pa], [m] below the centre of pressure
};

WornCycle wear_once(const scene::Scene& scene, const TestedJoint& joint, const WearTest& test) {
  SceneWorld world(gait_scene(scene, joint, test.gait.cycle), nullptr, EngineName::bullet);
  const ContactSurface& surface = *world.mesh(world.contacts()[joint.contact].casting).surface;
  SlidingMap map(surface);
  WornCycle worn;
  run_gait(world, test.gait.cycle, test.gait.run, [&](int i, double dt) {
    const std::optional<ContactReport>& report = world.contacts()[joint.contact].report;
    if (!report || i == 0) return;
    const ContactResult& result = report->result();
    map.add(result, report->pair().casting(), dt);
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
  return worn;
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
  scene::Scene scene = given;
  const TestedJoint joint = find_tested_joint(scene);
  scene::SceneMesh& side = worn_side(scene, joint);
  require_wearable(scene, side);
  TriangleMesh mesh = welded(make_mesh(side));
  std::vector<double> depth(mesh.triangles.size(), 0);

  LabResult result{"wear", scene.name, notes_of(test.gait.cycle), {}};
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
    const WornCycle once = wear_once(scene, joint, test);
    std::vector<double> in_block(depth.size());
    for (std::size_t t = 0; t < depth.size(); ++t) {
      in_block[t] = per_block * once.depth[t];
      depth[t] += in_block[t];
    }
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

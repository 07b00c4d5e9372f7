#include "lab/contact_figures.h"

#include <Eigen/Geometry>
#include <cstddef>

#include "core/scene/src/scene_words.h"

namespace condyle {
namespace {

ContactFigures figures_of_contact(const SceneWorld& world, const scene::Scene& scene, int contact) {
  ContactFigures figures;
  const std::size_t regions = scene.contacts[contact].regions.size();
  figures.regions.resize(regions);
  const WorldContact& shown = world.contacts()[contact];
  if (!shown.report) return figures;
  const ContactResult& result = shown.report->result();
  const Eigen::Vector3d& total = result.total.contact_force;
  figures.force = total.norm();
  figures.area = result.total.contact_area;
  figures.mean = result.total.mean_pressure;
  figures.peak = result.total.max_pressure;
  const scene::SceneBody& body = scene.bodies[shown.casting.body];
  const Pose& X_BM = body.meshes[shown.casting.mesh].X_BM;
  for (std::size_t i = 0; i < regions; ++i) {
    // Every result has the regions of the axes first.
    const ContactStatistics& statistics =
        result.regions[scene::words::axis_regions.size() + i].statistics;
    ContactFigures::OfRegion& of = figures.regions[i];
    of.share = figures.force > 0 ? statistics.contact_force.dot(total) / total.squaredNorm()
                                 : ContactFigures::k_none;
    of.peak = statistics.max_pressure;
    if (statistics.n_contacting > 0) of.centre = X_BM * statistics.center_of_pressure;
  }
  return figures;
}

}  // namespace

scene::Scene misaligned(scene::Scene scene, const TestedJoint& joint, const Malalignment& by) {
  const scene::SceneContact& contact = scene.contacts[joint.contact];
  const std::string& tested = scene.bodies[joint.body].name;
  const scene::MeshName& moved = contact.casting.body == tested ? contact.target : contact.casting;
  Pose X = Pose::Identity();
  if (by.turn.norm() > 0)
    X.linear() = Eigen::AngleAxisd(by.turn.norm(), by.turn.normalized()).matrix();
  X.translation() = by.shift;
  for (scene::SceneBody& body : scene.bodies) {
    if (body.name != moved.body) continue;
    for (scene::SceneMesh& mesh : body.meshes) mesh.X_BM = X * mesh.X_BM;
  }
  return scene;
}

std::vector<ContactFigures> contact_figures_at(
    const scene::Scene& still, const TestedJoint& joint, const std::vector<StillPoint>& points,
    const std::function<void(double angle, const SceneWorld& world)>& see,
    std::vector<std::string>& failed, MadeMeshes& meshes) {
  std::vector<ContactFigures> figures;
  run_still(
      still, points,
      [&](const StillPoint& point, const SceneWorld* world) {
        if (world != nullptr && see) see(point.flexion, *world);
        ContactFigures none;
        none.regions.resize(still.contacts[joint.contact].regions.size());
        figures.push_back(world != nullptr ? figures_of_contact(*world, still, joint.contact)
                                           : none);
      },
      failed, meshes);
  return figures;
}

}  // namespace condyle

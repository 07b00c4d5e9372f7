#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "core/scene/src/scene_words.h"
#include "engine/made_meshes.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

constexpr double k_none = std::numeric_limits<double>::quiet_NaN();

/// The figures of a contact at one angle.
struct ContactFigures {
  double force = k_none, area = k_none, mean = k_none, peak = k_none;
  struct OfRegion {
    double share = k_none, peak = k_none;
    Eigen::Vector3d centre =
        Eigen::Vector3d::Constant(k_none);  ///< in the casting body's frame [m]
  };
  std::vector<OfRegion> regions;
};

ContactFigures figures_of_contact(const SceneWorld& world, const scene::Scene& scene, int contact) {
  ContactFigures figures;
  const std::size_t regions = scene.contacts[contact].regions.size();
  figures.regions.resize(regions);
  const WorldContact& shown = world.contacts()[contact];
  if (!shown.report) return figures;
  const ContactResult& result = shown.report->result();
  figures.force = result.total.contact_force.norm();
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
    of.share = figures.force > 0 ? statistics.contact_force.norm() / figures.force : k_none;
    of.peak = statistics.max_pressure;
    if (statistics.n_contacting > 0) of.centre = X_BM * statistics.center_of_pressure;
  }
  return figures;
}

/// Shifts and turns all meshes of the contact's other body.
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

std::vector<std::string> columns_of(const scene::SceneContact& contact) {
  std::vector<std::string> columns = {"angle [deg]", "force [N]", "area [mm^2]",
                                      "mean pressure [MPa]", "peak pressure [MPa]"};
  for (const scene::HalfSpaceRegion& region : contact.regions) {
    for (const char* figure : {"share [%]", "peak [MPa]", "centre x [mm]", "centre z [mm]"})
      columns.push_back(region.name + " " + figure);
  }
  return columns;
}

std::vector<LabCell> row_of(double angle, const ContactFigures& figures) {
  std::vector<LabCell> row = {angle / k_lab_degree, figures.force, 1e6 * figures.area,
                              1e-6 * figures.mean, 1e-6 * figures.peak};
  for (const ContactFigures::OfRegion& region : figures.regions)
    row.insert(row.end(), {100 * region.share, 1e-6 * region.peak, 1e3 * region.centre.x(),
                           1e3 * region.centre.z()});
  return row;
}

/// The peak; below all others if there is no balance.
double rank(const ContactFigures& figures) { return std::isnan(figures.peak) ? -1 : figures.peak; }

/// The standard deviation of the peak at an angle, if each kind of malalignment, which the stated
/// ones come in pairs of, is independent of the others and the stated ones are two standard
/// deviations of it: half the root of the sum of the mean squares of each pair's changes. The first
/// alignment is none.
double scatter_of_peak(const std::vector<std::vector<ContactFigures>>& figures, std::size_t angle) {
  double sum = 0;
  for (std::size_t a = 1; a < figures.size(); ++a) {
    const double change = figures[a][angle].peak - figures[0][angle].peak;
    sum += change * change / 2;
  }
  return std::sqrt(sum) / 2;
}

/// For each angle, the alignment with the highest peak, how high it is, and how peaks scatter.
LabTable worst_table(const std::vector<double>& angles, const std::vector<Malalignment>& alignments,
                     const std::vector<std::vector<ContactFigures>>& figures) {
  LabTable table{"worst_alignment",
                 "Highest peak among the alignments",
                 {"angle [deg]", "peak pressure [MPa]", "of aligned [%]", "area [mm^2]",
                  "alignment", "scatter of peak [MPa]"},
                 {}};
  for (std::size_t i = 0; i < angles.size(); ++i) {
    std::size_t worst = 0;
    for (std::size_t a = 1; a < alignments.size(); ++a)
      if (rank(figures[a][i]) > rank(figures[worst][i])) worst = a;
    const ContactFigures& one = figures[worst][i];
    table.rows.push_back({angles[i] / k_lab_degree, 1e-6 * one.peak,
                          100 * one.peak / figures[0][i].peak, 1e6 * one.area,
                          alignments[worst].name, 1e-6 * scatter_of_peak(figures, i)});
  }
  return table;
}

}  // namespace

std::vector<Malalignment> usual_malalignments() {
  constexpr double tilt = 2 * k_lab_degree, turn = 5 * k_lab_degree, shift = 0.002;
  const Eigen::Vector3d none = Eigen::Vector3d::Zero(), x = Eigen::Vector3d::UnitX(),
                        y = Eigen::Vector3d::UnitY();
  return {{"aligned", none, none},
          {"2 deg about +x", tilt * x, none},
          {"2 deg about -x", -tilt * x, none},
          {"5 deg about +y", turn * y, none},
          {"5 deg about -y", -turn * y, none},
          {"2 mm along +x", none, shift * x},
          {"2 mm along -x", none, -shift * x}};
}

LabResult test_contact(const scene::Scene& scene, const ContactTest& test) {
  const TestedJoint joint = find_tested_joint(scene);
  const std::vector<double> angles =
      tested_angles(scene, joint, test.angles, {0, 15, 30, 60, 90, 110});
  const std::vector<StillPoint> points = points_at(joint.start, angles);

  MadeMeshes meshes;
  LabResult result{"contact", scene.name, {}, {}};
  const scene::SceneContact& contact = scene.contacts[joint.contact];
  if (scene.contacts.size() > 1)
    result.notes.push_back(
        fmt::format("Of {} contacts, '{}' alone is shown.", scene.contacts.size(), contact.name));
  LabTable aligned{"contact", fmt::format("Contact '{}'", contact.name), columns_of(contact), {}};
  std::vector<std::vector<ContactFigures>> all;
  for (const Malalignment& alignment : test.malalignments) {
    std::vector<ContactFigures>& figures = all.emplace_back();
    std::vector<std::string> failed;
    run_still(
        misaligned(still_scene(scene, joint, points), joint, alignment), points,
        [&](const StillPoint& point, const SceneWorld* world) {
          if (world != nullptr && all.size() == 1 && test.see) test.see(point.flexion, *world);
          ContactFigures none;
          none.regions.resize(contact.regions.size());
          figures.push_back(world != nullptr ? figures_of_contact(*world, scene, joint.contact)
                                             : none);
        },
        failed, meshes);
    for (const std::string& why : failed) result.notes.push_back(alignment.name + ": " + why);
  }
  for (std::size_t i = 0; i < angles.size(); ++i)
    aligned.rows.push_back(row_of(angles[i], all[0][i]));
  result.tables.push_back(std::move(aligned));
  if (test.malalignments.size() > 1)
    result.tables.push_back(worst_table(angles, test.malalignments, all));
  return result;
}

}  // namespace condyle

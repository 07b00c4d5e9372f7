#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>

#include "base/long_work.h"
#include "engine/made_meshes.h"
#include "lab/contact_figures.h"
#include "lab/joint_tests.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

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
  std::vector<LabCell> row = {degrees_of(angle), figures.force, 1e6 * figures.area,
                              1e-6 * figures.mean, 1e-6 * figures.peak};
  for (const ContactFigures::OfRegion& region : figures.regions)
    row.insert(row.end(), {100 * region.share, 1e-6 * region.peak, 1e3 * region.centre.x(),
                           1e3 * region.centre.z()});
  return row;
}

/// Adds the pressure on the casting mesh of the contact at an angle to the map.
void add_pressure(const SceneWorld& world, int contact, double angle, LabMap& map) {
  const ContactReport& report = *world.contacts()[contact].report;
  if (map.values.empty()) map.mesh = report.pair().casting().mesh();
  map.values.push_back(
      {fmt::format("pressure at {:g} deg [Pa]", degrees_of(angle)), report.casting_map().pressure});
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
    table.rows.push_back({degrees_of(angles[i]), 1e-6 * one.peak,
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

std::vector<double> contact_test_angles(const scene::Scene& scene, const TestedJoint& joint,
                                        const std::vector<double>& given) {
  return tested_angles(scene, joint, given, {0, 15, 30, 60, 90, 110});
}

LabResult test_contact(const scene::Scene& scene, const ContactTest& test) {
  const TestedJoint joint = find_tested_joint(scene);
  const std::vector<double> angles = contact_test_angles(scene, joint, test.angles);
  const std::vector<StillPoint> points = points_at(joint.start, angles);

  MadeMeshes meshes;
  LabResult result{"contact", scene.name, {}, {}};
  const scene::SceneContact& contact = scene.contacts[joint.contact];
  if (scene.contacts.size() > 1)
    result.notes.push_back(
        fmt::format("Of {} contacts, '{}' alone is shown.", scene.contacts.size(), contact.name));
  LabTable aligned{"contact", fmt::format("Contact '{}'", contact.name), columns_of(contact), {}};
  const scene::Scene still = still_scene(scene, joint, points);
  LabMap map{"contact_map", {}, {}};
  const std::function<void(double, const SceneWorld&)> see = [&](double angle,
                                                                 const SceneWorld& world) {
    if (world.contacts()[joint.contact].report) add_pressure(world, joint.contact, angle, map);
    if (test.see) test.see(angle, world);
  };
  std::vector<std::vector<ContactFigures>> all;
  for (const Malalignment& alignment : test.malalignments) {
    const WorkPart part("contact, " + alignment.name);
    std::vector<std::string> failed;
    all.push_back(contact_figures_at(misaligned(still, joint, alignment), joint, points,
                                     all.empty() ? see : nullptr, failed, meshes));
    for (const std::string& why : failed) result.notes.push_back(alignment.name + ": " + why);
  }
  for (std::size_t i = 0; i < angles.size(); ++i)
    aligned.rows.push_back(row_of(angles[i], all[0][i]));
  result.tables.push_back(std::move(aligned));
  if (!map.values.empty()) result.maps.push_back(std::move(map));
  if (test.malalignments.size() > 1)
    result.tables.push_back(worst_table(angles, test.malalignments, all));
  return result;
}

}  // namespace condyle

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "base/assets.h"
#include "condyle/mesh/mesh_file.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

// x forward, y up, z to the right.
constexpr int k_left_region = 4, k_right_region = 5;  // -z and +z
constexpr double k_depth = 0.3e-3;

TriangleMesh shipped_mesh(const std::string& name) {
  return mesh::read_mesh(assets() / "meshes" / (name + ".ply"), mesh::LengthUnit::metre);
}

/// The femoral component over the lowest points of both dishes, pressed in by k_depth and leant to
/// the right by `lean` [rad].
Pose placed(const TriangleMesh& femur, double lean) {
  const auto lowest = std::ranges::min_element(
      femur.vertices, {}, [](const Eigen::Vector3d& vertex) { return vertex.y(); });
  Pose X(Eigen::AngleAxisd(lean, Eigen::Vector3d::UnitX()));
  X.translation() = Eigen::Vector3d(-lowest->x(), -lowest->y() - k_depth, 0);
  return X;
}

struct Insert {
  TriangleMesh insert = shipped_mesh("knee_tibial_insert"),
               femur = shipped_mesh("knee_femoral_component");

  ContactPair pair(Formulation formulation, double node_spacing = 0) const {
    const bool is_elastic = formulation == Formulation::elastic_layer;
    ContactSettings settings = settings_of(formulation);
    settings.node_spacing = node_spacing;
    return {surface_of(insert, k_polyethylene),
            surface_of(femur, is_elastic ? rigid_layer() : hard_layer()), settings};
  }
};

double force_of(const ContactStatistics& statistics) { return -statistics.contact_force.y(); }

double share_of(const ContactResult& result, int region) {
  return force_of(result.regions[region].statistics) / force_of(result.total);
}

void add_sums(CheckFamily& family, const ContactPair& pair) {
  const ContactResult& result = pair.result();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < result.hits.size(); ++i)
    force += pair.casting().areas()[result.hits[i].casting_triangle] * result.thrust[i];
  family.checks.push_back({"the map's force", "N", -force.y(), force_of(result.total), 1e-9});
  family.checks.push_back({"sum of both condyles' forces", "N",
                           force_of(result.regions[k_left_region].statistics) +
                               force_of(result.regions[k_right_region].statistics),
                           force_of(result.total), 1e-9});
  family.checks.push_back({"residual of the contact conditions, over the force", "1",
                           result.layer.residual, 0, 1e-9, true});
}

}  // namespace

CheckFamily check_insert(Effort effort) {
  CheckFamily family{
      .name = "Generated knee insert",
      .activity = Activity::calculation_verification,
      .question =
          "On an insert with two dishes, do force, peak and shares of the condyles hold when "
          "nodes are placed anew or the component leans to the other side?",
      .comparator =
          "the same contact with other nodes, and its mirror image; the meshes of the scene "
          "knee_replacement, polyethylene of 8 mm, 0.3 mm deep",
      .acceptance = "Force 2 %, peak on facets 5 %, shares 1 % of the total"};
  const Insert knee;
  ContactPair pair = knee.pair(Formulation::elastic_layer);
  pair.evaluate(placed(knee.femur, 0));
  ContactPair springs = knee.pair(Formulation::linear);
  springs.evaluate(placed(knee.femur, 0));
  const double force = force_of(pair.result().total), peak = pair.result().total.max_pressure;
  family.checks.push_back({"level: share of the right condyle", "1",
                           share_of(pair.result(), k_right_region), 0.5, 0.01, true,
                           share_of(springs.result(), k_right_region)});
  add_sums(family, pair);
  const double lean = 1e-3;
  const double right = share_of(pair.evaluate(placed(knee.femur, lean)), k_right_region);
  const double left = share_of(pair.evaluate(placed(knee.femur, -lean)), k_left_region);
  family.checks.push_back(
      {"leant by 0.06 degrees: share of the right condyle, and of the left one "
       "leant the other way",
       "1", right, left, 0.01, true,
       share_of(springs.evaluate(placed(knee.femur, lean)), k_right_region)});
  for (const double spacing :
       effort == Effort::quick ? std::vector{1.2e-3} : std::vector{0.8e-3, 1.2e-3, 1.6e-3}) {
    ContactPair other = knee.pair(Formulation::elastic_layer, spacing);
    other.evaluate(placed(knee.femur, 0));
    const std::string where = fmt::format("nodes {:.2g} mm apart against {:.2g} mm",
                                          1e3 * other.result().layer.node_spacing,
                                          1e3 * pair.result().layer.node_spacing);
    family.checks.push_back({"force, " + where, "N", force_of(other.result().total), force, 0.02,
                             false, force_of(springs.evaluate(placed(knee.femur, 0)).total)});
    family.checks.push_back({"peak pressure, " + where, "Pa", other.result().total.max_pressure,
                             peak, 0.05, false, springs.result().total.max_pressure});
  }
  return family;
}

}  // namespace condyle

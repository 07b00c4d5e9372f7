#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>

#include "condyle/mesh/primitives.h"
#include "validate/families.h"
#include "validate/gauss_points.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

constexpr double k_ball_radius = 50e-3, k_ball_depth = 3e-4;

Pose moved(const Eigen::Vector3d& by) {
  Pose X = Pose::Identity();
  X.translation() = by;
  return X;
}

/// A sphere off the middle of a plate, so that no component of the wrench vanishes by symmetry.
const Pose k_X_CT = moved({0.3e-3, -0.2e-3, k_ball_radius - k_ball_depth});

TriangleMesh plate_mesh() { return mesh::make_plane_grid(14e-3, 14e-3, 28, 28); }

using Surface = std::shared_ptr<const ContactSurface>;

ContactPair pair_of(Surface surface, const Layer& sphere_layer) {
  return {std::move(surface), sphere_of(k_ball_radius, sphere_layer),
          settings_of(Formulation::elastic_layer)};
}

/// One of six motions of the casting body: a turn about an axis through its frame's origin, or a
/// shift along it.
struct Motion {
  const char* name;
  int axis;
  bool is_turn;

  Pose pose(double by) const {
    const Eigen::Vector3d along = Eigen::Vector3d::Unit(axis);
    return is_turn ? Pose(Eigen::AngleAxisd(by, along)) : moved(by * along);
  }
  double part(const Wrench& F) const { return is_turn ? F.moment[axis] : F.force[axis]; }
  double part(const Matrix6& K) const { return K.diagonal()[is_turn ? axis : axis + 3]; }
};

constexpr Motion k_motions[] = {{"turn about x", 0, true},   {"turn about y", 1, true},
                                {"turn about z", 2, true},   {"shift along x", 0, false},
                                {"shift along y", 1, false}, {"shift along z", 2, false}};

/// Compares the wrench with difference quotients of the energy, and the stiffness with those of the
/// wrench.
void add_derivatives(CheckFamily& family, const Surface& plate) {
  ContactPair pair = pair_of(plate, rigid_layer());
  const ContactResult here = pair.evaluate(k_X_CT);
  const double force = here.F_casting_C.force.norm();
  const Matrix6 K = here.stiffness;
  for (const Motion& motion : k_motions) {
    // Steps [rad or m] so small that the same nodes press and rays keep their triangles.
    const double step = motion.is_turn ? 2e-8 : 1e-9, arm = motion.is_turn ? 4e-3 : 1;
    const auto at = [&](double by) -> const ContactResult& {
      return pair.evaluate(motion.pose(by).inverse() * k_X_CT);
    };
    const double energy_up = at(step).total.potential_energy,
                 part_up = motion.part(pair.result().F_casting_C);
    const double energy_down = at(-step).total.potential_energy,
                 part_down = motion.part(pair.result().F_casting_C);
    const char* const unit = motion.is_turn ? "N m" : "N";
    family.checks.push_back({fmt::format("wrench is minus the slope of energy: {}", motion.name),
                             unit, motion.part(here.F_casting_C),
                             -(energy_up - energy_down) / (2 * step), 1e-6 * force * arm, true});
    family.checks.push_back(
        {fmt::format("stiffness is minus the slope of the wrench: {}", motion.name),
         motion.is_turn ? "N m" : "N/m", motion.part(K), -(part_up - part_down) / (2 * step),
         1e-5 * K(5, 5) * arm * arm, true});
  }
  family.checks.push_back({"stiffness is symmetric: |K - K'| / |K|", "1",
                           (K - K.transpose()).norm() / K.norm(), 0, 1e-12, true});
}

/// Compares the energy with the integral of force over approach.
void add_work(CheckFamily& family, const Surface& plate) {
  ContactPair pair = pair_of(plate, rigid_layer());
  const double depth = 2e-4;
  const GaussPoints d = gauss_points_in_pieces(2, 100, 0, depth);
  double work = 0;
  for (Eigen::Index i = 0; i < d.points.size(); ++i) {
    pair.evaluate(moved({0, 0, k_ball_radius - d.points[i]}));
    work += d.weights[i] * normal_force(pair);
  }
  const double energy = pair.evaluate(moved({0, 0, k_ball_radius - depth})).total.potential_energy;
  family.checks.push_back(
      {"energy is the integral of force over approach", "J", energy, work, 1e-5});
}

void add_sides(CheckFamily& family, const Surface& plate) {
  ContactPair one = pair_of(plate, rigid_layer()), two = pair_of(plate, k_polyethylene),
              other = pair_of(surface_of(plate_mesh(), rigid_layer()), k_polyethylene);
  one.evaluate(k_X_CT);
  two.evaluate(k_X_CT);
  other.evaluate(k_X_CT);
  const double force = normal_force(one);
  family.checks.push_back(
      {"two equal layers: half the force", "N", normal_force(two), force / 2, 1e-9});
  family.checks.push_back(
      {"the layer on the other side: the same force", "N", normal_force(other), force, 1e-9});
  const ContactResult& result = one.result();
  double map_force = 0;
  for (int t = 0; t < one.casting().triangle_count(); ++t)
    map_force += result.casting->pressure[t] * one.casting().areas()[t];
  family.checks.push_back({"the pressure map's force", "N", map_force, force, 1e-3});
  family.checks.push_back({"residual of the contact conditions, over the force", "1",
                           result.layer.residual, 0, 1e-9, true});
}

void add_turned_frame(CheckFamily& family, const Surface& plate) {
  ContactPair pair = pair_of(plate, rigid_layer());
  pair.evaluate(k_X_CT);
  Pose turn(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, -1).normalized()));
  turn.translation() = Eigen::Vector3d(0.1, -0.2, 0.3);
  ContactPair turned =
      pair_of(surface_of(transformed(plate_mesh(), turn), k_polyethylene), rigid_layer());
  const Eigen::Vector3d there = turned.evaluate(turn * k_X_CT).F_casting_C.force;
  family.checks.push_back({"a turned frame: the same force", "N",
                           -(turn.linear().transpose() * there).z(), normal_force(pair), 0.01});
}

}  // namespace

CheckFamily check_consistency(Effort) {
  CheckFamily family{
      .name = "Energy, wrench, stiffness and map",
      .activity = Activity::code_verification,
      .question =
          "Do energy, force, stiffness and pressure map of one contact agree, so that a "
          "simulation neither makes nor loses energy?",
      .comparator =
          "difference quotients, work along the approach, Newton's third law; a sphere of "
          "50 mm, 0.3 mm deep in a layer of 8 mm, nu 0.46",
      .acceptance =
          "What difference quotients lose to rounding; the map's pressures act along the "
          "plate's normal, not the sphere's; nodes lie along the frame's axes, so a turned "
          "one has other patches"};
  const Surface plate = surface_of(plate_mesh(), k_polyethylene);
  add_derivatives(family, plate);
  add_work(family, plate);
  add_sides(family, plate);
  add_turned_frame(family, plate);
  return family;
}

}  // namespace condyle

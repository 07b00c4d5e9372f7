#include "validate/smooth_contacts.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/layer_nodes.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

/// A bowl's radius over that of the ball in it.
constexpr double k_bowl = 3;

/// The radius of a sphere on a plane that touches over `radius` [m] at this depth, about: that of a
/// half space is radius^2 / depth, that of a thin layer half as large.
double gap_radius(const SmoothContact& contact) {
  const double radius = contact.nodes_over_radius * contact.node_spacing;
  return (radius < contact.layer.thickness ? 0.8 : 0.55) * radius * radius / contact.depth;
}

/// Height of the casting surface, whose gap to the other body is that of a sphere of radius R.
double height(SmoothBodies bodies, double R, double x, double y) {
  switch (bodies) {
    case SmoothBodies::plate_and_ball:
      return 0;
    case SmoothBodies::ball_and_plane:
      return std::sqrt(R * R - x * x - y * y) - R;
    case SmoothBodies::bowl_and_ball: {
      const double bowl = (k_bowl - 1) * R;
      return bowl - std::sqrt(bowl * bowl - x * x - y * y);
    }
    case SmoothBodies::crossed_cylinders:
      return std::sqrt(R * R - y * y) - R;
  }
  return 0;
}

TriangleMesh casting_mesh(const SmoothContact& contact, double R, double width,
                          std::mt19937& random) {
  const int cells = static_cast<int>(std::lround(width / contact.mesh_step));
  TriangleMesh mesh = mesh::make_plane_grid(width, width, cells, cells);
  const double most = contact.shift * width / cells;
  std::uniform_real_distribution<double> move(-1, 1);
  for (Eigen::Vector3d& v : mesh.vertices) {
    const bool is_inner = v.head<2>().lpNorm<Eigen::Infinity>() < 0.499 * width;
    if (is_inner) v.head<2>() += most * Eigen::Vector2d(move(random), move(random));
    v.z() = height(contact.bodies, R, v.x(), v.y());
  }
  return mesh;
}

struct Target {
  std::shared_ptr<const ContactSurface> surface;
  Pose X = Pose::Identity();  ///< in the frame of the casting mesh, touching its origin
};

Target target_of(SmoothBodies bodies, double R) {
  Target target;
  switch (bodies) {
    case SmoothBodies::plate_and_ball:
      target.surface = sphere_of(R, rigid_layer());
      target.X.translation().z() = R;
      break;
    case SmoothBodies::ball_and_plane:
      target.surface = half_space_of(rigid_layer());
      target.X.linear() =
          Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitX()).toRotationMatrix();
      break;
    case SmoothBodies::bowl_and_ball: {
      // 1/R = 1/ball - 1/bowl
      const double ball = (k_bowl - 1) / k_bowl * R;
      target.surface = sphere_of(ball, rigid_layer());
      target.X.translation().z() = ball;
      break;
    }
    case SmoothBodies::crossed_cylinders:
      target.surface = std::make_shared<const ContactSurface>(
          geometry::Shape(geometry::Cylinder{R, 4 * R}), TriangleMesh{}, rigid_layer(), "cylinder");
      target.X.linear() =
          Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX()).toRotationMatrix();
      target.X.translation().z() = R;
      break;
  }
  return target;
}

/// The exact pressure by the distance from the axis, from a table.
class PressureProfile {
 public:
  explicit PressureProfile(const ExactLayerContact& exact) : radius_(exact.contact_radius()) {
    for (int i = 0; i <= k_steps; ++i) {
      const double height = static_cast<double>(i) / k_steps;
      pressures_.push_back(exact.pressure(radius_ * std::sqrt(1 - height * height)));
    }
  }

  double operator()(double r) const {
    if (r >= radius_) return 0;
    const double place = k_steps * std::sqrt(1 - r * r / (radius_ * radius_));
    const int below = std::min(static_cast<int>(place), k_steps - 1);
    return std::lerp(pressures_[below], pressures_[below + 1], place - below);
  }

 private:
  static constexpr int k_steps = 200;

  double radius_;
  std::vector<double> pressures_;  ///< nearly linear in sqrt(1 - r^2 / a^2)
};

}  // namespace

SmoothContact random_contact(SmoothBodies bodies, unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&](double from, double to) {
    return std::uniform_real_distribution<double>(from, to)(random);
  };
  SmoothContact contact{.bodies = bodies, .layer = {10e6, 0.45, 8e-3}};
  contact.node_spacing = contact.layer.thickness / between(3, 12);
  contact.nodes_over_radius = between(12, 16);
  // The layer's theory is linear: depths are small, and so are slopes.
  contact.depth = contact.layer.thickness * between(0.01, 0.05);
  contact.mesh_step = contact.node_spacing / between(2, 3);
  contact.shift = between(0, 0.24);
  contact.seed = seed;
  return contact;
}

PressureRatios ratios_to_exact(const SmoothContact& contact) {
  const double R = gap_radius(contact);
  const auto exact = ExactLayerContact::sphere(contact.layer, R, contact.depth);
  const double a = exact.contact_radius();
  std::mt19937 random(contact.seed);
  const auto casting = surface_of(
      casting_mesh(contact, R, 2.6 * a + 4 * contact.node_spacing, random), contact.layer);
  Target target = target_of(contact.bodies, R);
  ContactSettings settings = settings_of(Formulation::elastic_layer);
  settings.node_spacing = contact.node_spacing;
  settings.free_edges = FreeEdges::none;
  ContactPair pair(casting, target.surface, settings);
  target.X.translation().z() -= contact.depth;
  const auto& pressure = pair.evaluate(target.X).casting->pressure;
  const LayerNodes nodes = make_layer_nodes(*casting, contact.node_spacing);
  const PressureProfile profile(exact);
  PressureRatios ratios;
  for (int node = 0; node < nodes.count(); ++node) {
    if (nodes.points[node].head<2>().norm() > 0.8 * a) continue;
    double force = 0, exact_force = 0;
    for (const int t : nodes.triangles_of(node)) {
      force += casting->areas()[t] * pressure[t];
      exact_force += casting->areas()[t] * profile(casting->centroids()[t].head<2>().norm());
    }
    ratios.least = std::min(ratios.least, force / exact_force);
    ratios.most = std::max(ratios.most, force / exact_force);
    ++ratios.nodes;
  }
  return ratios;
}

}  // namespace condyle

#include <cmath>
#include <numbers>

#include "patch.h"
#include "shapes.h"

// A cruciate-retaining total knee replacement of the usual proportions, built from arcs alone. The
// frames are the ISB's for a right knee: x forward (anterior), y up (proximal), z to the right
// (lateral). Angles phi run in the sagittal plane from straight down towards the back.
namespace condyle::assets {
namespace {

constexpr double k_degree = std::numbers::pi / 180;
constexpr double k_condyle_offset = 0.022;  // of each condyle's mid plane from the sagittal plane

// Femoral component: the sagittal outline has a large radius below and a small one behind
// (J-curve).
constexpr double k_distal_radius = 0.034;
constexpr double k_posterior_radius = 0.020;
constexpr double k_distal_until = 5 * k_degree, k_posterior_from = 40 * k_degree;
constexpr double k_front_end = -55 * k_degree, k_back_end = 140 * k_degree;
constexpr double k_femoral_coronal_radius = 0.028;
constexpr double k_femoral_half_width = 0.034;
constexpr double k_femoral_thickness = 0.007;
constexpr double k_groove_depth = 0.004,
                 k_notch_depth = 0.009;  // between the condyles, in front and behind
constexpr double k_notch_rounding = 0.004;

// Tibial insert: two dishes, their lowest points at y = 0, in a flat rim.
constexpr double k_dish_sagittal_radius = 0.044;
constexpr double k_dish_coronal_radius = 0.032;
constexpr double k_rim_height = 0.0042, k_rim_rounding = 0.0015;
constexpr double k_insert_half_width = 0.035, k_insert_half_depth = 0.024;
constexpr double k_insert_thickness = 0.008;  // below the lowest points of the dishes

/// Outward normal of the sagittal outline at the angle phi.
Eigen::Vector3d outline_normal(double phi) { return {-std::sin(phi), -std::cos(phi), 0}; }

double outline_radius(double phi) {
  const double part = blend((phi - k_distal_until) / (k_posterior_from - k_distal_until));
  return k_distal_radius + (k_posterior_radius - k_distal_radius) * part;
}

/// The outline's point with normal angle phi: on the posterior circle about the origin, and from
/// there forward by the integral of radius times tangent (Simpson's rule, steps of about a degree).
Eigen::Vector3d outline_point(double phi) {
  if (phi >= k_posterior_from) return k_posterior_radius * outline_normal(phi);
  const int steps = 2 * (1 + static_cast<int>((k_posterior_from - phi) / (2 * k_degree)));
  const double dphi = (phi - k_posterior_from) / steps;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 0; i <= steps; ++i) {
    const double angle = k_posterior_from + i * dphi;
    const double weight = (i == 0 || i == steps) ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * outline_radius(angle) * Eigen::Vector3d(-std::cos(angle), std::sin(angle), 0);
  }
  return k_posterior_radius * outline_normal(k_posterior_from) + sum * dphi / 3;
}

/// How deep the femoral surface lies inside the outline at z [m]: the condyle's arc, but no deeper
/// than the floor of the groove (front) or of the notch (below and behind).
double femoral_drop(double z, double phi) {
  const double arc = arc_height(k_femoral_coronal_radius, std::abs(z) - k_condyle_offset);
  const double behind = blend((phi + 30 * k_degree) / (40 * k_degree));
  const double floor = k_groove_depth + (k_notch_depth - k_groove_depth) * behind;
  return smooth_min(arc, floor, k_notch_rounding);
}

double insert_height(double x, double z) {
  const double dish = arc_height(k_dish_sagittal_radius, x) +
                      arc_height(k_dish_coronal_radius, std::abs(z) - k_condyle_offset);
  return smooth_min(dish, k_rim_height, k_rim_rounding);
}

}  // namespace

TriangleMesh knee_femoral_component() {
  constexpr int columns = 80, rows = 120;
  constexpr double roundness = 0.3;
  // The inside follows half of the notch, so that it stays clear of the posterior circle's centre.
  const auto inside = [](const Eigen::Vector2d& uv, double depth, double part_of_drop) {
    const double z = k_femoral_half_width * uv.x();
    const double phi = k_front_end + (k_back_end - k_front_end) * (1 + uv.y()) / 2;
    const double offset = part_of_drop * femoral_drop(z, phi) + depth;
    const Eigen::Vector3d point = outline_point(phi) - offset * outline_normal(phi);
    return Eigen::Vector3d(point.x(), point.y(), z);
  };
  return solid_between(
      square_patch(columns, rows, roundness),
      square_patch(columns / k_rim_ratio, rows / k_rim_ratio, roundness),
      [&](const Eigen::Vector2d& uv) { return inside(uv, 0, 1); },
      [&](const Eigen::Vector2d& uv) { return inside(uv, k_femoral_thickness, 0.5); });
}

TriangleMesh knee_tibial_insert() {
  constexpr int columns = 120, rows = 80;
  constexpr double roundness = 0.75;
  const auto place = [](const Eigen::Vector2d& uv) {
    return Eigen::Vector2d(k_insert_half_depth * uv.y(), k_insert_half_width * uv.x());
  };
  return solid_between(
      square_patch(columns, rows, roundness),
      square_patch(columns / k_rim_ratio, rows / k_rim_ratio, roundness),
      [&](const Eigen::Vector2d& uv) {
        const Eigen::Vector2d xz = place(uv);
        return Eigen::Vector3d(xz.x(), insert_height(xz.x(), xz.y()), xz.y());
      },
      [&](const Eigen::Vector2d& uv) {
        const Eigen::Vector2d xz = place(uv);
        return Eigen::Vector3d(xz.x(), -k_insert_thickness, xz.y());
      });
}

}  // namespace condyle::assets

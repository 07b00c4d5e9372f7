#include "core/src/geometry/geodesic_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/geometry/curvature.h"
#include "core/src/geometry/geodesic_curve.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

constexpr int k_extrapolations = 6;  ///< columns of the extrapolation; its order is twice this

/// Length scale of the surface at the start of the geodesic: the smallest radius of curvature or
/// the size of the shape, whichever is less.
double length_scale(const Shape& shape, const Vector3d& point) {
  const SurfaceCurvature c = curvature(implicit(shape, point));
  const double most = std::max(std::abs(c.max), std::abs(c.min));
  const Eigen::AlignedBox3d box = bounding_box(shape);
  const double size = box.sizes().allFinite() ? box.sizes().norm() : 1;
  return most * size > 1 ? 1 / most : size;
}

}  // namespace

GeodesicIntegrator::GeodesicIntegrator(const Shape& shape, const Vector3d& point,
                                       const Vector3d& tangent, const GeodesicOptions& options)
    : shape_(&shape),
      accuracy_(options.accuracy),
      size_(length_scale(shape, point)),
      wanted_(size_) {
  state_ << point, tangent, 0, 1, 1, 0;
}

GeodesicState GeodesicIntegrator::rate(const GeodesicState& s) const {
  const SurfaceJet jet = implicit(*shape_, s.head<3>());
  const Vector3d t = s.segment<3>(3);
  const double slope = jet.gradient.squaredNorm(), K = gaussian_curvature(jet);
  GeodesicState r;
  r << t, -t.dot(jet.hessian * t) / slope * jet.gradient, s[7], -K * s[6], s[9], -K * s[8];
  return r;
}

GeodesicState GeodesicIntegrator::midpoint_steps(double h, int count) const {
  const double part = h / count;
  GeodesicState before = state_, here = state_ + part * rate(state_);
  for (int k = 1; k < count; ++k) {
    const GeodesicState next = before + 2 * part * rate(here);
    before = here;
    here = next;
  }
  return 0.5 * (here + before + part * rate(here));
}

// Aitken-Neville extrapolation: the errors of midpoint steps are even powers of the step.
GeodesicIntegrator::Extrapolated GeodesicIntegrator::extrapolated(double h) const {
  std::array<GeodesicState, k_extrapolations> row;
  Extrapolated result{state_, 0};
  for (int k = 0; k < k_extrapolations; ++k) {
    GeodesicState value = midpoint_steps(h, 2 * (k + 1));
    for (int j = 1; j <= k; ++j) {
      const double ratio = static_cast<double>(k + 1) / (k + 1 - j);
      const GeodesicState finer = value + (value - row[j - 1]) / (ratio * ratio - 1);
      row[j - 1] = value;
      value = finer;
    }
    row[k] = value;
    result.state = value;
  }
  // The tangent is dimensionless; multiplied by the length scale its error compares with an error
  // of position.
  const GeodesicState change = result.state - row[k_extrapolations - 2];
  result.error = std::max({change.head<3>().norm(), size_ * change.segment<3>(3).norm(),
                           change.segment<2>(6).norm() * 1e-3});
  return result;
}

GeodesicState GeodesicIntegrator::on_surface(const GeodesicState& state) const {
  GeodesicState result = state;
  for (int k = 0; k < 3; ++k) {
    const SurfaceJet jet = implicit(*shape_, result.head<3>());
    result.head<3>() -= jet.value / jet.gradient.squaredNorm() * jet.gradient;
  }
  const Vector3d normal = implicit(*shape_, result.head<3>()).gradient.normalized();
  const Vector3d t = result.segment<3>(3);
  result.segment<3>(3) = (t - normal.dot(t) * normal).normalized();
  return result;
}

GeodesicState GeodesicIntegrator::ahead(double h) const {
  return on_surface(extrapolated(h).state);
}

void GeodesicIntegrator::jump_to(const GeodesicState& state, double length) {
  state_ = state;
  length_ = length;
}

double GeodesicIntegrator::step(double most) {
  constexpr int k_halvings = 40;
  double h = std::min(wanted_, most);
  for (int i = 0; i < k_halvings; ++i, h /= 2) {
    const Extrapolated next = extrapolated(h);
    const double allowed = accuracy_ * h + 2e-15 * size_;  // rounding limits every step
    if (!(next.error <= allowed)) continue;
    const GeodesicState landed = on_surface(next.state);
    if (!landed.allFinite()) continue;
    // The error grows as a power of the step: the order of the last column but one, plus one.
    const double growth = 0.9 * std::pow(allowed / std::max(next.error, 1e-3 * allowed), 1.0 / 11);
    const double suggested = h * std::clamp(growth, 0.5, 2.0);
    // A step cut short by `most` is no reason to reduce the wanted length.
    wanted_ = h < wanted_ && i == 0 ? std::max(wanted_, suggested) : suggested;
    jump_to(landed, length_ + h);
    return h;
  }
  return 0;
}

GeodesicPoint GeodesicIntegrator::point() const {
  GeodesicPoint p = geodesic_point(*shape_, length_, state_.head<3>(), state_.segment<3>(3));
  p.rotational = state_[6];
  p.rotational_rate = state_[7];
  p.translational = state_[8];
  p.translational_rate = state_[9];
  return p;
}

}  // namespace condyle::geometry

#include "core/src/geometry/geodesic_integrator.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "condyle/geometry/curvature.h"
#include "core/src/geometry/grid_lines.h"

namespace condyle::geometry {
namespace {

using Eigen::Vector3d;

constexpr int k_extrapolations = 6;  ///< columns of the extrapolation; its order is twice this

/// Steps of one shot, in units of most_steps, however long it is.
constexpr double k_most_shares = 100;

/// Length scale of the surface at the start of the geodesic: the smallest radius of curvature or
/// the size of the shape, whichever is less.
double length_scale(const Shape& shape, const Vector3d& point) {
  const SurfaceCurvature c = curvature(implicit(shape, point));
  const double most = std::max(std::abs(c.max), std::abs(c.min));
  const Eigen::AlignedBox3d box = bounding_box(shape);
  const double size = box.sizes().allFinite() ? box.sizes().norm() : 1;
  return most * size > 1 ? 1 / most : size;
}

/// The length for which most_steps are meant.
double reach_of(const Shape& shape, double length_scale) {
  const Eigen::AlignedBox3d box = bounding_box(shape);
  return box.sizes().allFinite() ? box.sizes().norm() : length_scale;
}

SurfaceJet jet_of(const Height& h, double z) {
  SurfaceJet jet{.value = z - h.z, .gradient = {-h.zx, -h.zy, 1}};
  jet.hessian.topLeftCorner<2, 2>() << -h.zxx, -h.zxy, -h.zxy, -h.zyy;
  return jet;
}

/// The share of a step at which the cubic through both its ends, with their rates, takes a value
/// that lies between those at the ends.
double share_at(double value, double from, double from_rate, double to, double to_rate) {
  double low = 0, high = 1;
  for (int i = 0; i < 40; ++i) {
    const double s = 0.5 * (low + high), r = 1 - s;
    const double here = r * r * (1 + 2 * s) * from + s * s * (3 - 2 * s) * to +
                        s * r * (r * from_rate - s * to_rate);
    ((here < value) == (from < value) ? low : high) = s;
  }
  return 0.5 * (low + high);
}

}  // namespace

GeodesicIntegrator::GeodesicIntegrator(const Shape& shape, const Vector3d& point,
                                       const Vector3d& tangent, double accuracy, int most_steps)
    : shape_(&shape),
      accuracy_(accuracy),
      size_(length_scale(shape, point)),
      wanted_(size_),
      most_steps_(most_steps),
      reach_(reach_of(shape, size_)),
      map_(std::get_if<HeightMap>(&shape)) {
  GeodesicState start;
  start << point, tangent, 0, 1, 1, 0;
  jump_to(start, 0);
}

SurfaceJet GeodesicIntegrator::jet(const Vector3d& point) const {
  return patch_ ? jet_of(patch_->at(point.x(), point.y()), point.z()) : implicit(*shape_, point);
}

GeodesicState GeodesicIntegrator::rate(const GeodesicState& s) const {
  GeodesicState r;
  const Vector3d t = s.segment<3>(3);
  if (patch_) {
    const Height h = patch_->at(s[0], s[1]);
    const double slope = 1 + h.zx * h.zx + h.zy * h.zy;
    const double K = (h.zxx * h.zyy - h.zxy * h.zxy) / (slope * slope);
    const double bend =
        (h.zxx * t.x() * t.x() + 2 * h.zxy * t.x() * t.y() + h.zyy * t.y() * t.y()) / slope;
    r << t, -bend * h.zx, -bend * h.zy, bend, s[7], -K * s[6], s[9], -K * s[8];
    return r;
  }
  const SurfaceJet jet = implicit(*shape_, s.head<3>());
  const double slope = jet.gradient.squaredNorm(), K = gaussian_curvature(jet);
  r << t, -t.dot(jet.hessian * t) / slope * jet.gradient, s[7], -K * s[6], s[9], -K * s[8];
  return r;
}

GeodesicState GeodesicIntegrator::midpoint_steps(double h, int count) const {
  const double part = h / count;
  GeodesicState before = state_, here = state_ + part * rate_;
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
  Extrapolated result{state_, 0, false};
  // The tangent is dimensionless; multiplied by the length scale its error compares with an error
  // of position.
  const auto size_of = [this](const GeodesicState& change) {
    return std::max({change.head<3>().norm(), size_ * change.segment<3>(3).norm(),
                     change.segment<2>(6).norm() * 1e-3});
  };
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
    // A step across a patch is short for its accuracy, and needs no further columns.
    if (!patch_ || k < 2 || k + 1 == k_extrapolations) continue;
    result.error = size_of(value - row[k - 1]);
    if (result.error <= allowed(h)) {
      result.is_early = true;
      return result;
    }
  }
  result.error = size_of(result.state - row[k_extrapolations - 2]);
  return result;
}

GeodesicState GeodesicIntegrator::on_surface(const GeodesicState& state) const {
  GeodesicState result = state;
  for (int k = 0; k < 3; ++k) {
    const SurfaceJet here = jet(result.head<3>());
    result.head<3>() -= here.value / here.gradient.squaredNorm() * here.gradient;
  }
  const Vector3d normal = jet(result.head<3>()).gradient.normalized();
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
  if (map_) {
    patch_.emplace(*map_, patch_of(map_->x(), state[0]), patch_of(map_->y(), state[1]));
    const Vector3d bend = rate(state).segment<3>(3);
    patch_ = HeightPatch::ahead(*map_, state.head<3>(), state.segment<3>(3), bend);
  }
  rate_ = rate(state);
}

double GeodesicIntegrator::allowed(double h) const {
  return accuracy_ * h + 2e-15 * size_;  // rounding limits every step
}

bool GeodesicIntegrator::may_step() const {
  return steps_ < most_steps_ * (1 + length_ / reach_) &&
         steps_ + lines_ < k_most_shares * most_steps_;
}

double GeodesicIntegrator::step(double most) {
  constexpr int k_halvings = 40;
  if (!may_step()) return 0;
  double h = std::min(wanted_, most);
  // A little beyond the grid line: from there the distance back to it is short.
  if (patch_)
    h = std::min(h, 1.02 * patch_->length_to_line(state_.head<3>(), state_.segment<3>(3),
                                                  rate_.segment<3>(3)));
  for (int i = 0; i < k_halvings; ++i, h /= 2) {
    const Extrapolated next = extrapolated(h);
    if (!(next.error <= allowed(h))) continue;
    Step taken{h, on_surface(next.state)};
    if (!taken.end.allFinite()) continue;
    // The error grows as a power of the step: the order of the last column but one, plus one.
    const double growth =
        0.9 * std::pow(allowed(h) / std::max(next.error, 1e-3 * allowed(h)), 1.0 / 11);
    const double suggested = h * (next.is_early ? 2.0 : std::clamp(growth, 0.5, 2.0));
    // A step cut short by `most` is no reason to reduce the wanted length.
    wanted_ = h < wanted_ && i == 0 ? std::max(wanted_, suggested) : suggested;
    ++(patch_ && end_at_line(taken) ? lines_ : steps_);
    jump_to(taken.end, length_ + taken.length);
    return taken.length;
  }
  return 0;
}

// The curve may also bulge over a line and return within the step.
std::optional<HeightPatch::Line> GeodesicIntegrator::line_in(Step& taken) const {
  if (const auto line = patch_->line_before(taken.end.head<3>())) return line;
  for (int axis = 0; axis < 2; ++axis) {
    const double from = state_[3 + axis], to = taken.end[3 + axis];
    if (!(from * to < 0)) continue;
    const double turn = from / (from - to) * taken.length;
    const Vector3d farthest = state_.head<3>() + 0.5 * turn * state_.segment<3>(3);
    if (!patch_->line_before(farthest)) continue;
    const Step until{turn, ahead(turn)};
    const auto line = patch_->line_before(until.end.head<3>());
    if (!line || line->axis != axis) continue;
    taken = until;
    return line;
  }
  return {};
}

bool GeodesicIntegrator::end_at_line(Step& taken) const {
  constexpr int k_tries = 20;
  constexpr double k_short = 0.05;
  bool ends_there = false;
  for (int i = 0; i < k_tries; ++i) {
    const auto line = line_in(taken);
    if (!line) break;
    const int x = line->axis, v = 3 + line->axis;
    if (std::abs(line->place - taken.end[x]) <= k_short * taken.length * std::abs(taken.end[v])) {
      for (int k = 0; k < 3; ++k) {
        const double back = (line->place - taken.end[x]) / taken.end[v];
        taken = {taken.length + back, on_surface(short_step(taken.end, back))};
      }
    } else {
      const double h = taken.length * share_at(line->place, state_[x], taken.length * state_[v],
                                               taken.end[x], taken.length * taken.end[v]);
      taken = {h, ahead(h)};
    }
    ends_there = true;
  }
  return ends_there;
}

// Runge and Kutta's classical method (Kutta 1901).
GeodesicState GeodesicIntegrator::short_step(const GeodesicState& from, double h) const {
  const GeodesicState k1 = rate(from), k2 = rate(from + 0.5 * h * k1);
  const GeodesicState k3 = rate(from + 0.5 * h * k2), k4 = rate(from + h * k3);
  return from + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

}  // namespace condyle::geometry

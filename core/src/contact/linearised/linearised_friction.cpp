#include "core/src/contact/linearised/linearised_friction.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/linearised/block_vectors.h"

namespace condyle {
using Eigen::Vector3d;

Vector3d slip_of(const LinearisedTriangle& t, const Vector6& V) {
  const Vector3d velocity = V.tail<3>() + V.head<3>().cross(t.rubs_at);
  return velocity - t.across.dot(velocity) * t.across;
}

void report_friction(const LinearisedTriangle& t, double area, const Vector3d& traction,
                     double slip_damping, ContactBlock& out, int i) {
  out.slip_damping[i] = slip_damping;
  put(traction, out.traction, i);
  put(wrench(t.rubs_at, area * traction), out.friction, i);
  put(t.rubs_at, out.rubs_at, i);
  out.cover[i] = t.cover;
}

LinearisedFriction rub(const LinearisedTriangle& t, double normal_force, const Friction& friction,
                       const Vector6& V, const SlopeWanted& wanted) {
  const Vector3d slip = slip_of(t, V);
  const double speed = slip.norm();
  const double secant = t.cover * friction_coefficient_over_speed(curve_of(friction), speed);
  LinearisedFriction result;
  result.force = normal_force * secant * slip;
  result.drag = normal_force * secant;
  result.by_normal = secant * slip;
  result.slope = wanted.dt * normal_force * secant * plane_across(t.across);
  if (wanted.exact && speed > 0) {
    const double slope = t.cover * friction_slope(curve_of(friction), speed);
    result.slope +=
        wanted.dt * normal_force * (slope - secant) / (speed * speed) * slip * slip.transpose();
  }
  return result;
}

LinearisedFriction rub(const LinearisedTriangle& t, double area, const FrictionSample& sample,
                       const Vector6& V, const SlopeWanted& wanted) {
  const Vector3d slip = slip_of(t, V);
  const double speed = slip.norm();
  area *= t.cover;
  const double secant = area * (speed > 0 ? sample.force / speed : sample.by_speed);
  LinearisedFriction result;
  result.force = secant * slip;
  result.drag = secant;
  result.slope = wanted.dt * secant * plane_across(t.across);
  if (!(speed > 0)) return result;
  result.by_normal = t.cover * sample.by_normal / speed * slip;
  if (wanted.exact) {
    const double rising = area * std::max(0.0, sample.by_speed);  // only where friction rises
    result.slope += wanted.dt * (rising - secant) / (speed * speed) * slip * slip.transpose();
  }
  return result;
}

}  // namespace condyle

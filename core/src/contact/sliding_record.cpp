#include "core/src/contact/sliding_record.h"

#include <Eigen/Geometry>

#include "condyle/contact/contact_result.h"

namespace condyle {
namespace {

/// Speed of a casting triangle's centroid along the triangle [m/s].
double slip_speed(const ContactSurface& casting, std::size_t triangle, const Twist& V_TC_C) {
  const Eigen::Vector3d& n = casting.normals()[triangle];
  const Eigen::Vector3d velocity =
      V_TC_C.linear + V_TC_C.angular.cross(casting.centroids()[triangle]);
  return (velocity - velocity.dot(n) * n).norm();
}

}  // namespace

double worn_volume(const SlidingRecord& record, const ContactSurface& casting,
                   std::span<const int> triangles) {
  if (record.worn_depth.empty()) return 0;
  double sum = 0;
  for (const int t : triangles) {
    const auto c = static_cast<std::size_t>(t);
    sum += record.worn_depth[c] * casting.areas()[c];
  }
  return sum;
}

void SlidingStep::clear() {
  sliding_distance = friction_work = 0;
  worn.clear();
}

void add_sliding(const ContactResult& result, const ContactSurface& casting,
                 double wear_coefficient, double dt, SlidingStep& step) {
  const Sliding sliding = sliding_of(result.total, result.V_TC_C);
  step.sliding_distance += dt * sliding.slip_velocity.norm();
  step.friction_work += dt * sliding.friction_power;
  if (wear_coefficient == 0) return;
  const SideMap& map = result.casting;
  for (const ProximityHit& hit : result.hits) {
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    const double pressure = map.pressure[c];
    if (pressure == 0) continue;
    const double slip = dt * slip_speed(casting, c, result.V_TC_C);
    step.worn.push_back({hit.casting_triangle, wear_coefficient * pressure * slip});
  }
}

void enter(SlidingStep& step, const ContactSurface& casting, SlidingRecord& record) {
  record.sliding_distance += step.sliding_distance;
  record.friction_work += step.friction_work;
  if (!step.worn.empty()) record.worn_depth.resize(casting.element_count(), 0.0);
  for (const SlidingStep::Worn& worn : step.worn) {
    const auto c = static_cast<std::size_t>(worn.casting_triangle);
    record.worn_depth[c] += worn.depth;
    record.worn_volume += worn.depth * casting.areas()[c];
  }
  step.clear();
}

}  // namespace condyle

#include "lab/sliding_map.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace condyle {

SlidingMap::SlidingMap(const ContactSurface& casting) {
  for (const Eigen::Vector3d& n : casting.normals()) {
    const Eigen::Vector3d u = n.unitOrthogonal();
    planes_.push_back({u, n.cross(u)});
  }
  work_.assign(planes_.size(), 0);
  highest_.assign(planes_.size(), 0);
  tensor_.assign(planes_.size(), Eigen::Vector3d::Zero());
}

void SlidingMap::add(const ContactResult& result, const ContactSurface& casting, double dt) {
  const SideMap& map = result.casting;
  for (const ProximityHit& hit : result.hits) {
    const auto t = static_cast<std::size_t>(hit.casting_triangle);
    const double pressure = map.pressure[t];
    if (pressure == 0) continue;
    highest_[t] = std::max(highest_[t], pressure);
    const Eigen::Vector3d velocity =
        result.V_TC_C.linear + result.V_TC_C.angular.cross(casting.centroids()[t]);
    const double u = dt * planes_[t].u.dot(velocity), v = dt * planes_[t].v.dot(velocity);
    const double slip = std::hypot(u, v);
    if (slip == 0) continue;
    work_[t] += pressure * slip;
    tensor_[t] += pressure / slip * Eigen::Vector3d(u * u, v * v, u * v);
  }
}

std::vector<double> SlidingMap::cross_shear() const {
  std::vector<double> shares;
  for (std::size_t t = 0; t < work_.size(); ++t) {
    const Eigen::Vector3d& T = tensor_[t];
    // The lesser principal value; both add up to the work.
    const double across = work_[t] / 2 - std::hypot((T[0] - T[1]) / 2, T[2]);
    shares.push_back(work_[t] > 0 ? std::max(0.0, across / work_[t]) : 0);
  }
  return shares;
}

}  // namespace condyle

#pragma once

#include <Eigen/Geometry>
#include <algorithm>
#include <limits>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_lanes.h"

namespace condyle::test {

// The results of ContactPair::assemble computed in the plainest way: one struct per triangle, and
// sums term by term in long double. Each sum carries the sum of its terms' magnitudes, which bounds
// the rounding in any other order.

/// One casting triangle in contact. Vectors are in the casting mesh frame C.
struct PlainContact {
  int triangle = -1;
  double area = 0, proximity = 0, pressure = 0, stiffness = 0, energy = 0;
  double normal_damping = 0, slip_damping = 0;
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
  Eigen::Vector3d along = centroid;    ///< minus the force per pressure and area
  Eigen::Vector3d across = centroid;   ///< unit vector perpendicular to the slip
  Eigen::Vector3d acts_at = centroid;  ///< point at which pressure and friction act
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();

  Eigen::Vector3d force() const { return area * (traction - pressure * along); }
};

inline PlainContact plain_contact(const ContactPair& pair, const ProximityHit& hit,
                                  const Pose& X_CT, const Twist& V_TC_C) {
  const int t = hit.casting_triangle;
  const ContactSurface& casting = pair.casting();
  PlainContact c{.triangle = t,
                 .area = casting.areas()[t],
                 .proximity = hit.proximity,
                 .centroid = casting.centroids()[t]};
  const Eigen::Vector3d n = casting.normals()[t], p_hit = c.centroid - hit.proximity * n;
  const Eigen::Vector3d n_t = X_CT.linear() * pair.target().normals()[hit.target_triangle];
  const bool follows_target = pair.settings().force_direction == ForceDirection::target;
  c.along = follows_target ? Eigen::Vector3d(n_t / n.dot(n_t)) : n;
  c.across = follows_target ? n_t : n;
  c.acts_at = follows_target ? p_hit : c.centroid;
  if (follows_target && std::abs(n.dot(n_t)) < k_least_cosine) return c;
  const PressureLaw law = make_pressure_law(
      casting.layer(t), pair.target().layer(hit.target_triangle), pair.settings());
  const PressureSample elastic = evaluate(law, hit.proximity);
  c.pressure = elastic.pressure;
  c.stiffness = elastic.stiffness;
  c.energy = elastic.energy_density * c.area;
  const auto velocity_at = [&](const Eigen::Vector3d& p) -> Eigen::Vector3d {
    return V_TC_C.linear + V_TC_C.angular.cross(p);
  };
  const double dissipation = pair.settings().dissipation;
  if (dissipation > 0) {
    const double rate = velocity_at(p_hit).dot(n_t) / bounded_cosine(n.dot(n_t));
    const double factor = std::max(0.0, 1 + 1.5 * dissipation * rate);
    if (factor > 0) c.normal_damping = 1.5 * dissipation * c.pressure;
    c.pressure *= factor;
    c.stiffness *= factor;
  }
  if (pair.settings().friction.static_coefficient > 0) {
    const Eigen::Vector3d v = velocity_at(c.acts_at);
    const Eigen::Vector3d slip = v - v.dot(c.across) * c.across;
    c.slip_damping =
        c.along.norm() * c.pressure *
        friction_coefficient_over_speed(curve_of(pair.settings().friction), slip.norm());
    c.traction = -c.slip_damping * slip;
  }
  return c;
}

/// A sum, and the sum of its terms' magnitudes.
struct PlainSum {
  long double value = 0, magnitude = 0;
  int count = 0;

  void add(double term) { add(term, std::abs(term)); }
  /// `size` is given if the term results from larger numbers.
  void add(double term, double size) {
    value += term;
    magnitude += size;
    ++count;
  }
  /// Bound on the rounding: a few roundings per term and one per addition.
  double rounding() const {
    return static_cast<double>((count + 32) * std::numeric_limits<double>::epsilon() * magnitude);
  }
  bool agrees(double other) const {
    return std::abs(other - static_cast<double>(value)) <= rounding();
  }
};

struct PlainSums {
  int count = 0;
  double max_proximity = 0, max_pressure = 0;
  PlainSum area, proximity, pressure, proximity_area, pressure_area, energy;
  PlainSum proximity_moment[3], pressure_moment[3], force[3], moment[3];

  void add(const PlainContact& c) {
    ++count;
    max_proximity = std::max(max_proximity, c.proximity);
    max_pressure = std::max(max_pressure, c.pressure);
    area.add(c.area);
    proximity.add(c.proximity);
    pressure.add(c.pressure);
    proximity_area.add(c.proximity * c.area);
    pressure_area.add(c.pressure * c.area);
    energy.add(c.energy);
    const Eigen::Vector3d f = c.force(), m = c.acts_at.cross(f);
    const double size = c.area * (c.pressure * c.along.norm() + c.traction.norm());
    for (int k = 0; k < 3; ++k) {
      proximity_moment[k].add(c.proximity * c.area * c.centroid[k]);
      pressure_moment[k].add(c.pressure * c.area * c.centroid[k]);
      force[k].add(f[k], size);
      moment[k].add(m[k], size * c.acts_at.norm());
    }
  }
};

/// Stiffness and damping entry by entry, from two explicit directions of slip.
struct PlainLinearisation {
  PlainSum stiffness[6][6], damping[6][6];

  static void add(PlainSum (&sums)[6][6], double weight, const PlainContact& c,
                  const Eigen::Vector3d& direction) {
    Vector6 g, size;
    g << c.acts_at.cross(direction), direction;
    size << Eigen::Vector3d::Constant(c.acts_at.norm()), Eigen::Vector3d::Ones();
    size *= direction.norm();
    for (int i = 0; i < 6; ++i) {
      for (int j = 0; j < 6; ++j) sums[i][j].add(weight * g[i] * g[j], weight * size[i] * size[j]);
    }
  }
  void add(const PlainContact& c) {
    const Eigen::Vector3d s = c.across.unitOrthogonal(), t = c.across.cross(s);
    add(stiffness, c.stiffness * c.area, c, c.along);
    add(damping, c.normal_damping * c.area, c, c.along);
    add(damping, c.slip_damping * c.area, c, s);
    add(damping, c.slip_damping * c.area, c, t);
  }
};

/// The sets of casting triangles in contact that are connected over edges, each ascending, in the
/// order of their first triangles.
inline std::vector<std::vector<int>> plain_patches(const ContactSurface& casting,
                                                   const std::vector<PlainContact>& contacts) {
  std::vector<bool> waits(static_cast<std::size_t>(casting.triangle_count()), false);
  for (const PlainContact& contact : contacts) waits[contact.triangle] = true;
  std::vector<std::vector<int>> patches;
  for (const PlainContact& contact : contacts) {
    if (!waits[contact.triangle]) continue;
    std::vector<int> patch{contact.triangle};
    waits[contact.triangle] = false;
    for (std::size_t i = 0; i < patch.size(); ++i) {
      for (const int next : casting.neighbours()[patch[i]]) {
        if (next < 0 || !waits[next]) continue;
        waits[next] = false;
        patch.push_back(next);
      }
    }
    std::sort(patch.begin(), patch.end());
    patches.push_back(patch);
  }
  return patches;
}

}  // namespace condyle::test

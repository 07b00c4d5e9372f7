#include "condyle/solver/frozen_work.h"

#include <Eigen/Geometry>

#include "condyle/solver/frozen_contact.h"
#include "condyle/solver/lane_vector.h"

namespace condyle {

using Eigen::Vector3d;

/// The law at one triangle or point, without damping.
NormalSample FrozenContact::elastic_at(std::size_t place, double depth) const {
  if (!(depth > 0) || normal_.kind == NormalLawKind::user) return {};
  const double slope = blocks_[place / k_lanes].law_slope[place % k_lanes];
  if (!is_foundation(normal_)) {
    constexpr double k_still = 0;
    NormalSample sample;
    condyle::evaluate(normal_, 0, {&slope, 1}, {&depth, 1}, {&k_still, 1}, {&sample, 1});
    return sample;
  }
  if (nonlinear_laws_.empty()) return {slope * depth, slope, 0, 0.5 * slope * depth * depth};
  const PressureSample sample = condyle::evaluate(nonlinear_laws_[place], depth);
  return {sample.pressure, sample.stiffness, 0, sample.energy_density};
}

void FrozenContact::add_work(std::size_t place, double h, FrozenWork& work) const {
  const std::size_t b = place / k_lanes, lane = place % k_lanes;
  const FrozenBlock& block = blocks_[b];
  const bool by_mean = takes_mean_ && normal_.kind != NormalLawKind::user;
  const double area = block.area[lane], acting = block.proximity_at_end[lane];
  double rate = 0, depth = acting;  // of the proximity over the displacement, and at its end
  for (int k = 0; k < 6; ++k) {
    rate += block.gradient[k][lane] * (motion_.velocity[k] - motion_.lag[k]);
    depth += block.gradient[k][lane] * motion_.to_end[k];
  }
  if (area == 0 || !(acting > 0 || depth > 0 || by_mean)) return;
  const double start = depth - h * rate;
  if (!(acting > 0 || depth > 0 || start > 0)) return;

  const double pressure = block.pressure[lane];
  const NormalSample elastic = elastic_at(place, depth);
  work.layers += area * elastic.energy;
  work.stiffness += area * elastic.by_depth;
  work.pressure += h * area * pressure * rate;
  const Vector3d traction = vector_at(block.traction, lane);
  Vector3d velocity = motion_.velocity.tail<3>() - motion_.lag.tail<3>();
  if (!yields_.empty()) {
    const Vector3d drift = vector_at(yields_[b].drift, lane);
    const Vector3d force = area * (traction - pressure * vector_at(block.along, lane));
    work.by_vertices -= h * force.dot(drift);
    velocity += drift;
    for (int k = 0; k < 3; ++k) rate += block.gradient[3 + k][lane] * drift[k];
    work.yields = work.yields || yields_[b].mobility[lane] > 0;
  }
  if (by_mean)
    work.damping += area * (h * pressure * rate - elastic.energy + elastic_at(place, start).energy);
  else if (normal_.kind != NormalLawKind::user)
    work.damping += h * area * (pressure - elastic_at(place, acting).force) * rate;
  if (!bristles_.empty()) {
    const BristleBlock& bristles = bristles_[b];
    work.friction += area * traction.norm() * bristles.dragged[lane];
    work.bristles +=
        0.5 * area * bristles.stiffness[lane] * vector_at(bristles.stretch, lane).squaredNorm();
  } else if (rubs(friction_)) {
    const Vector3d turning = motion_.velocity.head<3>() - motion_.lag.head<3>();
    velocity += turning.cross(vector_at(block.rubs_at, lane));
    work.friction -= h * area * traction.dot(velocity);
  }
}

FrozenWork FrozenContact::work_at_end(double h) const {
  FrozenWork work;
  if (is_clear_ && !takes_mean_) return work;
  for (std::size_t place = 0; place < k_lanes * blocks_.size(); ++place) add_work(place, h, work);
  if (normal_.kind == NormalLawKind::user) work.layers += users_energy_;
  if (work.yields) work.damping = work.friction = work.by_vertices = 0;
  return work;
}

double FrozenContact::elastic_where_found() const {
  double energy = 0;
  if (bound_.nearest <= 0) return energy;
  for (std::size_t place = 0; place < k_lanes * blocks_.size(); ++place) {
    const FrozenBlock& block = blocks_[place / k_lanes];
    const std::size_t lane = place % k_lanes;
    energy += block.area[lane] * elastic_at(place, block.proximity[lane]).energy;
  }
  return energy;
}

}  // namespace condyle

#include "core/src/contact/linearised/linearised_work.h"

#include <Eigen/Geometry>
#include <cmath>

#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/linearised_geometry.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// The law at one triangle or point, without damping, by any law but the linear one.
NormalSample elastic_by_curve(double slope, std::size_t place, double depth,
                              const LinearisedLaw& law) {
  if (law.normal != nullptr) {
    constexpr double k_still = 0;
    NormalSample sample;
    evaluate(*law.normal, 0, {&slope, 1}, {&depth, 1}, {&k_still, 1}, {&sample, 1});
    return sample;
  }
  const PressureSample sample = evaluate(law.nonlinear_at(place), depth);
  return {sample.pressure, sample.stiffness, 0, sample.energy_density};
}

/// The law at one triangle or point, without damping.
NormalSample elastic_at(std::span<const LinearisedBlock> blocks, std::size_t place, double depth,
                        const LinearisedLaw& law) {
  if (!(depth > 0) || law.asks_user()) return {};
  const auto [b, lane] = place_of(place);
  const double slope = blocks[b].law_slope[lane];
  if (law.normal != nullptr || !law.nonlinear.empty())
    return elastic_by_curve(slope, place, depth, law);
  return {slope * depth, slope, 0, 0.5 * slope * depth * depth};
}

/// Of each lane, the rate of the proximity over the displacement, and the proximity at its end.
struct Displaced {
  BlockRow rate, end;
};
Displaced displaced(const LinearisedBlock& block, const RelativeMotion& motion) {
  Displaced result;
  for (int lane = 0; lane < k_lanes; ++lane) {
    result.rate[lane] = 0;
    result.end[lane] = block.proximity_at_end[lane];
  }
  for (int k = 0; k < 6; ++k) {
    const double speed = motion.velocity[k] - motion.lag[k], to_end = motion.to_end[k];
    for (int lane = 0; lane < k_lanes; ++lane) {
      result.rate[lane] += block.gradient[k][lane] * speed;
      result.end[lane] += block.gradient[k][lane] * to_end;
    }
  }
  return result;
}

/// `velocity` of the casting mesh's origin, relative to the target.
void add_friction(const LinearisedStep& step, std::size_t place, bool touches, Vector3d velocity,
                  LinearisedWork& work) {
  const auto [b, lane] = place_of(place);
  const LinearisedBlock& block = step.blocks[b];
  const double area = block.area[lane];
  const Vector3d traction = vector_at(block.traction, lane);
  if (!step.bristles.empty()) {
    const BristleBlock& bristles = step.bristles[b];
    work.friction += area * traction.norm() * bristles.dragged[lane];
    if (touches)
      work.bristles +=
          0.5 * area * bristles.stiffness[lane] * vector_at(bristles.stretch, lane).squaredNorm();
  } else if (step.law.rubs()) {
    const Vector3d turning = step.motion.velocity.head<3>() - step.motion.lag.head<3>();
    velocity += turning.cross(vector_at(block.rubs_at, lane));
    work.friction -= step.length * area * traction.dot(velocity);
  }
}

void add_work(const LinearisedStep& step, std::size_t place, const Displaced& by_lane,
              LinearisedWork& work) {
  const auto& [blocks, law, bristles, motion, h] = step;
  const auto [b, lane] = place_of(place);
  const LinearisedBlock& block = blocks[b];
  const double depth_held_back = block.depth_held_back[lane];
  const auto elastic_by_law = [&step, place, depth_held_back](double proximity) {
    return elastic_at(step.blocks, place, proximity - depth_held_back, step.law);
  };
  const double area = block.area[lane], acting = block.proximity_at_end[lane];
  const double depth = by_lane.end[lane];
  double rate = by_lane.rate[lane];
  if (area == 0 || !(acting > 0 || depth > 0)) return;
  const double start = depth - h * rate;
  if (!(acting > 0 || depth > 0 || start > 0)) return;

  const double pressure = block.pressure[lane];
  const NormalSample elastic = elastic_by_law(depth);
  work.layers += area * elastic_at(step.blocks, place, depth, law).energy;
  work.stiffness += area * elastic.by_depth;
  work.pressure += h * area * pressure * rate;
  const Vector3d traction = vector_at(block.traction, lane);
  Vector3d velocity = motion.velocity.tail<3>() - motion.lag.tail<3>();
  if (!law.vertices.empty()) {
    const Vector3d drift = vector_at(law.vertices[b].drift, lane);
    const Vector3d force = area * (traction - pressure * vector_at(block.along, lane));
    work.by_vertices -= h * force.dot(drift);
    velocity += drift;
    for (int k = 0; k < 3; ++k) rate += block.gradient[3 + k][lane] * drift[k];
    work.compliant = work.compliant || law.vertices[b].mobility[lane] > 0;
  }
  if (!law.asks_user()) work.damping += h * area * (pressure - elastic_by_law(acting).force) * rate;
  add_friction(step, place, acting > depth_held_back, velocity, work);
}

}  // namespace

LinearisedWork friction_work_of(const LinearisedStep& step) {
  LinearisedWork work;
  const Vector3d velocity = step.motion.velocity.tail<3>() - step.motion.lag.tail<3>();
  for (std::size_t place = 0; place < k_lanes * step.blocks.size(); ++place) {
    const auto [b, lane] = place_of(place);
    if (step.blocks[b].pressure[lane] > 0) add_friction(step, place, true, velocity, work);
  }
  return work;
}

LinearisedWork work_of(const LinearisedStep& step) {
  LinearisedWork work;
  for (std::size_t b = 0; b < step.blocks.size(); ++b) {
    const Displaced by_lane = displaced(step.blocks[b], step.motion);
    for (std::size_t lane = 0; lane < k_lanes; ++lane)
      add_work(step, k_lanes * b + lane, by_lane, work);
  }
  if (work.compliant) work.damping = work.friction = work.by_vertices = 0;
  return work;
}

double part_that_gives(double energy, std::span<const LinearisedBlock> blocks,
                       const LinearisedLaw& law, const Vector6& displacement) {
  constexpr double k_part_of_product = 0.25;
  double most = 0;
  for (std::size_t place = 0; place < k_lanes * blocks.size(); ++place) {
    const auto [b, lane] = place_of(place);
    const LinearisedBlock& block = blocks[b];
    if (block.area[lane] == 0) continue;
    const double start = proximity_before(block, lane, displacement);
    most +=
        k_part_of_product * block.area[lane] * elastic_at(blocks, place, start, law).force * start;
  }
  return most > energy ? std::sqrt(energy / most) : 1;
}

double elastic_where_found(std::span<const LinearisedBlock> blocks, const LinearisedLaw& law) {
  double energy = 0;
  for (std::size_t place = 0; place < k_lanes * blocks.size(); ++place) {
    const auto [b, lane] = place_of(place);
    const LinearisedBlock& block = blocks[b];
    energy += block.area[lane] * elastic_at(blocks, place, block.proximity[lane], law).energy;
  }
  return energy;
}

}  // namespace condyle

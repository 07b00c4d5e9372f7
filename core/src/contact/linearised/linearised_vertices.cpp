#include "core/src/contact/linearised/linearised_vertices.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/linearised/block_vectors.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr int k_most_trials = 60;
constexpr double k_tolerance = 1e-14;

/// Evaluates the force per area of all lanes at given depths and rates.
void sample(const LinearisedBlock& block, std::size_t b, const LinearisedLaw& law,
            const double (&depth)[k_lanes], const double (&rate)[k_lanes],
            NormalSample (&samples)[k_lanes]) {
  if (law.normal != nullptr) {
    evaluate(*law.normal, law.dissipation, block.law_slope, depth, rate, samples);
    return;
  }
  for (int lane = 0; lane < k_lanes; ++lane)
    samples[lane] =
        depth[lane] > 0 ? foundation(block, b, lane, depth[lane], rate[lane], law) : NormalSample{};
}

/// The slip speed v that remains of the speed `free`: v + resistance mu(v) = free.
double compliant_speed(const Friction& friction, double resistance, double free) {
  double low = 0, high = free;
  for (int trial = 0; trial < k_most_trials && high - low > k_tolerance * free; ++trial) {
    const double v = 0.5 * (low + high);
    const double rest =
        v * (1 + resistance * friction_coefficient_over_speed(curve_of(friction), v)) - free;
    (rest < 0 ? low : high) = v;
  }
  return 0.5 * (low + high);
}

Vector3d mean(const ElementWeights& at, std::span<const Vector3d> velocities) {
  Vector3d sum = Vector3d::Zero();
  if (!velocities.empty())
    for_each_vertex(at, [&](std::size_t k, std::size_t v) { sum += at.weight[k] * velocities[v]; });
  return sum;
}

void count(const ElementWeights& at, std::span<int> counts) {
  if (!counts.empty()) for_each_vertex(at, [&](std::size_t, std::size_t v) { ++counts[v]; });
}

double compliance_of(const ElementWeights& at, std::span<const double> per_mass) {
  double sum = 0;
  if (!per_mass.empty())
    for_each_vertex(at, [&](std::size_t k, std::size_t v) {
      sum += at.weight[k] * at.weight[k] * per_mass[v];
    });
  return sum;
}

}  // namespace

void linearise_vertices(const SurfacePair& pair, std::span<const ProximityHit> hits,
                        const LinearisedPoses& found, const LinearisedGeometry& geometry,
                        LinearisedVertices& vertices) {
  const ContactSurface &casting = *pair.casting, &target = *pair.target;
  vertices.triangles.clear();
  vertices.blocks.assign(geometry.blocks.size(), {});
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    const LinearisedWeights at{casting_weights(casting, hit.casting_triangle),
                               target_weights(casting, target, hit, found.X_TC)};
    vertices.triangles.push_back(at);
    const auto [b, lane] = geometry.place(i);
    put(mean(at.casting, casting.vertex_velocities()) -
            found.X_CT.linear() * mean(at.target, target.vertex_velocities()),
        vertices.blocks[b].drift, lane);
  });
}

void count_triangles(const LinearisedVertices& vertices, std::span<int> casting,
                     std::span<int> target) {
  for (const LinearisedWeights& at : vertices.triangles) {
    count(at.casting, casting);
    count(at.target, target);
  }
}

void set_compliance(std::span<const double> casting, std::span<const double> target, double time,
                    double h, const LinearisedGeometry& geometry, LinearisedVertices& vertices) {
  for (std::size_t i = 0; i < vertices.triangles.size(); ++i) {
    const LinearisedWeights& at = vertices.triangles[i];
    const double per_mass = compliance_of(at.casting, casting) + compliance_of(at.target, target);
    const auto [b, lane] = geometry.place(i);
    vertices.blocks[b].compliance[lane] = time * h * per_mass;
    vertices.blocks[b].mobility[lane] = h * per_mass;
  }
}

Vector6 with_drift(const Vector6& velocity, const VertexBlock& vertices, int lane) {
  Vector6 V = velocity;
  V.tail<3>() += vector_at(vertices.drift, lane);
  return V;
}

/// Solves F = A f(d - c F, d' - e F) for the force F of each lane, by Newton's method between
/// bounds: f rises with depth and rate, so the left side minus the right one rises with F.
void press_compliant(LinearisedBlock& block, std::size_t b, const LinearisedLaw& law,
                     Pressed& pressed) {
  const VertexBlock& vertices = law.vertices[b];
  double depth[k_lanes] = {}, rate[k_lanes] = {}, force[k_lanes] = {};
  double low[k_lanes] = {}, high[k_lanes] = {};
  NormalSample samples[k_lanes];
  bool is_open[k_lanes] = {};
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!is_touching(block, lane, pressed)) continue;
    depth[lane] = pressed.triangle[lane].depth;
    rate[lane] = pressed.rate[lane];
    is_open[lane] = true;
    high[lane] = INFINITY;
  }
  for (int trial = 0;; ++trial) {
    sample(block, b, law, depth, rate, samples);
    bool any_open = false;
    for (int lane = 0; lane < k_lanes; ++lane) {
      if (!is_open[lane]) continue;
      const double c = vertices.compliance[lane], e = vertices.mobility[lane],
                   area = block.area[lane];
      const double answer = area * samples[lane].force;
      const double slope = area * (samples[lane].by_depth * c + samples[lane].by_rate * e);
      const double excess = force[lane] - answer;
      (excess < 0 ? low : high)[lane] = force[lane];
      if (std::abs(excess) <= k_tolerance * std::max(force[lane], answer) ||
          trial == k_most_trials) {
        is_open[lane] = false;
        continue;
      }
      double next = force[lane] - excess / (1 + std::max(0.0, slope));
      if (!(next > low[lane] && next < high[lane]) && std::isfinite(high[lane]))
        next = 0.5 * (low[lane] + high[lane]);
      if (next == force[lane]) {
        is_open[lane] = false;
        continue;
      }
      force[lane] = next;
      depth[lane] = pressed.triangle[lane].depth - c * next;
      rate[lane] = pressed.rate[lane] - e * next;
      any_open = true;
    }
    if (!any_open) break;
  }
  for (int lane = 0; lane < k_lanes; ++lane) {
    if (!is_touching(block, lane, pressed)) continue;
    const double c = vertices.compliance[lane], e = vertices.mobility[lane],
                 area = block.area[lane];
    NormalSample& result = pressed.sample[lane] = samples[lane];
    const double softening = pressed.softening[lane] =
        1 / (1 + std::max(0.0, area * (result.by_depth * c + result.by_rate * e)));
    result.by_depth *= softening;
    result.by_rate *= softening;
    block.proximity_at_end[lane] = depth[lane] + block.depth_held_back[lane];
  }
}

LinearisedFriction rub_compliant(const LinearisedTriangle& t, double normal_force,
                                 const Friction& friction, const Vector6& V, double mobility,
                                 const SlopeWanted& wanted) {
  if (!(mobility > 0)) return rub(t, normal_force, friction, V, wanted);
  const Vector3d slip = slip_of(t, V);
  const double speed = slip.norm();
  if (!(speed > 0)) return rub(t, normal_force, friction, V, wanted);
  const double left = compliant_speed(friction, mobility * normal_force, speed);
  Vector6 yielded = V;
  yielded.tail<3>() -= (1 - left / speed) * slip;
  LinearisedFriction result = rub(t, normal_force, friction, yielded, wanted);
  // Derivatives by the slip without yielding: dv = dv_free - e dF, where the slope contains dt.
  const Matrix3d softening = (Matrix3d::Identity() + mobility / wanted.dt * result.slope).inverse();
  result.slope = (result.slope * softening).eval();
  result.by_normal = (softening.transpose() * result.by_normal).eval();
  return result;
}

}  // namespace condyle

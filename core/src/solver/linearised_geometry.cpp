#include "core/src/solver/linearised_geometry.h"

#include <cmath>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/law_lanes.h"
#include "core/src/contact/resolved_friction.h"
#include "core/src/contact/surfaces_at_hit.h"
#include "core/src/solver/lane_vector.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// 1 / cosine between ray and target, bounded for rays that graze.
double bounded_inverse(double cosine) {
  const double bound = cosine < 0 ? -k_least_cosine : k_least_cosine;
  return 1 / (std::abs(cosine) >= k_least_cosine ? cosine : bound);
}

void make_places(std::span<const ProximityHit> hits, LinearisedGeometry& geometry) {
  std::size_t in_contact = 0, all = 0;
  for (const ProximityHit& hit : hits) {
    in_contact += hit.proximity > 0 ? 1 : 0;
    all += hit.proximity < -geometry.reach ? 0 : 1;
  }
  std::size_t next[] = {k_lanes * block_count(in_contact), 0};
  geometry.blocks.assign(block_count(in_contact) + block_count(all - in_contact), {});
  geometry.places.clear();
  geometry.places.reserve(all);
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t) {
    geometry.places.push_back(static_cast<int>(next[hit.proximity > 0 ? 1 : 0]++));
  });
}

/// Sets how a triangle's proximity changes and along what it presses, from the surface that its ray
/// met.
class Directions {
 public:
  Directions(const ContactPair& pair, const LinearisedPoses& found)
      : casting_(pair.casting()),
        target_(pair.target()),
        found_(found),
        follows_target_(pair.settings().force_direction == ForceDirection::target),
        two_sided_(pair.settings().two_sided),
        rubs_at_hit_(follows_target_ && !is_sticking(pair.settings().friction)) {}

  void put(const ProximityHit& hit, LinearisedBlock& block, std::size_t lane) const {
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    const Vector3d &centroid = casting_.centroids()[c], &n = casting_.normals()[c];
    const Vector3d p_hit = centroid - hit.proximity * n;
    const Vector3d n_t =
        found_.X_CT.linear() * target_normal(target_, hit.target_triangle, found_.X_TC, p_hit);
    const double cosine = n.dot(n_t);
    const bool leaves = two_sided_ ? std::abs(cosine) >= k_least_cosine : cosine <= -k_least_cosine;
    if (follows_target_ && !leaves) drop(block, lane);
    const double inverse = bounded_inverse(cosine);
    const Vector3d m = inverse * n_t;
    put_gradient(p_hit, m, block, lane);
    condyle::put(follows_target_ ? p_hit : centroid, block.at, lane);
    condyle::put(follows_target_ ? m : n, block.along, lane);
    condyle::put(rubs_at_hit_ ? p_hit : centroid, block.rubs_at, lane);
    condyle::put(follows_target_ ? n_t : n, block.across, lane);
    block.cover[lane] = follows_target_ ? std::abs(inverse) : 1;
  }

 private:
  const ContactSurface &casting_, &target_;
  const LinearisedPoses& found_;
  bool follows_target_, two_sided_, rubs_at_hit_;
};

}  // namespace

void linearise_triangles(const ContactPair& pair, std::span<const ProximityHit> hits,
                         const LinearisedPoses& found, LinearisedGeometry& geometry,
                         std::vector<PressureLaw>* nonlinear) {
  make_places(hits, geometry);
  if (nonlinear) nonlinear->assign(k_lanes * geometry.blocks.size(), {});
  const Directions directions(pair, found);
  const std::span<const double> areas = pair.casting().areas();
  const double share = pair.share();
  const bool has_one_law = pair.casting().has_uniform_layer() && pair.target().has_uniform_layer();
  PressureLaw law = pair.evaluator().law(0, 0);
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    if (!has_one_law) law = pair.evaluator().law(hit.casting_triangle, hit.target_triangle);
    const auto [b, lane] = geometry.place(i);
    LinearisedBlock& block = geometry.blocks[b];
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    put_depth(share * areas[c], law, hit.proximity, block, lane);
    directions.put(hit, block, lane);
    if (nonlinear) (*nonlinear)[k_lanes * b + lane] = law;
  });
}

void put_depth(double area, const PressureLaw& layers, double proximity, LinearisedBlock& block,
               std::size_t lane) {
  block.area[lane] = area;
  block.law_slope[lane] = layers.initial_stiffness;
  block.layers[lane] = layers.thickness_a + layers.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = proximity;
}

void put_gradient(const Vector3d& point, const Vector3d& direction, LinearisedBlock& block,
                  std::size_t lane) {
  const Vector3d turn = point.cross(direction);
  for (int k = 0; k < 3; ++k) {
    block.gradient[k][lane] = turn[k];
    block.gradient[3 + k][lane] = direction[k];
  }
}

double proximity_before(const LinearisedBlock& block, std::size_t lane, const Vector6& way) {
  double proximity = block.proximity[lane];
  for (int k = 0; k < 6; ++k) proximity -= block.gradient[k][lane] * way[k];
  return proximity;
}

double proximity_after(const LinearisedBlock& block, std::size_t lane, const Vector6& way) {
  double sum = block.gradient[0][lane] * way[0];
  for (int k = 1; k < 6; ++k) sum += block.gradient[k][lane] * way[k];
  return block.proximity[lane] + sum;
}

}  // namespace condyle

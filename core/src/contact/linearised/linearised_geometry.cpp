#include "core/src/contact/linearised/linearised_geometry.h"

#include <cmath>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/law_kernels.h"
#include "core/src/contact/surface/surfaces_at_hit.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

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

/// The input of LawKernels::face_target().
FaceTask face_task(const SurfacePair& pair, const LinearisedPoses& found,
                   std::span<LinearisedBlock> blocks) {
  const bool follows_target = pair.follows_target();
  FaceTask task{.blocks = blocks.data(),
                .count = static_cast<int>(blocks.size()),
                .R_CT = {},
                .follows_target = follows_target,
                .two_sided = pair.settings.two_sided,
                .rubs_at_hit = follows_target && !is_sticking(pair.friction)};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) task.R_CT[i][j] = found.X_CT.linear()(i, j);
  return task;
}

}  // namespace

void linearise_triangles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                         std::span<const CastingPiece> pieces, const LinearisedPoses& found,
                         LinearisedGeometry& geometry, std::vector<PressureLaw>* nonlinear) {
  make_places(hits, geometry);
  if (nonlinear) nonlinear->assign(k_lanes * geometry.blocks.size(), {});
  const ContactSurface &casting = *pair.casting, &target = *pair.target;
  const double share = pair.share;
  const bool has_one_law = casting.has_uniform_layer() && target.has_uniform_layer();
  PressureLaw law = pair.law(0, 0);
  geometry.for_each_linearised(hits, [&](const ProximityHit& hit, std::size_t i) {
    if (!has_one_law) law = pair.law(hit.casting_triangle, hit.target_triangle);
    const auto [b, lane] = geometry.place(i);
    LinearisedBlock& block = geometry.blocks[b];
    const auto at = static_cast<std::size_t>(&hit - hits.data());
    const auto& [centroid, n, area] = place_of(casting, pieces, at, hit);
    put_depth(share * area, law, hit.proximity, block, lane);
    put(centroid, block.at, lane);
    put(n, block.along, lane);
    put(target_normal(target, hit.target_triangle, found.X_TC, centroid - hit.proximity * n),
        block.across, lane);
    if (nonlinear) (*nonlinear)[k_lanes * b + lane] = law;
  });
  law_kernels().face_target(face_task(pair, found, geometry.blocks));
}

void put_depth(double area, const PressureLaw& layers, double proximity, LinearisedBlock& block,
               int lane) {
  block.area[lane] = area;
  block.law_slope[lane] = layers.initial_stiffness;
  block.layers[lane] = layers.thickness_a + layers.thickness_b;
  block.proximity[lane] = block.proximity_at_end[lane] = proximity;
}

void put_gradient(const Vector3d& point, const Vector3d& direction, LinearisedBlock& block,
                  int lane) {
  const Vector3d turn = point.cross(direction);
  for (int k = 0; k < 3; ++k) {
    block.gradient[k][lane] = turn[k];
    block.gradient[3 + k][lane] = direction[k];
  }
}

double proximity_before(const LinearisedBlock& block, int lane, const Vector6& displacement) {
  double proximity = block.proximity[lane];
  for (int k = 0; k < 6; ++k) proximity -= block.gradient[k][lane] * displacement[k];
  return proximity;
}

double proximity_after(const LinearisedBlock& block, int lane, const Vector6& displacement) {
  double sum = block.gradient[0][lane] * displacement[0];
  for (int k = 1; k < 6; ++k) sum += block.gradient[k][lane] * displacement[k];
  return block.proximity[lane] + sum;
}

}  // namespace condyle

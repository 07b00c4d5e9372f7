#include "core/src/contact/linearised/linearised_geometry.h"

#include <cmath>
#include <numeric>

#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/linearised/block_vectors.h"
#include "core/src/contact/linearised/law_kernels.h"
#include "core/src/contact/surface/surfaces_at_hit.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

/// A contact grows by a few triangles at a time; with room for twice as many, growth allocates
/// nothing.
template <class T>
void make_room(std::size_t count, std::vector<T>& list) {
  if (count > list.capacity()) list.reserve(2 * count);
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
  geometry.hits.clear();
  geometry.hits.reserve(all);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    if (hits[i].proximity < -geometry.reach) continue;
    geometry.places.push_back(static_cast<int>(next[hits[i].proximity > 0 ? 1 : 0]++));
    geometry.hits.push_back(static_cast<int>(i));
  }
}

void make_places_of(std::span<const int> chosen, LinearisedGeometry& geometry) {
  make_room(block_count(chosen.size()), geometry.blocks);
  make_room(chosen.size(), geometry.places);
  make_room(chosen.size(), geometry.hits);
  geometry.blocks.resize(block_count(chosen.size()));  // all lanes are written but those behind
  if (!chosen.empty()) geometry.blocks.back() = {};
  geometry.places.resize(chosen.size());
  std::iota(geometry.places.begin(), geometry.places.end(), 0);
  geometry.hits.assign(chosen.begin(), chosen.end());
}

void linearise_triangles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                         std::span<const CastingPiece> pieces, const LinearisedPoses& found,
                         LinearisedGeometry& geometry, std::vector<PressureLaw>* nonlinear) {
  if (nonlinear) {
    make_room(k_lanes * geometry.blocks.size(), *nonlinear);
    nonlinear->assign(k_lanes * geometry.blocks.size(), {});
  }
  linearise_triangles(pair, hits, pieces, found, geometry.hits, geometry.places, geometry.blocks,
                      nonlinear ? std::span(*nonlinear) : std::span<PressureLaw>());
}

void linearise_triangles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                         std::span<const CastingPiece> pieces, const LinearisedPoses& found,
                         std::span<const int> chosen, std::span<const int> places,
                         std::span<LinearisedBlock> blocks, std::span<PressureLaw> nonlinear,
                         ContactBlock* reported) {
  const ContactSurface &casting = *pair.casting, &target = *pair.target;
  const bool has_one_law = casting.has_uniform_layer() && target.has_uniform_layer();
  const Vector3d* const normals = target.shape() ? nullptr : target.normals().data();
  PressureLaw law = pair.law(0, 0);
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto at = static_cast<std::size_t>(chosen[i]);
    const ProximityHit& hit = hits[at];
    if (!has_one_law) law = pair.law(hit.casting_triangle, hit.target_triangle);
    const std::size_t number = places.empty() ? i : static_cast<std::size_t>(places[i]);
    LinearisedBlock& block = blocks[number / k_lanes];
    const auto lane = static_cast<int>(number % k_lanes);
    const CastingPlace from = place_of(casting, pieces, at, hit);
    put_depth(pair.share * from.area, law, hit.proximity, block, lane);
    put(from.centroid, block.at, lane);
    put(from.normal, block.along, lane);
    if (normals != nullptr)
      put(normals[hit.target_triangle], block.across, lane);
    else
      put(target_normal(target, hit.target_triangle, found.X_TC,
                        from.centroid - hit.proximity * from.normal),
          block.across, lane);
    if (!nonlinear.empty()) nonlinear[number] = law;
    if (reported != nullptr) put_place(hit, from, pair.share, *reported, static_cast<int>(i));
  }
  law_kernels().face_target(face_task(pair, found, blocks));
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

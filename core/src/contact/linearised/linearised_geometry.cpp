#include "core/src/contact/linearised/linearised_geometry.h"

#include <algorithm>
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
                   std::span<LinearisedBlock> blocks, ContactBlock* reported) {
  const bool follows_target = pair.follows_target();
  FaceTask task{.blocks = blocks.data(),
                .count = static_cast<int>(blocks.size()),
                .R_CT = {},
                .follows_target = follows_target,
                .two_sided = pair.settings.two_sided,
                .rubs_at_hit = follows_target && !is_sticking(pair.friction),
                .reported = reported};
  if (reported != nullptr) {  // nothing moves
    task.wants_gradient = pair.settings.dissipation > 0;
    task.rubs = rubs(pair.friction);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) task.R_CT[i][j] = found.X_CT.linear()(i, j);
  return task;
}

CastingPlace casting_place(const ContactSurface& casting, const ChosenHits& hits, std::size_t i) {
  return place_of(casting, hits.pieces, static_cast<std::size_t>(hits.chosen[i]), hits.hit(i));
}

void put_casting(const SurfacePair& pair, const ChosenHits& hits,
                 std::span<LinearisedBlock> blocks) {
  const ContactSurface& casting = *pair.casting;
  const double share = pair.share;
  for (std::size_t i = 0; i < hits.count(); ++i) {
    const auto [b, lane] = hits.place(i);
    LinearisedBlock& block = blocks[b];
    const CastingPlace from = casting_place(casting, hits, i);
    block.area[lane] = share * from.area;
    block.proximity[lane] = hits.hit(i).proximity;
    put(from.centroid, block.at, lane);
    put(from.normal, block.along, lane);
  }
}

/// Writes the target's normal, in its own axes.
void put_target(const SurfacePair& pair, const ChosenHits& hits, const Pose& X_TC,
                std::span<LinearisedBlock> blocks) {
  const ContactSurface& target = *pair.target;
  const Vector3d* const normals = target.shape() ? nullptr : target.normals().data();
  for (std::size_t i = 0; i < hits.count(); ++i) {
    const auto [b, lane] = hits.place(i);
    const ProximityHit& hit = hits.hit(i);
    if (normals != nullptr) {
      put(normals[hit.target_triangle], blocks[b].across, lane);
      continue;
    }
    const CastingPlace from = casting_place(*pair.casting, hits, i);
    const Vector3d met = from.centroid - hit.proximity * from.normal;
    put(target_normal(target, hit.target_triangle, X_TC, met), blocks[b].across, lane);
  }
}

void put_laws(const SurfacePair& pair, const ChosenHits& hits, std::span<LinearisedBlock> blocks,
              std::span<PressureLaw> laws) {
  if (pair.casting->has_uniform_layer() && pair.target->has_uniform_layer()) {
    const PressureLaw law = pair.law(0, 0);
    for (LinearisedBlock& block : blocks)
      for (int lane = 0; lane < k_lanes; ++lane) put_layers(law, block, lane);
    return;
  }
  for (std::size_t i = 0; i < hits.count(); ++i) {
    const auto [b, lane] = hits.place(i);
    const PressureLaw law = pair.law(hits.hit(i).casting_triangle, hits.hit(i).target_triangle);
    put_layers(law, blocks[b], lane);
    if (!laws.empty()) laws[static_cast<std::size_t>(hits.places[i])] = law;
  }
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
  std::span<PressureLaw> laws;
  if (nonlinear && pair.uniform_law) {
    nonlinear->assign(1, *pair.uniform_law);
  } else if (nonlinear) {
    make_room(k_lanes * geometry.blocks.size(), *nonlinear);
    nonlinear->assign(k_lanes * geometry.blocks.size(), {});
    laws = *nonlinear;
  }
  linearise_triangles(pair, {hits, pieces, geometry.hits, geometry.places}, found, geometry.blocks,
                      laws);
}

void linearise_triangles(const SurfacePair& pair, const ChosenHits& hits,
                         const LinearisedPoses& found, std::span<LinearisedBlock> blocks,
                         std::span<PressureLaw> laws, ContactBlock* reported) {
  const FaceTask task = face_task(pair, found, blocks, reported);
  put_casting(pair, hits, blocks);
  if (task.follows_target || task.wants_gradient) put_target(pair, hits, found.X_TC, blocks);
  put_laws(pair, hits, blocks, laws);
  if (reported != nullptr)
    for (std::size_t i = 0; i < hits.count(); ++i)
      reported->casting_triangle[i] = hits.hit(i).casting_triangle;
  law_kernels().face_target(task);
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

#include "core/src/solver/vertex_compliance.h"

#include <array>

#include "core/src/contact/vertex_shares.h"

namespace condyle {
namespace {

using Eigen::Vector3d;

void push(MovingVertices* vertices, const ElementWeights& at, const Wrench& impulse) {
  if (vertices == nullptr || !vertices->are_free()) return;
  std::array<Vector3d, 3> places;
  for_each_vertex(at, [&](std::size_t k, std::size_t v) { places[k] = vertices->start()[v]; });
  const std::array<Vector3d, 3> parts = share_out(at, impulse, places);
  for_each_vertex(at, [&](std::size_t k, std::size_t) { vertices->push(at.vertex[k], parts[k]); });
}

}  // namespace

void set_compliances(Island& island, double h) {
  if (island.vertices.empty() || island.is_explicit()) return;
  const auto counts = [](MovingVertices* of) { return of ? of->counts() : std::span<int>(); };
  const auto per_mass = [](MovingVertices* of) {
    return of ? of->per_mass() : std::span<const double>();
  };
  for (MovingVertices* vertices : island.vertices) vertices->clear_counts();
  for (const PairStep* pair : island.pairs)
    pair->linearised.count_triangles(counts(pair->casting_side.vertices),
                                     counts(pair->target_side.vertices));
  for (MovingVertices* vertices : island.vertices) vertices->split_masses();
  for (PairStep* pair : island.pairs)
    pair->linearised.set_compliance(per_mass(pair->casting_side.vertices),
                                    per_mass(pair->target_side.vertices), island.division.done + h,
                                    h);
  for (GroupPair& pair : island.group.pairs) pair.move = -1;
}

void push_vertices(const PairStep& pair, double h) {
  pair.linearised.for_each_force([&](const LinearisedForce& f) {
    const Pose& X_WC = pair.linearised.found().X_WC_acting;
    const Vector3d impulse = X_WC.linear() * (h * f.wrench_C.force);
    const Vector3d moment =
        X_WC.linear() * (h * f.wrench_C.moment) + X_WC.translation().cross(impulse);
    push(pair.casting_side.vertices, f.at.casting, {moment, impulse});
    push(pair.target_side.vertices, f.at.target, {-moment, -impulse});
  });
}

}  // namespace condyle

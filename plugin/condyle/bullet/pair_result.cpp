#include "condyle/bullet/pair_result.h"

#include <algorithm>

namespace condyle::bullet {
namespace {

/// As the step's solution has it, of the i-th triangle.
GivenPressure given_pressure(const PairState& pair, const ProximityHit& hit, std::size_t i) {
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  const Eigen::Vector3d& normal = pair.pair.casting().normals()[c];
  const Eigen::Vector3d per_area =
      pair.frozen.force_at_end(i) / (pair.pair.share() * pair.pair.casting().areas()[c]);
  const double pressure = -per_area.dot(normal);
  return {pressure, per_area + pressure * normal};
}

/// Within a step a triangle follows the plane that its ray met, and steeply where the ray runs
/// along it. What that carries beyond the window counts as at its end: the next search decides.
void move_hits_to_end(PairState& pair) {
  const double min_proximity = pair.pair.settings().min_proximity;
  const double max_proximity = pair.pair.settings().max_proximity;
  pair.end_hits.clear();
  pair.end_pressures.clear();
  std::size_t next = 0;
  for (ProximityHit hit : pair.hits) {
    GivenPressure given;
    if (hit.proximity >= -pair.reach) {
      hit.proximity = std::min(pair.frozen.proximity_at_end(next), max_proximity);
      if (pair.frozen.deforms()) given = given_pressure(pair, hit, next);
      ++next;
    }
    if (!(hit.proximity > 0 || (hit.proximity < 0 && hit.proximity >= min_proximity))) continue;
    pair.end_hits.push_back(hit);
    if (pair.frozen.deforms()) pair.end_pressures.push_back(given);
  }
}

/// Places of the vertices of an element in the world.
std::array<Eigen::Vector3d, 3> places_of(const ElementWeights& at, const ContactSurface& surface,
                                         const Pose& X_WM) {
  std::array<Eigen::Vector3d, 3> places;
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
    places[k] = X_WM * surface.mesh().vertices[static_cast<std::size_t>(at.vertex[k])];
  return places;
}

void add(const ElementWeights& at, const std::array<Eigen::Vector3d, 3>& parts_W,
         const Eigen::Matrix3d& R_CW, std::vector<Eigen::Vector3d>& forces_C) {
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
    forces_C[static_cast<std::size_t>(at.vertex[k])] += R_CW * parts_W[k];
}

}  // namespace

const VertexForces& vertex_forces_of(PairState& pair) {
  VertexForces& forces = pair.vertex_forces;
  const ContactSurface &casting = pair.pair.casting(), &target = pair.pair.target();
  const bool is_deformable = casting.is_deformable() || target.is_deformable();
  if (!is_deformable || acts_on_patches(pair.pair.normal_law())) {
    result_of(pair);
    find_vertex_forces(pair.pair, forces);
    return forces;
  }
  const auto vertices = [](const ContactSurface& surface) {
    return surface.shape() == nullptr ? surface.mesh().vertices.size() : 0;
  };
  forces.casting_C.assign(casting.mesh().vertices.size(), Eigen::Vector3d::Zero());
  forces.target_C.assign(vertices(target), Eigen::Vector3d::Zero());
  const Eigen::Matrix3d R_CW = pair.X_WC.linear().transpose();
  pair.frozen.for_each_force([&](const FrozenForce& f) {
    const Eigen::Vector3d moment = f.point_W.cross(f.force_W);
    add(f.casting,
        share_out(f.casting, {moment, f.force_W}, places_of(f.casting, casting, pair.X_WC)), R_CW,
        forces.casting_C);
    add(f.target,
        share_out(f.target, {-moment, -f.force_W}, places_of(f.target, target, pair.X_WT)), R_CW,
        forces.target_C);
  });
  return forces;
}

const ContactResult& make_result(PairState& pair, std::span<const Bristle> bristles) {
  move_hits_to_end(pair);
  pair.is_result_due = false;
  return pair.pair.assemble(pair.end_hits, pair.X_WC.inverse() * pair.X_WT, pair.end_V_TC_C,
                            bristles, pair.end_pressures);
}

const ContactResult& result_of(PairState& pair) {
  return pair.is_result_due ? make_result(pair, pair.memory.bristles) : pair.pair.result();
}

}  // namespace condyle::bullet

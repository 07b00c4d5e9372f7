#include "core/src/solver/pair_result.h"

#include <algorithm>

#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/vertex_shares.h"

namespace condyle {
namespace {

/// Within a step, a triangle follows the plane that its ray met, and steeply if the ray runs along
/// the plane. A proximity beyond the window counts as the window's end: the next search decides.
/// Triangles that have not been pressed in do not act and are not in contact.
void move_hits_to_end(PairStep& pair, std::vector<ReportedPlace>& places) {
  const double min_proximity = pair.pair.settings().min_proximity;
  const double max_proximity = pair.pair.settings().max_proximity;
  pair.end_hits.clear();
  pair.end_pieces.clear();
  std::size_t next = 0, kept = 0;
  for (std::size_t i = 0; i < pair.hits.size(); ++i) {
    ProximityHit hit = pair.hits[i];
    double pressure = 0;
    if (places[i].place >= 0) {
      const std::size_t number = next++;
      if (!pair.linearised.acts(number)) continue;
      hit.proximity = std::min(pair.linearised.proximity_at_end(number), max_proximity);
      pressure = pair.linearised.pressure_at_end(number);
    }
    const bool is_seen = hit.proximity < 0 && hit.proximity >= min_proximity;
    if (!(hit.proximity > 0 || is_seen || pressure > 0)) continue;
    pair.end_hits.push_back(hit);
    if (!pair.pieces.empty()) pair.end_pieces.push_back(pair.pieces[i]);
    places[kept++] = places[i];
  }
  places.resize(kept);
}

/// Positions of an element's vertices in the casting mesh frame.
std::array<Eigen::Vector3d, 3> places_of(const ElementWeights& at, const ContactSurface& surface,
                                         const Pose& X_CM) {
  std::array<Eigen::Vector3d, 3> places;
  for_each_vertex(
      at, [&](std::size_t k, std::size_t v) { places[k] = X_CM * surface.mesh().vertices[v]; });
  return places;
}

void add(const ElementWeights& at, const std::array<Eigen::Vector3d, 3>& parts_C,
         std::vector<Eigen::Vector3d>& forces_C) {
  for_each_vertex(at, [&](std::size_t k, std::size_t v) { forces_C[v] += parts_C[k]; });
}

}  // namespace

const VertexForces& vertex_forces_of(PairStep& pair) {
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
  pair.linearised.for_each_force([&](const LinearisedForce& f) {
    const Wrench opposite{-f.wrench_C.moment, -f.wrench_C.force};
    add(f.at.casting,
        share_out(f.at.casting, f.wrench_C, places_of(f.at.casting, casting, Pose::Identity())),
        forces.casting_C);
    add(f.at.target,
        share_out(f.at.target, opposite,
                  places_of(f.at.target, target, pair.linearised.found().X_CT)),
        forces.target_C);
  });
  return forces;
}

int count_touching(const PairStep& pair) {
  int count = 0;
  std::size_t next = 0;
  const bool by_pressure = pair.pair.evaluator().elastic_layer() != nullptr;
  for (const ProximityHit& hit : pair.hits) {
    if (hit.proximity < -pair.linearised_reach) continue;
    const std::size_t i = next++;
    count += (by_pressure ? pair.linearised.pressure_at_end(i)
                          : pair.linearised.proximity_at_end(i)) > 0;
  }
  return count;
}

const ContactResult& make_result(PairStep& pair) {
  thread_local std::vector<ReportedPlace> places;
  thread_local std::vector<ContactBlock> reported;
  pair.linearised.list_places(pair.pair.casting(), pair.hits, places);
  reported.resize(contact_block_count(pair.linearised.place_count()));
  pair.linearised.report(reported);
  move_hits_to_end(pair, places);
  pair.is_result_due = false;
  return pair.pair.evaluator().show(
      {pair.end_hits, pair.end_pieces, places, reported, pair.linearised.layer_figures()},
      pair.linearised.found().X_CT, pair.linearised.V_TC_C_at_end());
}

const ContactResult& result_of(PairStep& pair) {
  return pair.is_result_due ? make_result(pair) : pair.pair.result();
}

}  // namespace condyle

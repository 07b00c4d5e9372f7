#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/start_findings.h"
#include "core/src/contact/unit_finding.h"
#include "core/src/mesh/patches.h"
#include "core/world/src/session_state.h"

namespace condyle {
namespace {

/// Two colliders and the poses of their surfaces in the world.
struct Place {
  const SessionCollider &a, &b;
  Pose X_WA, X_WB;

  std::string name() const { return fmt::format("'{}' on '{}'", a.name, b.name); }
};

Finding passed_through(const char* casting, const char* target, double depth, double layers) {
  return {"passed_through",
          fmt::format("'{}' on '{}'", casting, target),
          fmt::format("in the last step one body came {:.3g} mm through the surface of the other, "
                      "whose layers are {:.3g} mm thick together, and may be on its far side: use "
                      "thicker or stiffer layers, a lower speed, finer triangles, or shorter steps",
                      1e3 * depth, 1e3 * layers),
          {{"depth [m]", depth}, {"layers [m]", layers}}};
}

/// Closed parts of a surface that are wound inward.
std::optional<Finding> inward_parts(const SessionCollider& of) {
  const auto parts = std::ranges::count_if(
      mesh::find_patches(of.surface->mesh()),
      [](const mesh::Patch& patch) { return patch.consistent() && patch.first_is_inward; });
  if (parts == 0) return {};
  return Finding{"mesh_inward",
                 fmt::format("'{}'", of.name),
                 fmt::format("its mesh has {} closed part{} wound inward, so contact acts through "
                             "the body: turn the triangles, as `condyle mesh FILE --repair NEW` "
                             "does",
                             parts, parts == 1 ? "" : "s"),
                 {{"parts", static_cast<double>(parts)}}};
}

bool boxes_meet(const Place& at) {
  if (at.a.extent.is_endless || at.b.extent.is_endless) return true;
  return at.a.extent.box.transformed(at.X_WA).intersects(at.b.extent.box.transformed(at.X_WB));
}

/// The pair with the side that has triangles, or casts better, as its casting one; null if neither
/// has triangles.
std::optional<PlacedPair> placed(const Place& at) {
  const ContactSurface &a = *at.a.surface, &b = *at.b.surface;
  const bool is_turned = a.triangle_count() == 0 || (b.triangle_count() > 0 && casts_better(b, a));
  if ((is_turned ? b : a).triangle_count() == 0) return {};
  const Pose X_AB = at.X_WA.inverse(Eigen::Isometry) * at.X_WB;
  if (is_turned)
    return PlacedPair{at.b.surface, at.a.surface, at.X_WB.inverse(Eigen::Isometry) * at.X_WA};
  return PlacedPair{at.a.surface, at.b.surface, X_AB};
}

void look_at_overlap(const Place& at, bool was_put, double max_proximity,
                     std::vector<Finding>& findings) {
  const std::optional<PlacedPair> pair = placed(at);
  if (!pair) return;
  const Overlap overlap = overlap_of(*pair, max_proximity);
  if (auto finding = overlap_beyond_window(at.name(), overlap, max_proximity, ""))
    findings.push_back(std::move(*finding));
  if (!was_put) return;
  if (auto finding = overlap_at_start(at.name(), *pair, overlap, FirstSteps::free))
    findings.push_back(std::move(*finding));
}

}  // namespace

std::optional<Finding> SessionState::units_of(const SessionCollider& falling,
                                              const SessionCollider& a, const SessionCollider& b,
                                              const ContactSettings& of_pair) const {
  const Falling body = falling_of(falling.body);
  if (!(body.mass > 0) || falling.extent.is_endless) return {};
  return unit_finding(fmt::format("'{}' on '{}'", a.name, b.name),
                      {body.gravity, body.mass, falling.extent.box.sizes().maxCoeff()},
                      a.surface->layer(0), b.surface->layer(0), of_pair);
}

void SessionState::note_passed() {
  for (const SessionPair* pair : near)
    if (pair->came_through > 0)
      passed.push_back(passed_through(pair->casting_side.name, pair->target_side.name,
                                      pair->came_through, layers(*pair)));
}

std::vector<Finding> SessionState::findings() const {
  std::vector<Finding> findings = passed;
  std::set<const ContactSurface*> seen;  // many colliders may have one
  for (const auto& [id, collider] : colliders)
    if (!collider.vertices && seen.insert(collider.surface.get()).second)
      if (auto finding = inward_parts(collider)) findings.push_back(std::move(*finding));
  bool are_units_said = false;
  for (auto i = colliders.begin(); i != colliders.end(); ++i) {
    for (auto j = colliders.begin(); j != i; ++j) {
      const SessionCollider &a = i->second, &b = j->second;
      if (a.vertices || b.vertices || a.body == b.body ||
          (falling_of(a.body).mass == 0 && falling_of(b.body).mass == 0))
        continue;
      const ContactSettings& of_pair = contacts.settings_of(a.id, b.id);
      if (!of_pair.applies_force) continue;
      const Place at{a, b, pose_of(a.body) * a.X_BS, pose_of(b.body) * b.X_BS};
      std::optional<Finding> units;
      if (!are_units_said) units = units_of(a, a, b, of_pair);
      if (!are_units_said && !units) units = units_of(b, a, b, of_pair);
      std::optional<Finding> layers = averaged_layers(at.name(), *a.surface, *b.surface, of_pair);
      const bool meet = boxes_meet(at);
      if ((!meet && !units && !layers) || !lets_meet(a.body, b.body)) continue;
      // Many pairs may be of the same two materials.
      if (layers && std::ranges::find(findings, layers->text, &Finding::text) == findings.end())
        findings.push_back(std::move(*layers));
      if (units) {
        findings.push_back(std::move(*units));
        are_units_said = true;  // the other pairs would say the same
      }
      if (meet)
        look_at_overlap(at, was_put(a.body) || was_put(b.body), of_pair.max_proximity, findings);
    }
  }
  return findings;
}

}  // namespace condyle

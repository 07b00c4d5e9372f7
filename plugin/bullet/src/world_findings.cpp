#include "plugin/bullet/src/world_findings.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/start_findings.h"
#include "core/src/contact/unit_finding.h"
#include "plugin/bullet/src/claimed_pair.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

Pose pose_of(const Collider& collider) {
  return to_pose(collider.key.object->getWorldTransform()) * collider.X_BS;
}

/// Whether the collider is new, or the user has moved its body since the last substep.
bool was_put(const Collider& collider) {
  return !collider.left_at || !(*collider.left_at == collider.key.object->getWorldTransform());
}

std::string place_of(const Collider& a, const Collider& b) {
  return fmt::format("'{}' on '{}'", a.name, b.name);
}

bool may_touch(const Collider& a, const Collider& b, btDiscreteDynamicsWorld& world) {
  btBroadphaseProxy *proxy_a = a.key.object->getBroadphaseHandle(),
                    *proxy_b = b.key.object->getBroadphaseHandle();
  return proxy_a != nullptr && proxy_b != nullptr &&
         ClaimedPair::is_let_through(*proxy_a, *proxy_b, world);
}

bool boxes_meet(const Collider& a, const Collider& b) {
  if (a.extent.is_endless || b.extent.is_endless) return true;
  return a.extent.box.transformed(pose_of(a)).intersects(b.extent.box.transformed(pose_of(b)));
}

/// The pair with the side that has triangles, or casts better, as its casting one; null if neither
/// has triangles.
std::optional<PlacedPair> placed(const Collider& a, const Collider& b) {
  const bool is_turned = a.surface->triangle_count() == 0 ||
                         (b.surface->triangle_count() > 0 && casts_better(*b.surface, *a.surface));
  const Collider &casting = is_turned ? b : a, &target = is_turned ? a : b;
  if (casting.surface->triangle_count() == 0) return {};
  return PlacedPair{casting.surface, target.surface,
                    pose_of(casting).inverse(Eigen::Isometry) * pose_of(target)};
}

void look_at_overlap(const Collider& a, const Collider& b, double max_proximity,
                     std::vector<Finding>& findings) {
  const std::optional<PlacedPair> pair = placed(a, b);
  if (!pair) return;
  const Overlap overlap = overlap_of(*pair, max_proximity);
  if (auto finding = overlap_beyond_window(place_of(a, b), overlap, max_proximity, ""))
    findings.push_back(std::move(*finding));
  if (!was_put(a) && !was_put(b)) return;
  if (auto finding = overlap_at_start(place_of(a, b), *pair, overlap, FirstSteps::free))
    findings.push_back(std::move(*finding));
}

std::optional<Finding> look_at_units(const Collider& falling, const Collider& a, const Collider& b,
                                     const ContactSettings& settings) {
  const btRigidBody* body = btRigidBody::upcast(falling.key.object);
  if (body == nullptr || body->isStaticOrKinematicObject() || falling.extent.is_endless) return {};
  const FallingBody by_gravity{to_eigen(body->getGravity()).norm(), 1.0 / body->getInvMass(),
                               falling.extent.box.sizes().maxCoeff()};
  return unit_finding(place_of(a, b), by_gravity, a.surface->layer(0), b.surface->layer(0),
                      settings);
}

}  // namespace

std::vector<Finding> world_findings(btDiscreteDynamicsWorld& world, const Registry& registry) {
  std::vector<Finding> findings;
  bool are_units_said = false;
  for (auto i = registry.colliders.begin(); i != registry.colliders.end(); ++i) {
    for (auto j = registry.colliders.begin(); j != i; ++j) {
      const Collider &a = i->second, &b = j->second;
      if (a.deformation || b.deformation || a.key.object == b.key.object ||
          (a.key.object->isStaticOrKinematicObject() && b.key.object->isStaticOrKinematicObject()))
        continue;
      const ContactSettings& settings = registry.contacts.settings_of(a.id, b.id);
      if (!settings.applies_force) continue;
      std::optional<Finding> units;
      if (!are_units_said) units = look_at_units(a, a, b, settings);
      if (!are_units_said && !units) units = look_at_units(b, a, b, settings);
      std::optional<Finding> layers =
          averaged_layers(place_of(a, b), *a.surface, *b.surface, settings);
      const bool meet = boxes_meet(a, b);
      if ((!meet && !units && !layers) || !may_touch(a, b, world)) continue;
      // Many pairs may be of the same two materials.
      if (layers && std::ranges::find(findings, layers->text, &Finding::text) == findings.end())
        findings.push_back(std::move(*layers));
      if (units) {
        findings.push_back(std::move(*units));
        are_units_said = true;  // the other pairs would say the same
      }
      if (meet) look_at_overlap(a, b, settings.max_proximity, findings);
    }
  }
  return findings;
}

}  // namespace condyle::bullet

#include "plugin/bullet/src/near_pairs.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>

#include <algorithm>
#include <utility>

#include "plugin/bullet/src/body_motion.h"
#include "plugin/bullet/src/claimed_pair.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::bullet {
namespace {

btCollisionObject* object_of(const btBroadphaseProxy& proxy) {
  return static_cast<btCollisionObject*>(proxy.m_clientObject);
}

/// Whether both are soft bodies, which keep Bullet's own contact.
bool are_soft(const btCollisionObject& a, const btCollisionObject& b) {
  return btSoftBody::upcast(&a) != nullptr && btSoftBody::upcast(&b) != nullptr;
}

Eigen::AlignedBox3d box_of(const btBroadphaseProxy& proxy) {
  return {to_eigen(proxy.m_aabbMin), to_eigen(proxy.m_aabbMax)};
}

}  // namespace

void NearPairs::claim(double dt, const KinematicTracks& tracks) {
  candidates_.clear();
  start_motions(dt, tracks);
  add_found();
  find_sweeps();
  add_swept();
  mark_near(session_.substep, std::span(candidates_), joined_, [this](const Candidate& candidate) {
    return candidate.claim != nullptr ||
           ClaimedPair::is_let_through(*candidate.proxy_a, *candidate.proxy_b, world_);
  });
  session_.near.clear();
  for (const Candidate& candidate : candidates_) {
    if (!candidate.is_near) continue;
    session_.contacts.append_pairs(*candidate.a, *candidate.b, session_.near);
    if (candidate.claim) candidate.claim->keep_together();
  }
  // Results must not depend on the order in which Bullet found the pairs.
  sort_by_colliders(session_.near);
}

void NearPairs::start_motions(double dt, const KinematicTracks& tracks) {
  for (const int number : bodies_.moving()) {
    WorldBody& body = bodies_[number];
    if (!body.parts.empty()) body.motion = motion_of(*body.body, tracks, dt);
  }
  for (const SessionCollider* collider : session_.deformed)
    collider->body_motion->by_forces += dt * collider->vertices->fastest();
  note_joints();
}

void NearPairs::note_joints() {
  joined_.clear();
  for (int i = 0; i < world_.getNumConstraints(); ++i) {
    const btTypedConstraint& joint = *world_.getConstraint(i);
    note_joint(joint.getRigidBodyA(), joint.getRigidBodyB());
  }
  for (const auto& [id, strand] : session_.strands)
    for (std::size_t k = 1; k < strand.bodies.size(); ++k)
      note_joint(*bodies_[strand.bodies[k - 1]].body, *bodies_[strand.bodies[k]].body);
}

/// Notes a joint between two bodies. A joint may set both bodies in motion within the substep,
/// which their velocities do not show yet. They therefore count as near from the distance at which
/// Bullet keeps its own contact.
void NearPairs::note_joint(const btRigidBody& a, const btRigidBody& b) {
  BodyMotion* motions[] = {nullptr, nullptr};
  for (int k = 0; k < 2; ++k) {
    WorldBody* const body = bodies_.find(k == 0 ? &a : &b);
    if (body == nullptr || body->parts.empty() || !body->motion.is_dynamic) continue;
    motions[k] = &body->motion;
    motions[k]->by_forces =
        std::max(motions[k]->by_forces, static_cast<double>(gContactBreakingThreshold));
  }
  if (motions[0] && motions[1]) joined_.emplace_back(motions[0], motions[1]);
}

void NearPairs::add_found() {
  btBroadphasePairArray& pairs = world_.getPairCache()->getOverlappingPairArray();
  for (int i = 0; i < pairs.size(); ++i) {
    btBroadphaseProxy &a = *pairs[i].m_pProxy0, &b = *pairs[i].m_pProxy1;
    if (bodies_.parts_of(object_of(a)).empty() || bodies_.parts_of(object_of(b)).empty() ||
        are_soft(*object_of(a), *object_of(b)))
      continue;
    ClaimedPair* const claim = claim_of(pairs[i]);
    if (claim == nullptr) continue;
    drop_soft_contact(*object_of(a), *object_of(b));
    drop_soft_contact(*object_of(b), *object_of(a));
    add(a, b, claim);
  }
}

/// Removes contacts of a soft body that Bullet's narrow phase found before the pair was claimed.
void NearPairs::drop_soft_contact(const btCollisionObject& object, const btCollisionObject& other) {
  if (btSoftBody::upcast(&object) == nullptr) return;
  if (const WorldBody* body = bodies_.find(&object); body != nullptr && body->soft)
    body->soft->drop_bullet_contact(other);
}

/// Returns the claim in a pair that would have contact in Bullet, else null. Pairs at rest stay
/// claimed: a body that wakes in this substep must find its contact.
ClaimedPair* NearPairs::claim_of(btBroadphasePair& pair) {
  btDispatcher& dispatcher = *world_.getDispatcher();
  const btCollisionObject *a = object_of(*pair.m_pProxy0), *b = object_of(*pair.m_pProxy1);
  if (!dispatcher.needsResponse(a, b)) {
    ClaimedPair::take_from(pair, *world_.getPairCache(), dispatcher);
    return nullptr;
  }
  ClaimedPair* const claim = ClaimedPair::put_into(pair, *world_.getPairCache(), dispatcher,
                                                   world_.getDispatchInfo(), bodies_);
  if (claim == nullptr) return nullptr;
  claim->let_apart();
  if (claim->take_wanted()) return claim;
  const bool rests =
      !a->isActive() && !b->isActive() && a->checkCollideWith(b) && b->checkCollideWith(a);
  return rests ? claim : nullptr;
}

void NearPairs::add(btBroadphaseProxy& a, btBroadphaseProxy& b, ClaimedPair* claim) {
  for (const RegisteredPart& part_a : bodies_.parts_of(object_of(a)))
    for (const RegisteredPart& part_b : bodies_.parts_of(object_of(b)))
      candidates_.push_back({{part_a.collider, part_b.collider}, &a, &b, claim});
}

void NearPairs::find_sweeps() {
  sweeps_.clear();
  for (const int number : bodies_.moving()) {
    const WorldBody& body = bodies_[number];
    const BodyMotion& motion = body.motion;
    const btBroadphaseProxy* proxy = body.object->getBroadphaseHandle();
    if (body.parts.empty() || !body.object->isActive() ||
        (motion.shift.isZero(0) && motion.turn == 0))
      continue;
    Eigen::AlignedBox3d box_W;
    for (const RegisteredPart& part : body.parts) {
      const SurfaceMotion& surface = motion_in(session_.substep, *part.collider);
      if (!surface.is_endless) box_W.extend(swept_box(surface, motion));
    }
    if (!box_W.isEmpty() && !box_of(*proxy).contains(box_W))
      sweeps_.push_back({body.object, box_W});
  }
}

void NearPairs::add_swept() {
  struct Found final : btBroadphaseAabbCallback {
    explicit Found(std::vector<btBroadphaseProxy*>& proxies) : found(proxies) {}
    bool process(const btBroadphaseProxy* proxy) override {
      found.push_back(const_cast<btBroadphaseProxy*>(proxy));
      return true;
    }
    std::vector<btBroadphaseProxy*>& found;
  };
  for (std::size_t i = 0; i < sweeps_.size(); ++i) {
    const Sweep& sweep = sweeps_[i];
    btBroadphaseProxy& proxy = *sweep.object->getBroadphaseHandle();
    met_.clear();
    Found found(met_);
    world_.getBroadphase()->aabbTest(to_bullet(Eigen::Vector3d(sweep.box_W.min())),
                                     to_bullet(Eigen::Vector3d(sweep.box_W.max())), found);
    for (std::size_t k = 0; k < i; ++k)
      if (sweeps_[k].box_W.intersects(sweep.box_W))
        met_.push_back(sweeps_[k].object->getBroadphaseHandle());
    for (btBroadphaseProxy* other : met_) add_swept(proxy, *other);
  }
}

/// Adds a pair that is not yet a candidate, if one of its bodies can move.
void NearPairs::add_swept(btBroadphaseProxy& a, btBroadphaseProxy& b) {
  if (&a == &b || bodies_.parts_of(object_of(b)).empty() ||
      are_soft(*object_of(a), *object_of(b)) ||
      (object_of(a)->isStaticOrKinematicObject() && object_of(b)->isStaticOrKinematicObject()) ||
      world_.getPairCache()->findPair(&a, &b) != nullptr)
    return;
  add(a, b, nullptr);
}

}  // namespace condyle::bullet

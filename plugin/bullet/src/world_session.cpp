#include "plugin/bullet/src/world_session.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>
#include <utility>

#include "condyle/error.h"
#include "core/world/src/session_checks.h"
#include "plugin/bullet/src/bad_state.h"
#include "plugin/bullet/src/body_motion.h"
#include "plugin/bullet/src/claimed_pair.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/substep_search.h"

namespace condyle::bullet {
namespace {

btDiscreteDynamicsWorld& checked(btDynamicsWorld& world) {
  if (dynamic_cast<btDiscreteDynamicsWorldMt*>(&world) != nullptr)
    throw InputError(
        "Condyle does not support btDiscreteDynamicsWorldMt (its pool of solvers) yet; use a "
        "btDiscreteDynamicsWorld");
  if (dynamic_cast<btMultiBodyDynamicsWorld*>(&world) != nullptr)
    throw InputError(
        "Condyle does not support btMultiBodyDynamicsWorld (links of a btMultiBody) yet; use a "
        "btDiscreteDynamicsWorld");
  auto* discrete = dynamic_cast<btDiscreteDynamicsWorld*>(&world);
  if (discrete == nullptr)
    throw InputError("Condyle needs a btDiscreteDynamicsWorld; this world is of another kind");
  return *discrete;
}

btSequentialImpulseConstraintSolver& checked(btConstraintSolver& solver) {
  if (typeid(solver) != typeid(btSequentialImpulseConstraintSolver))
    throw InputError(
        "Condyle works inside Bullet's sequential-impulse solver; this world has another one: give "
        "it a btSequentialImpulseConstraintSolver");
  return static_cast<btSequentialImpulseConstraintSolver&>(solver);
}

/// Wakes a body that meets an awake kinematic body, as Bullet's islands do for manifolds.
void wake_by_kinematic(const btRigidBody& kinematic, btRigidBody& body) {
  if (&kinematic == &body || !kinematic.isKinematicObject()) return;
  if (kinematic.getActivationState() != ISLAND_SLEEPING) body.activate();
}

/// Checks a strand and its path; the bodies themselves are checked later.
void require_strand(const ligament::Strand& strand, std::span<btRigidBody* const> bodies,
                    const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  const auto refuse = [&what](const char* problem) { throw InputError(what + problem); };
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] == nullptr) refuse(": one of its bodies is null");
    if (std::ranges::count(bodies.first(i), bodies[i]) > 0)
      refuse(bodies.size() == 2 ? ": both ends are on one body" : ": a body is listed twice");
  }
  if (bodies.size() < 2) refuse(": all of it is on one body");
  require_fixed_points(path, what);
}

}  // namespace

WorldSession::WorldSession(btDynamicsWorld& any_world, const PluginSettings& plugin_settings)
    : SessionState(plugin_settings),
      bodies(any_world),
      world_(checked(any_world)),
      hooks_(world_, *this) {
  solver_.on_all_solved = [](void* session) {
    static_cast<WorldSession*>(session)->finish_solving();
  };
  solver_.context = this;
  keep_solver();
  users_batch_size_ = world_.getSolverInfo().m_minimumSolverBatchSize;
}

WorldSession::~WorldSession() {
  links_.clear();
  for (auto& [id, collider] : colliders) renew(collider.body);
  if (world_.getConstraintSolver() == &solver_) {
    static_cast<btSequentialImpulseConstraintSolver*>(users_solver_)
        ->setRandSeed(solver_.getRandSeed());
    exchange_solver(world_, users_solver_, owns_users_solver_);
  }
  world_.getSolverInfo().m_minimumSolverBatchSize = users_batch_size_;
}

/// Replaces the user's solver, again if the user has since set another one.
void WorldSession::keep_solver() {
  if (world_.getConstraintSolver() == &solver_) return;
  solver_.setRandSeed(checked(*world_.getConstraintSolver()).getRandSeed());
  owns_users_solver_ = false;
  users_solver_ = exchange_solver(world_, &solver_, owns_users_solver_);
}

btRigidBody& WorldSession::present(int body) const {
  if (!bodies.is_present(body)) throw InputError(bodies.why_missing(body));
  return *bodies[body].body;
}

Pose WorldSession::pose_of(int body) const { return to_pose(present(body).getWorldTransform()); }

Twist WorldSession::velocity_of(int body) const {
  const btRigidBody& rigid = present(body);
  return {to_eigen(rigid.getAngularVelocity()), to_eigen(rigid.getLinearVelocity())};
}

bool WorldSession::is_moved(int body) const { return is_dynamic(present(body)); }

void WorldSession::wake(int body) {
  if (bodies.is_present(body)) bodies[body].object->activate();
}

bool WorldSession::lets_meet(int a, int b) const {
  present(a), present(b);
  return ClaimedPair::is_let_through(*bodies[a].object->getBroadphaseHandle(),
                                     *bodies[b].object->getBroadphaseHandle(), world_);
}

bool WorldSession::was_put(int body) const {
  const std::optional<btTransform>& left_at = bodies[body].left_at;
  return !left_at || !(*left_at == present(body).getWorldTransform());
}

SessionState::Falling WorldSession::falling_of(int body) const {
  const btRigidBody& rigid = present(body);
  if (!is_dynamic(rigid)) return {};
  return {to_eigen(rigid.getGravity()).norm(), 1.0 / rigid.getInvMass()};
}

/// Prepares a substep, and saves the state to which a failure returns.
void WorldSession::before_substep(double dt) {
  backup_.drop();
  dt_ = dt;
  check_bodies();
  save(memory_);
  bodies.forget_left();
  tracks_before_ = tracks_;
  seed_before_ = solver_.getRandSeed();
  for (SoftNodes* soft : bodies.soft()) soft->back_up();
  backup_.take(world_, tracks_, bodies.at_rest());
  // The broad phase, which comes next, needs the vertices where they will be at the end of the
  // substep.
  begin_vertices(dt);
  ledger.begin_step(kinetic_energy(world_));
}

/// Restores the world and the plugin's state to those before the substep.
void WorldSession::take_back() {
  links_.clear();
  step_.abandon();
  clear_results();
  near.clear();
  ledger.abandon();
  if (!backup_.restore(world_)) return;
  restore(memory_);
  bodies.take_back_left();
  tracks_ = tracks_before_;
  solver_.setRandSeed(seed_before_);
  for (SoftNodes* soft : bodies.soft()) soft->take_back();
}

std::shared_ptr<const WorldMemory> WorldSession::save_world() const {
  auto memory = std::make_shared<WorldMemory>();
  save(*memory);
  bullet::save(world_, tracks_, memory->world);
  for (const auto& [id, collider] : colliders) memory->colliders.push_back(id);
  memory->left = bodies.left();
  for (const SoftNodes* soft : bodies.soft()) soft->save(memory->soft.emplace_back());
  memory->seed = world_.getConstraintSolver() == &solver_
                     ? solver_.getRandSeed()
                     : checked(*world_.getConstraintSolver()).getRandSeed();
  return memory;
}

void WorldSession::restore_world(const WorldMemory& memory) {
  const auto key = [](const auto& entry) { return entry.first; };
  if (!std::ranges::equal(memory.colliders, colliders, {}, {}, key) ||
      !std::ranges::equal(memory.strands, strands, {}, key, key) ||
      memory.soft.size() != bodies.soft().size() || !fits(world_, memory.world))
    throw InputError(
        "Plugin::restore: the world had other bodies, joints, colliders or strands when this was "
        "saved; restore a moment since the last of these was added or removed");
  links_.clear();
  step_.abandon();
  backup_.drop();
  keep_solver();
  solver_.setRandSeed(memory.seed);
  restore(memory);
  bullet::restore(memory.world, world_, tracks_);
  bodies.restore_left(memory.left);
  for (std::size_t i = 0; i < memory.soft.size(); ++i) bodies.soft()[i]->restore(memory.soft[i]);
}

/// Throws SimulationError if a body has left the world while something is registered on it, or if
/// something in a body is not a finite number. The world is left without reports, and as it was,
/// except for gravity, which stepSimulation() will add again.
void WorldSession::check_bodies() {
  const int missing = bodies.look();  // first, since removed bodies may have been deleted
  std::string problem;
  if (missing >= 0) {
    problem = bodies.why_missing(missing);
  } else if (const BadState bad = find_bad_state(world_, bodies, body_name, dt_);
             !bad.what.empty()) {
    problem = fmt::format("{}; {}", bad.what, bad.remedy);
  } else {
    return;
  }
  if (!backup_.is_taken()) backup_.take(world_, tracks_, bodies.at_rest());
  backup_.restore(world_);
  clear_results();
  ledger.abandon();
  throw SimulationError(fmt::format("At {:.6g} s, {}", time, problem));
}

void WorldSession::begin_substep() {
  try {
    prepare_links();
  } catch (...) {
    take_back();
    throw;
  }
}

void WorldSession::prepare_links() {
  // Both remain only if an exception ended a substep.
  links_.clear();
  step_.abandon();
  clear_results();
  keep_solver();
  // The user's callbacks in Bullet's search for pairs may have added or removed bodies.
  if (bodies.is_changed())
    if (const int missing = bodies.look(); missing >= 0)
      throw SimulationError(fmt::format("At {:.6g} s, {}", time, bodies.why_missing(missing)));
  // One solver call per island, so that an island's result does not depend on its neighbours.
  world_.getSolverInfo().m_minimumSolverBatchSize = 1;
  const double dt = world_.getDispatchInfo().m_timeStep;
  ++substep;
  advance_kinematic_bodies(dt);
  for (SoftNodes* soft : bodies.soft()) soft->begin(dt);
  bound_vertices();
  near_pairs_.claim(dt, tracks_);
  end_substep_search(world_);
  for (SessionPair* pair : near) link(*pair);
  for (auto& [id, strand] : strands) link(strand);
  for (SessionCollider* collider : deformed)
    if (collider->is_soft) tie_soft(collider->id);
  begin_pairs(kinetic_energy(world_));
  loaded_.note(world_);
}

void WorldSession::advance_kinematic_bodies(double dt) {
  kinematic_bodies_.clear();
  for (const int number : bodies.moving())
    if (bodies[number].body->isKinematicObject()) kinematic_bodies_.push_back(bodies[number].body);
  tracks_.advance(kinematic_bodies_, dt);
}

void WorldSession::link(SessionPair& pair) {
  const SessionCollider &casting = pair.casting_collider, &target = pair.target_collider;
  btRigidBody &a = *bodies[casting.body].body, &b = *bodies[target.body].body;
  wake_by_kinematic(a, b);
  wake_by_kinematic(b, a);
  // A soft body keeps moving, so bodies that press on it must keep pressing.
  const auto wake_by_vertices = [](const SessionCollider& deforming, btRigidBody& body) {
    if (deforming.is_soft || (deforming.vertices && deforming.vertices->moves())) body.activate();
  };
  wake_by_vertices(target, a);
  wake_by_vertices(casting, b);
  links_.add({.a = &a, .b = &b, .pair = &pair});
}

/// Ties all bodies that press on one soft body together, since its nodes yield to all of them.
void WorldSession::tie_soft(ColliderId soft) {
  btRigidBody* last = nullptr;
  for (const SessionPair* pair : near) {
    if (pair->casting != soft && pair->target != soft) continue;
    const SessionCollider& other =
        pair->casting == soft ? pair->target_collider : pair->casting_collider;
    btRigidBody* const body = bodies[other.body].body;
    if (!is_dynamic(*body) || body == last) continue;
    if (last != nullptr) links_.add({.a = last, .b = body});
    last = body;
  }
}

/// Links consecutive dynamic bodies of the strand; a single one is linked with itself. The first
/// link brings the strand.
void WorldSession::link(SessionStrand& strand) {
  if (!acts(strand)) return;
  for (const int a : strand.bodies)
    for (const int b : strand.bodies) wake_by_kinematic(*bodies[a].body, *bodies[b].body);
  btRigidBody* last = nullptr;
  SessionStrand* brought = &strand;
  for (const int number : strand.bodies) {
    btRigidBody& body = *bodies[number].body;
    if (!is_dynamic(body)) continue;
    if (last != nullptr)
      links_.add({.a = last, .b = &body, .strand = std::exchange(brought, nullptr)});
    last = &body;
  }
  if (last != nullptr && brought != nullptr) links_.add({.a = last, .b = last, .strand = brought});
}

void WorldSession::unite_islands(btUnionFind& islands) { links_.unite(islands); }

void WorldSession::begin_islands(bool splits) { links_.sort(splits); }

void WorldSession::finish_solving() {
  links_.clear();
  if (const std::exception_ptr failure = solver_.take_failure()) {
    take_back();
    std::rethrow_exception(failure);
  }
}

/// Throws SimulationError if the substep has made a body so fast that the next one would refuse it.
void WorldSession::require_finite(double kinetic, double dt) const {
  // [J]; a body that is too fast has more, unless it weighs next to nothing.
  constexpr double k_suspicious = 1e9;
  if (kinetic < k_suspicious) return;
  const BadState bad = find_bad_state(world_, bodies, body_name, 0);
  if (bad.what.empty() && std::isfinite(kinetic)) return;
  throw SimulationError(fmt::format(
      "At {:.6g} s, a step of {:.3g} s would make a body too fast for its energy to be a finite "
      "number{}{}; apply smaller forces, or make shorter steps",
      time, dt, bad.what.empty() ? "" : ": ", bad.what));
}

void WorldSession::end_substep(double dt) {
  ledger.add_external(loaded_.work(dt));
  step_.set_end_velocities();
  bodies.note_left();
  for (SessionCollider* collider : deformed) collider->vertices->end();
  for (SoftNodes* soft : bodies.soft()) soft->push_nodes();
  const double kinetic = kinetic_energy(world_);
  try {
    require_finite(kinetic, dt);
    publish(dt);
  } catch (...) {
    take_back();
    throw;
  }
  close(kinetic, dt, true);
  events.publish();
  if (listener) listener(dt);
}

/// Call after a change of a body's colliders: Bullet then finds the body's pairs again in the next
/// substep, and the bodies that may touch it wake.
void WorldSession::renew(int body) {
  if (!bodies.is_present(body)) return;
  btCollisionObject& object = *bodies[body].object;
  btOverlappingPairCache& cache = *world_.getPairCache();
  btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
  object.activate();
  for (int i = 0; i < pairs.size(); ++i) {
    auto* a = static_cast<btCollisionObject*>(pairs[i].m_pProxy0->m_clientObject);
    auto* b = static_cast<btCollisionObject*>(pairs[i].m_pProxy1->m_clientObject);
    if (a != &object && b != &object) continue;
    a->activate();
    b->activate();
    cache.cleanOverlappingPair(pairs[i], world_.getDispatcher());
  }
}

ColliderId WorldSession::add_collider(btRigidBody& body, int compound_child,
                                      SessionCollider collider) {
  require_rigid(collider.X_BS, collider.name);
  const int number = bodies.enter(body, body, collider.name);
  for (const RegisteredPart& part : bodies[number].parts) {
    const bool whole = part.compound_child < 0 || compound_child < 0;
    if (whole || part.compound_child == compound_child)
      throw InputError(
          fmt::format("{}: this body{} is registered already as '{}'; remove that collider first",
                      collider.name, whole ? "" : "'s compound child", part.collider->name));
  }
  tracks_.note(body);
  return enter(number, compound_child, std::move(collider));
}

ColliderId WorldSession::add_collider(btSoftBody& soft, const Layer& layer,
                                      const std::string& name) {
  if (bodies.has(&soft, -1))
    throw InputError(
        fmt::format("{}: this body is registered already as '{}'; remove that collider first", name,
                    bodies.parts_of(&soft).front().collider->name));
  const auto nodes = std::make_shared<SoftNodes>(soft, layer, name);
  SessionCollider collider{.name = name, .vertices = nodes, .is_soft = true};
  set_surface(nodes->surface().surface(), collider);
  const int number = bodies.enter(soft, nodes->proxy(), name);
  bodies.enter_soft(number, nodes);
  return enter(number, -1, std::move(collider));
}

ColliderId WorldSession::enter(int body, int compound_child, SessionCollider collider) {
  collider.body = body;
  collider.body_motion = &bodies[body].motion;
  try {
    SessionCollider& added = add(std::move(collider));
    bodies[body].parts.push_back({compound_child, &added});
    renew(body);
    return added.id;
  } catch (...) {
    bodies.leave_if_unused(body);
    throw;
  }
}

void WorldSession::remove_collider(ColliderId id) {
  const auto found = colliders.find(id.value);
  if (found == colliders.end()) return;
  const int body = found->second.body;
  std::erase_if(bodies[body].parts,
                [&found](const RegisteredPart& part) { return part.collider == &found->second; });
  SessionState::remove_collider(id);
  renew(body);
  bodies.leave_if_unused(body);
}

StrandId WorldSession::add_strand(const ligament::Strand& strand, std::span<btRigidBody* const> on,
                                  const ligament::StrandPath& path) {
  require_strand(strand, on, path);
  std::vector<int> numbers;
  try {
    for (btRigidBody* body : on)
      numbers.push_back(bodies.enter(*body, *body, fmt::format("Strand '{}'", strand.name)));
  } catch (...) {
    for (const int number : numbers) bodies.leave_if_unused(number);
    throw;
  }
  for (btRigidBody* body : on) tracks_.note(*body);
  const StrandId id = SessionState::add_strand(strand, numbers, path);
  for (const int number : numbers) bodies[number].strands.push_back(&strands.at(id.value));
  return id;
}

void WorldSession::remove_strand(StrandId id) {
  const auto found = strands.find(id.value);
  if (found == strands.end()) return;
  const std::vector<int> numbers = found->second.bodies;
  for (const int number : numbers) std::erase(bodies[number].strands, &found->second);
  SessionState::remove_strand(id);
  for (const int number : numbers) bodies.leave_if_unused(number);
}

}  // namespace condyle::bullet

#include "plugin/bullet/src/world_session.h"

#include <BulletDynamics/Dynamics/btDiscreteDynamicsWorldMt.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletSoftBody/btSoftBody.h>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <typeinfo>

#include "condyle/error.h"
#include "core/world/src/post_step.h"
#include "core/world/src/session_checks.h"
#include "plugin/bullet/src/bad_state.h"
#include "plugin/bullet/src/body_motion.h"
#include "plugin/bullet/src/convert.h"
#include "plugin/bullet/src/substep_search.h"
#include "plugin/bullet/src/world_findings.h"

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

Collider make_collider(const WorldBodyKey& key, std::shared_ptr<const ContactSurface> surface,
                       const ColliderOptions& options, std::shared_ptr<Deformation> deformation) {
  Collider collider;
  collider.key = key;
  collider.body = reinterpret_cast<std::intptr_t>(key.body);
  collider.compound_child = options.compound_child;
  collider.name = options.name;
  set_surface(std::move(surface), collider);
  collider.vertices = deformation.get();
  collider.is_soft = deformation && deformation->soft() != nullptr;
  collider.deformation = std::move(deformation);
  return collider;
}

/// Wakes a body that meets an awake kinematic body, as Bullet's islands do for manifolds.
void wake_by_kinematic(const btRigidBody& kinematic, btRigidBody& body) {
  if (&kinematic == &body || !kinematic.isKinematicObject()) return;
  if (kinematic.getActivationState() != ISLAND_SLEEPING) body.activate();
}

/// The link of a pair that has one.
LinkConstraint& link_of(SessionPair& pair) { return static_cast<LinkConstraint&>(*pair.tie); }

BodyAtEnd at_end(const Collider& collider) {
  const btRigidBody& body = *collider.key.body;
  return {to_pose(body.getWorldTransform()),
          joined(body.getAngularVelocity(), body.getLinearVelocity())};
}

void wake(const StrandState& strand) {
  for (const WorldBodyKey& key : strand.bodies) key.body->activate();
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
    : world(checked(any_world)), settings(plugin_settings), hooks_(world, *this) {
  solver_.on_all_solved = [](void* session) {
    static_cast<WorldSession*>(session)->finish_solving();
  };
  solver_.context = this;
  keep_solver();
  users_batch_size_ = world.getSolverInfo().m_minimumSolverBatchSize;
}

/// Drops colliders and strands of removed bodies, and the reports, which refer to them.
void WorldSession::drop_removed() {
  objects_seen_ = world.getNumCollisionObjects();
  if (!registry.drop_removed(world)) return;
  pair_reports.clear();
  strand_reports.clear();
}

WorldSession::~WorldSession() {
  remove_links();
  drop_removed();
  for (auto& [id, collider] : registry.colliders) renew(*collider.key.object);
  registry.leave_bodies();
  if (world.getConstraintSolver() == &solver_) {
    static_cast<btSequentialImpulseConstraintSolver*>(users_solver_)
        ->setRandSeed(solver_.getRandSeed());
    exchange_solver(world, users_solver_, owns_users_solver_);
  }
  world.getSolverInfo().m_minimumSolverBatchSize = users_batch_size_;
}

/// Replaces the user's solver, again if the user has since set another one.
void WorldSession::keep_solver() {
  if (world.getConstraintSolver() == &solver_) return;
  solver_.setRandSeed(checked(*world.getConstraintSolver()).getRandSeed());
  owns_users_solver_ = false;
  users_solver_ = exchange_solver(world, &solver_, owns_users_solver_);
}

/// Prepares a substep, and saves the state to which a failure returns.
void WorldSession::before_substep(double dt) {
  backup_.drop();
  drop_removed();  // since removed bodies may have been deleted
  check_bodies();
  // The broad phase, which comes next, needs the vertices where they will be at the end of the
  // substep.
  for (Collider* collider : registry.deformed) collider->deformation->begin_users(dt);
  energy.before_substep(world);
  backup_.take(world, registry.tracks);
  registry.back_up();
  substep_before_ = substep_;
  seed_before_ = solver_.getRandSeed();
}

/// Restores the world and the plugin's state to those before the substep.
void WorldSession::take_back() {
  remove_links();
  step_.abandon();
  step_.tally().begin_step();
  energy.abandon();
  for (auto& [id, strand] : registry.strands) strand.energy = strand.energy_before;
  claimed_.clear();
  pair_reports.clear();
  strand_reports.clear();
  events.clear();
  if (!backup_.restore(world)) return;
  registry.take_back();
  substep_ = substep_before_;
  solver_.setRandSeed(seed_before_);
}

/// Throws SimulationError if something in a body is not a finite number. The world is left without
/// reports, and as it was, except for gravity, which stepSimulation() will add again.
void WorldSession::check_bodies() {
  const std::string problem = find_bad_state(world, registry);
  if (problem.empty()) return;
  if (!backup_.is_taken()) backup_.take(world, registry.tracks);
  backup_.restore(world);
  step_.tally().begin_step();
  energy.abandon();
  pair_reports.clear();
  strand_reports.clear();
  events.clear();
  throw SimulationError(fmt::format("At {:.6g} s, {}", registry.time, problem));
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
  remove_links();  // links and events remain only if an exception ended a substep
  events.clear();
  keep_solver();
  drop_removed();
  registry.find_moving();
  times = {};
  step_.tally().begin_step();
  step_.work() = {};
  pair_reports.clear();
  strand_reports.clear();
  // One solver call per island, so that an island's result does not depend on its neighbours.
  world.getSolverInfo().m_minimumSolverBatchSize = 1;
  const double dt = world.getDispatchInfo().m_timeStep;
  advance_kinematic_bodies(dt);
  for (Collider* collider : registry.deformed) {
    collider->deformation->begin_soft(dt);
    collider->box_S = collider->deformation->box();
    collider->extent = extent_of(collider->box_S);
  }
  claim_pairs();
  has_links_ = true;
  for (SessionPair* pair : claimed_) link(*pair);
  tie_soft();
  for (auto& [id, strand] : registry.strands) link(strand);
  energy.begin_substep(world, claimed_, registry, substep_);
}

void WorldSession::advance_kinematic_bodies(double dt) {
  kinematic_bodies_.clear();
  const auto add = [this](const WorldBodyKey& key) {
    if (key.body->isKinematicObject()) kinematic_bodies_.push_back(key.body);
  };
  for (const Collider* collider : registry.moving) add(collider->key);
  for (const auto& [id, strand] : registry.strands)
    for (const WorldBodyKey& key : strand.bodies) add(key);
  registry.tracks.advance(kinematic_bodies_, dt);
}

void WorldSession::claim_pairs() {
  near_pairs_.claim(world.getDispatchInfo().m_timeStep, claimed_);
  registry.contacts.begin_substep(++substep_, claimed_);
  end_substep_search(world);
}

void WorldSession::link(SessionPair& pair) {
  const Collider &casting = bullet_collider(pair.casting_collider),
                 &target = bullet_collider(pair.target_collider);
  btRigidBody &a = *casting.key.body, &b = *target.key.body;
  wake_by_kinematic(a, b);
  wake_by_kinematic(b, a);
  // A soft body keeps moving, so bodies that press on it must keep pressing.
  const auto press_on = [](const Collider& soft, btRigidBody& body) {
    if (soft.is_soft) body.activate();
  };
  press_on(target, a);
  press_on(casting, b);
  const auto wake_by_vertices = [](const Collider& moved, btRigidBody& body) {
    if (moved.deformation && moved.deformation->moves()) body.activate();
  };
  wake_by_vertices(target, a);
  wake_by_vertices(casting, b);
  if (!pair.tie) pair.tie = std::make_unique<LinkConstraint>(&pair, a, b);
  link_of(pair).join(world);
}

/// Ties all bodies that press on one soft body together, since its nodes yield to all of them.
void WorldSession::tie_soft() {
  for (const Collider* soft : registry.deformed) {
    const Collider& collider = *soft;
    if (!collider.is_soft) continue;
    auto& ties = collider.deformation->ties;
    btRigidBody* last = nullptr;
    std::size_t count = 0;
    for (const SessionPair* pair : claimed_) {
      const bool casts = pair->casting == collider.id;
      if (!casts && pair->target != collider.id) continue;
      btRigidBody* body = registry.collider(casts ? pair->target : pair->casting).key.body;
      if (!is_dynamic(*body) || body == last) continue;
      if (last != nullptr) {
        if (ties.size() <= count) ties.resize(count + 1);
        std::unique_ptr<LinkConstraint>& tie = ties[count++];
        if (!tie || &tie->getRigidBodyA() != last || &tie->getRigidBodyB() != body)
          tie = std::make_unique<LinkConstraint>(
              SoftTie{collider.id.value, static_cast<int>(count)}, *last, *body);
        tie->join(world);
      }
      last = body;
    }
  }
}

/// Links consecutive dynamic bodies of the strand; a single one is linked with any other body.
void WorldSession::link(StrandState& strand) {
  if (!acts(strand)) return;
  for (const WorldBodyKey& a : strand.bodies)
    for (const WorldBodyKey& b : strand.bodies) wake_by_kinematic(*a.body, *b.body);
  btRigidBody* last = nullptr;
  std::size_t count = 0;
  for (const WorldBodyKey& key : strand.bodies) {
    if (!is_dynamic(*key.body)) continue;
    if (last != nullptr) join(strand, count++, *last, *key.body);
    last = key.body;
  }
  if (last == nullptr || count > 0) return;
  const bool is_first = strand.bodies.front().body == last;
  join(strand, 0, *last, *strand.bodies[is_first ? 1 : 0].body);
}

void WorldSession::join(StrandState& strand, std::size_t k, btRigidBody& a, btRigidBody& b) {
  if (strand.links.size() <= k) strand.links.resize(k + 1);
  std::unique_ptr<LinkConstraint>& link = strand.links[k];
  if (!link || &link->getRigidBodyA() != &a || &link->getRigidBodyB() != &b)
    link = std::make_unique<LinkConstraint>(StrandLink{&strand, static_cast<int>(k)}, a, b);
  link->join(world);
}

/// Bullet searches its list from the front for each link to remove, and moves the last constraint
/// into its place. Always removing the frontmost link therefore keeps the searches short.
void WorldSession::remove_links() {
  if (!has_links_) return;
  has_links_ = false;
  for (int i = 0; i < world.getNumConstraints();) {
    btTypedConstraint* const constraint = world.getConstraint(i);
    auto* const link = constraint->getConstraintType() == MAX_CONSTRAINT_TYPE
                           ? dynamic_cast<LinkConstraint*>(constraint)
                           : nullptr;
    if (link != nullptr)
      link->leave(world);
    else
      ++i;
  }
  for (auto& [key, pair] : registry.contacts.pairs)
    if (pair->tie) link_of(*pair).leave(world);
  for (auto& [id, strand] : registry.strands)
    for (auto& link : strand.links) link->leave(world);
  for (Collider* collider : registry.deformed)
    for (auto& tie : collider->deformation->ties) tie->leave(world);
}

void WorldSession::finish_solving() {
  remove_links();
  if (const std::exception_ptr failure = solver_.take_failure()) {
    take_back();
    std::rethrow_exception(failure);
  }
}

void WorldSession::call_post_steps(double dt) {
  for (SessionPair* pair : claimed_) {
    if (!pair->pair.settings().post_step) continue;
    try {
      call_post_step(*pair, at_end(bullet_collider(pair->casting_collider)),
                     at_end(bullet_collider(pair->target_collider)), registry.time + dt, dt);
    } catch (...) {
      take_back();
      throw;
    }
  }
}

void WorldSession::end_substep(double dt) {
  energy.note_displacements(dt);
  step_.set_end_velocities();
  registry.note_left();
  for (Collider* collider : registry.deformed) collider->deformation->end();
  publish();
  call_post_steps(dt);
  const bool is_finite = energy.end_substep(world, claimed_, step_.work());
  end_encounters();
  registry.time += dt;
  step_.tally().name_worst();
  add(step_.tally().report(), registry.time, step_totals);
  claimed_.clear();
  events.publish();
  if (!is_finite) {
    backup_.drop();  // the substep stands
    check_bodies();
  }
  if (listener) listener(dt);
}

/// Ends the encounters of pairs that touched and were not claimed in this substep.
void WorldSession::end_encounters() {
  for (auto& [key, pair] : registry.contacts.pairs)
    if (pair->memory.touch.is_touching && pair->memory.last_claim != substep_)
      events.end(*pair, registry.time);
}

void WorldSession::set_event_listener(std::function<void(const ContactEvent&)> event_listener) {
  events.listener = std::move(event_listener);
  for (auto& [key, pair] : registry.contacts.pairs) pair->memory.touch = {};
}

void WorldSession::publish() {
  for (SessionPair* pair : claimed_) pair_reports.push_back(report_of(*pair, substep_));
  for (auto& [id, strand] : registry.strands) {
    const bool solved = acts(strand) && std::ranges::any_of(strand.bodies, [](const auto& key) {
                          return is_dynamic(*key.body);
                        });
    if (!solved || !strand.is_reported) read_bodies(strand);
    if (!solved) follow(strand, strand.X_WB, strand.V_WB_W);
    if (!strand.is_reported) put_ends(strand, strand.X_WB);
    strand.is_reported = false;
    strand_reports.push_back(strand.report);
  }
}

/// Call after a change of a body's colliders: Bullet then finds the body's pairs again in the next
/// substep, and the bodies that may touch it wake.
void WorldSession::renew(btCollisionObject& object) {
  btOverlappingPairCache& cache = *world.getPairCache();
  btBroadphasePairArray& pairs = cache.getOverlappingPairArray();
  object.activate();
  for (int i = 0; i < pairs.size(); ++i) {
    auto* a = static_cast<btCollisionObject*>(pairs[i].m_pProxy0->m_clientObject);
    auto* b = static_cast<btCollisionObject*>(pairs[i].m_pProxy1->m_clientObject);
    if (a != &object && b != &object) continue;
    a->activate();
    b->activate();
    cache.cleanOverlappingPair(pairs[i], world.getDispatcher());
  }
  pair_reports.clear();
}

ColliderId WorldSession::add_collider(btRigidBody& body,
                                      std::shared_ptr<const ContactSurface> surface,
                                      const Pose& X_BS, const ColliderOptions& options,
                                      std::shared_ptr<Deformation> deformation) {
  if (deformation) require_free(deformation->surface(), options.name);
  require_rigid(X_BS, options.name);
  drop_removed_from(body);
  Collider collider = make_collider(key_of(body, world, options.name), std::move(surface), options,
                                    std::move(deformation));
  collider.X_BS = X_BS;
  const ColliderId id = registry.add_collider(std::move(collider));
  registry.tracks.note(body);
  renew(body);
  return id;
}

void WorldSession::require_free(const DeformableSurface& surface, const std::string& name) const {
  for (const Collider* collider : registry.deformed)
    if (&collider->deformation->surface() == &surface)
      throw InputError(
          fmt::format("{}: its deformable surface is that of '{}' already; make each "
                      "collider one of its own",
                      name, collider->name));
}

ColliderId WorldSession::add_collider(btSoftBody& soft, const Layer& layer,
                                      const ColliderOptions& options) {
  drop_removed_from(soft);
  require_fit_for_soft(registry.contacts.default_settings(),
                       options.name + ", by the default contact");
  auto deformation = std::make_shared<Deformation>(soft, layer, options.name);
  const auto surface = deformation->surface().surface();
  const WorldBodyKey key = key_of(soft, deformation->proxy(), world, options.name);
  Collider collider = make_collider(key, surface, options, std::move(deformation));
  const ColliderId id = registry.add_collider(std::move(collider));
  renew(soft);
  return id;
}

/// The collider or strand of this number, if its bodies are still in the world. Looks only at
/// these bodies, unless the world has more or fewer objects than at the last look, since users ask
/// about each collider and strand in turn.
template <class Registered>
Registered* WorldSession::find(std::map<int, Registered>& registered, int id) {
  if (world.getNumCollisionObjects() != objects_seen_) drop_removed();
  const auto found = registered.find(id);
  if (found == registered.end()) return nullptr;
  if (is_present(found->second, world)) return &found->second;
  drop_removed();
  return nullptr;
}

/// Drops what was registered on an earlier object at this address.
void WorldSession::drop_removed_from(const btCollisionObject& object) {
  for (const int id : registry.colliders_of(&object))
    if (find(registry.colliders, id) == nullptr) return;
}

Collider& WorldSession::collider(ColliderId id, const char* call) {
  if (Collider* found = find(registry.colliders, id.value)) return *found;
  throw InputError(fmt::format("{}: there is no collider {}; was it removed?", call, id.value));
}

void WorldSession::move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices) {
  Collider& moved = collider(id, "move_vertices");
  if (!moved.deformation || moved.is_soft)
    throw InputError(
        fmt::format("move_vertices: '{}' is not deformed by the user; register a DeformableSurface",
                    moved.name));
  moved.deformation->aim(vertices);
  moved.key.object->activate();
}

void WorldSession::remove_collider(ColliderId id) {
  const Collider* found = find(registry.colliders, id.value);
  if (found == nullptr) return;
  btCollisionObject& object = *found->key.object;
  registry.remove_collider(id.value);
  renew(object);
}

void WorldSession::set_default_contact(const ContactSettings& contact) {
  for (const PairReport& report : pair_reports) report.result();  // computed with the old settings
  const ContactSettings& present = registry.contacts.default_settings();
  const bool makes_pairs =
      contact.casts_from != present.casts_from || contact.formulation != present.formulation;
  registry.set_default(contact);
  if (makes_pairs) pair_reports.clear();  // reports of the pairs that were replaced
  drop_removed();
  for (auto& [id, collider] : registry.colliders) collider.key.object->activate();
}

void WorldSession::set_contact(ColliderId casting, ColliderId target, PairContact contact) {
  for (const ColliderId id : {casting, target}) find(registry.colliders, id.value);
  registry.set_contact(casting.value, target.value, std::move(contact));
  pair_reports.clear();
  for (const ColliderId id : {casting, target}) registry.collider(id).key.object->activate();
}

StrandId WorldSession::add_strand(const ligament::Strand& strand,
                                  std::span<btRigidBody* const> bodies,
                                  const ligament::StrandPath& path) {
  StrandState state;
  require_strand(strand, bodies, path);
  for (btRigidBody* body : bodies)
    state.bodies.push_back(key_of(*body, world, fmt::format("Strand '{}'", strand.name)));
  state.linearised.strand = strand;
  state.linearised.path = path;
  state.linearised.path.shortest_leg = std::max(path.shortest_leg, ligament::k_shortest_leg);
  for (btRigidBody* body : bodies) registry.tracks.note(*body);
  wake(state);
  return StrandId{registry.add_strand(std::move(state))};
}

StrandState& WorldSession::strand(StrandId id, const char* call) {
  if (StrandState* found = find(registry.strands, id.value)) return *found;
  throw InputError(fmt::format("{}: there is no strand {}; was it removed?", call, id.value));
}

std::vector<Finding> WorldSession::findings() {
  drop_removed();
  return world_findings(world, registry);
}

void WorldSession::remove_strand(StrandId id) {
  const StrandState* found = find(registry.strands, id.value);
  if (found == nullptr) return;
  wake(*found);
  strand_reports.clear();
  registry.strands.erase(id.value);
}

void WorldSession::set_strand(StrandId id, const ligament::Strand& parameters) {
  StrandState& state = strand(id, "set_strand");
  state.linearised.strand = parameters;
  state.energy = -1;
  wake(state);
}

void WorldSession::cut_strand(StrandId id) {
  StrandState& state = strand(id, "cut_strand");
  state.is_cut = true;
  wake(state);
}

void WorldSession::restore_strand(StrandId id) {
  StrandState& state = strand(id, "restore_strand");
  if (!state.is_cut) state.damage = {};
  state.is_cut = false;
  state.energy = -1;
  wake(state);
}

void WorldSession::tear_strand(StrandId id) {
  StrandState& state = strand(id, "tear_strand");
  state.damage.torn = 1;
  state.energy = -1;
  wake(state);
}

}  // namespace condyle::bullet

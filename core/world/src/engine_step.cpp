#include <algorithm>
#include <initializer_list>
#include <limits>

#include "condyle/contact/contact_surface.h"
#include "core/src/solver/stopwatch.h"
#include "core/world/src/box_pairs.h"
#include "core/world/src/engine_session.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/session_islands.h"

namespace condyle {
namespace {

double kinetic_energy(const BodyState& state, const Twist& velocity) {
  if (!(state.inverse_mass > 0)) return 0;
  const Eigen::Vector3d spin = state.inverse_inertia_W.inverse() * velocity.angular;
  return 0.5 * (velocity.linear.squaredNorm() / state.inverse_mass + velocity.angular.dot(spin));
}

/// Work of the external forces over a step that moves a body from its state to `end`.
double external_work(const BodyState& state, const Mover& end, double dt) {
  const Eigen::Vector3d force = state.by_forces.linear / (dt * state.inverse_mass);
  const Eigen::Vector3d torque = state.inverse_inertia_W.inverse() * state.by_forces.angular / dt;
  return force.dot(end.X_WB.translation() - state.X_WB.translation()) +
         dt * torque.dot(end.velocity.head<3>());
}

}  // namespace

Pose EngineSession::pose_of(int body) const {
  return is_at_end_ ? ends[body].X_WB : engine.pose(body);
}

Twist EngineSession::velocity_of(int body) const {
  return {ends[body].velocity.head<3>(), ends[body].velocity.tail<3>()};
}

bool EngineSession::was_put(int body) const {
  const auto at = static_cast<std::size_t>(body);
  return at >= left_at.size() || !left_at[at] || !left_at[at]->isApprox(engine.pose(body), 1e-9);
}

SessionState::Falling EngineSession::falling_of(int body) const {
  const BodyState state = engine.state(body, 1);
  if (!(state.inverse_mass > 0)) return {};
  return {state.by_forces.linear.norm(), 1 / state.inverse_mass};
}

void EngineSession::step(double dt, std::span<JointRow> joints) {
  begin(dt, joints);
  solve(dt, joints);
  const Stopwatch stopwatch(times.publish);
  publish_at_end(dt);
  for (SessionCollider* collider : deformed) collider->vertices->end();
  close(end_energy(dt), dt, true);
  move_bodies();
  events.publish();
}

/// Makes the reports while bodies count as where they are at the end.
void EngineSession::publish_at_end(double dt) {
  is_at_end_ = true;
  try {
    publish(dt);
  } catch (...) {
    is_at_end_ = false;
    throw;
  }
  is_at_end_ = false;
}

/// Reads the bodies and finds what touches in the step.
void EngineSession::begin(double dt, std::span<JointRow> joints) {
  read_bodies(dt);
  require_rows(joints, static_cast<int>(states.size()));
  // What is refused until here changes nothing.
  clear_results();
  const Stopwatch stopwatch(times.gather);
  ++substep;
  for (JointRow& row : joints) row.impulse = 0;
  begin_vertices(dt);
  bound_vertices();
  find_ties(joints);
  find_motions(dt, joints);
  find_near();
  double kinetic = 0;
  for (const BodyState& body : states) kinetic += kinetic_energy(body, body.velocity);
  ledger.begin_step(kinetic);
  begin_pairs(kinetic);
}

/// Throws InputError for a state that is not finite, and for colliders and strands on bodies that
/// the engine no longer has.
void EngineSession::read_bodies(double dt) {
  const int count = engine.count();
  for (const auto& [id, collider] : colliders) require_body(collider.body, engine, collider.name);
  for (const auto& [id, strand] : strands)
    for (const int body : strand.bodies) require_body(body, engine, strand.linearised.strand.name);
  states.clear();
  for (int body = 0; body < count; ++body) {
    states.push_back(engine.state(body, dt));
    require_state(states.back(), body);
  }
  left_at.resize(states.size());
}

/// The bodies that joints and strands couple. A row to the world ties its body to itself.
void EngineSession::find_ties(std::span<const JointRow> joints) {
  ties.clear();
  for (const JointRow& row : joints)
    for (const int body : {row.body_a, row.body_b})
      if (body >= 0) ties.emplace_back(body, row.body_a < 0 ? row.body_b : row.body_a);
  for (const auto& [id, strand] : strands) {
    if (!acts(strand)) continue;
    int last = -1;  // bodies without mass couple nothing, also where the strand passes over them
    for (const int body : strand.bodies) {
      if (!is_moved(body)) continue;
      ties.emplace_back(last < 0 ? body : last, body);
      last = body;
    }
  }
}

/// Finds how the bodies move before contact acts, and which were put elsewhere.
void EngineSession::find_motions(double dt, std::span<const JointRow> joints) {
  motions.resize(states.size());
  for (std::size_t b = 0; b < states.size(); ++b) {
    const BodyState& state = states[b];
    BodyMotion& motion = motions[b] = {};
    motion.X_WB = state.X_WB;
    motion.is_dynamic = state.inverse_mass > 0;
    motion.shift = dt * state.velocity.linear;
    motion.turn = dt * (state.velocity.angular.norm() + state.by_forces.angular.norm());
    motion.by_forces = dt * state.by_forces.linear.norm();
  }
  const auto join = [this](int body) {
    if (is_moved(body))
      motions[body].by_forces = std::max(motions[body].by_forces, k_displacement_by_joint);
  };
  for (const JointRow& row : joints) join(row.body_a), join(row.body_b);
  for (const auto& [id, strand] : strands)
    for (const int body : strand.bodies) join(body);
  for (auto& [id, collider] : colliders) {
    const int body = collider.body;
    collider.body_motion = &motions[body];
    if (collider.vertices) motions[body].by_forces += dt * collider.vertices->fastest();
    collider.was_put =
        !left_at[body] || (is_moved(body) && !left_at[body]->isApprox(states[body].X_WB, 1e-9));
  }
}

/// The box in which a surface may be in this step. A hit makes no body faster than twice as fast as
/// the two were to one another (allow_for_collision): `fastest` bounds the displacement of all.
Eigen::AlignedBox3d EngineSession::reach_of(SessionCollider& collider, double fastest) const {
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  const SurfaceMotion& motion = motion_in(substep, collider);
  if (motion.is_endless)
    return {Eigen::Vector3d::Constant(-k_endless), Eigen::Vector3d::Constant(k_endless)};
  const double more = 4 * fastest + collider.body_motion->by_forces + collider.thinnest_layer;
  const Eigen::AlignedBox3d box = swept_box(motion, *collider.body_motion);
  return {box.min().array() - more, box.max().array() + more};
}

void EngineSession::find_near() {
  double fastest = 0;
  for (const BodyMotion& motion : motions) fastest = std::max(fastest, motion.shift.norm());
  std::vector<SessionCollider*> listed;
  std::vector<Eigen::AlignedBox3d> boxes;
  for (auto& [id, collider] : colliders) {
    listed.push_back(&collider);
    boxes.push_back(reach_of(collider, fastest));
  }
  std::vector<std::pair<int, int>> meeting;
  find_box_pairs(boxes, meeting);
  candidates.clear();
  for (const auto& [first, second] : meeting) {
    const int i = listed[first]->body, j = listed[second]->body;
    if (i != j && (is_moved(i) || is_moved(j)))
      candidates.push_back({listed[first], listed[second]});
  }
  std::vector<JoinedBodies> joined_bodies;
  for (const auto& [a, b] : ties)
    if (a != b && is_moved(a) && is_moved(b)) joined_bodies.emplace_back(&motions[a], &motions[b]);
  mark_near(substep, std::span(candidates), joined_bodies, [this](const NearCandidate& candidate) {
    return engine.lets_meet(candidate.a->body, candidate.b->body);
  });
  near.clear();
  for (const NearCandidate& candidate : candidates)
    if (candidate.is_near) contacts.append_pairs(*candidate.a, *candidate.b, near);
  sort_by_colliders(near);
}

/// Lists what belongs to each island.
void EngineSession::find_members(std::span<const JointRow> joints) {
  for (std::size_t body = 0; body < states.size(); ++body)
    if (island_of[body] >= 0) islands[island_of[body]].bodies.push_back(static_cast<int>(body));
  const auto island_of_any = [this](std::initializer_list<int> bodies) {
    int found = -1;
    for (const int body : bodies)
      if (body >= 0) found = std::max(found, island_of[body]);
    return found;
  };
  for (SessionPair* pair : near)
    islands[island_of_any({pair->casting_collider.body, pair->target_collider.body})]
        .pairs.push_back(pair);
  for (auto& [id, strand] : strands) {
    int island = -1;
    for (const int body : strand.bodies) island = std::max(island, island_of[body]);
    if (acts(strand) && island >= 0) islands[island].strands.push_back(&strand);
  }
  for (std::size_t row = 0; row < joints.size(); ++row)
    if (const int island = island_of_any({joints[row].body_a, joints[row].body_b}); island >= 0)
      islands[island].rows.push_back(static_cast<int>(row));
}

/// Solves the islands, and moves the bodies that are in none.
void EngineSession::solve(double dt, std::span<JointRow> joints) {
  for (const SessionPair* pair : near)
    ties.emplace_back(pair->casting_collider.body, pair->target_collider.body);
  std::vector<char> moved;
  for (std::size_t body = 0; body < states.size(); ++body)
    moved.push_back(is_moved(static_cast<int>(body)));
  islands.assign(find_islands(moved, ties, island_of), {});
  find_members(joints);
  place.assign(states.size(), -1);
  move_free(dt);
  const auto here = [this](std::size_t i) { return must_be_here(islands[i].pairs); };
  workers.solve(islands.size(), settings.threads, times, here, [&](std::size_t i, auto& worker) {
    solve_island(*this, islands[i], dt, joints, worker);
  });
  for (const SessionIsland& island : islands) {
    take(island.outcome, island.pairs, island.strands, *this);
    condyle::add(island.rows_work, work);
  }
}

/// Moves all bodies as if nothing were tied to them.
void EngineSession::move_free(double dt) {
  ends.assign(states.size(), {});
  for (std::size_t b = 0; b < states.size(); ++b) {
    const BodyState& state = states[b];
    Twist velocity = state.velocity;
    if (state.inverse_mass > 0) {
      velocity.angular += state.by_forces.angular;
      velocity.linear += state.by_forces.linear;
    }
    ends[b].velocity = joined(velocity);
    ends[b].X_WB = pose_before(state.X_WB, velocity, -dt);
  }
}

/// Returns the kinetic energy at the end of the step, and enters the work of external forces.
double EngineSession::end_energy(double dt) {
  double kinetic = 0;
  for (std::size_t b = 0; b < states.size(); ++b) {
    if (!is_moved(static_cast<int>(b))) continue;
    const Mover& end = ends[b];
    ledger.add_external(external_work(states[b], end, dt));
    BodyState turned = states[b];  // with its inertia in the axes of the end
    const Eigen::Matrix3d R = end.X_WB.linear() * turned.X_WB.linear().transpose();
    turned.inverse_inertia_W = R * turned.inverse_inertia_W * R.transpose();
    kinetic += kinetic_energy(turned, {end.velocity.head<3>(), end.velocity.tail<3>()});
  }
  return kinetic;
}

void EngineSession::move_bodies() {
  for (int body = 0; body < static_cast<int>(states.size()); ++body) {
    if (!is_moved(body)) {
      left_at[body] = states[body].X_WB;
      continue;
    }
    const Mover& end = ends[body];
    engine.move(body, end.X_WB, {end.velocity.head<3>(), end.velocity.tail<3>()});
    left_at[body] = end.X_WB;
  }
}

}  // namespace condyle

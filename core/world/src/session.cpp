#include "condyle/world/session.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/src/solver/island_step.h"
#include "core/src/solver/stopwatch.h"
#include "core/world/src/box_pairs.h"
#include "core/world/src/contact_events.h"
#include "core/world/src/near_candidates.h"
#include "core/world/src/pair_table.h"
#include "core/world/src/post_step.h"
#include "core/world/src/session_checks.h"
#include "core/world/src/session_islands.h"
#include "core/world/src/session_rows.h"
#include "core/world/src/session_strand.h"
#include "core/world/src/step_ledger.h"
#include "core/world/src/step_tally.h"

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

struct StrandOnBodies : SessionStrand {
  std::vector<int> bodies;
  std::vector<Pose> X_WB;  ///< scratch: poses at the end of the step
  std::vector<Twist> V_WB_W;
};

}  // namespace

/// The state of a session. A step runs through its functions in their order.
struct Session::State {
  EngineBodies& engine;
  StepSettings settings;
  std::map<int, SessionCollider> colliders;
  std::map<int, StrandOnBodies> strands;
  PairTable contacts;
  int next_collider = 0, next_strand = 0;
  double time = 0;
  std::int64_t substep = 0;

  StageTimes times;
  IslandStep island_step{times};
  SessionRows rows;
  StepTally tally;
  WorkDone work;
  ContactEvents events;
  StepLedger ledger;
  std::vector<PairReport> pair_reports;
  std::vector<StrandReport> strand_reports;

  // Of the step, per body of the engine:
  std::vector<BodyState> states;
  std::deque<BodyMotion> motions;  ///< colliders point to them
  std::vector<std::optional<Pose>> left_at;
  std::vector<Mover> ends;  ///< where bodies with mass are at the end
  std::vector<int> island_of;

  std::vector<NearCandidate> candidates;
  std::vector<SessionPair*> near;
  std::vector<std::pair<int, int>> ties;
  std::vector<SessionStrand*> strand_list;

  State(EngineBodies& bodies, const StepSettings& given) : engine(bodies), settings(given) {}

  static int body_of(const SessionCollider& collider) { return static_cast<int>(collider.body); }
  bool is_moved(int body) const { return body >= 0 && states[body].inverse_mass > 0; }

  void read_bodies(double dt);
  void find_motions(double dt, std::span<const JointRow> joints);
  Eigen::AlignedBox3d reach_of(SessionCollider& collider, double fastest) const;
  void find_near();
  void find_ties(std::span<const JointRow> joints);
  void move_free(double dt);
  void solve(int island, double dt, std::span<JointRow> joints);
  void publish(double dt);
  void move_bodies();
  double kinetic_at_end() const;
};

void Session::State::read_bodies(double dt) {
  const int count = engine.count();
  states.clear();
  for (int body = 0; body < count; ++body) {
    states.push_back(engine.state(body, dt));
    require_state(states.back(), body);
  }
  left_at.resize(states.size());
  double kinetic = 0;
  for (const BodyState& state : states) kinetic += kinetic_energy(state, state.velocity);
  ledger.begin_step(kinetic);
}

/// Finds how the bodies move before contact acts, and which were put elsewhere.
void Session::State::find_motions(double dt, std::span<const JointRow> joints) {
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
  for (const auto& [id, strand] : strands) std::ranges::for_each(strand.bodies, join);
  for (auto& [id, collider] : colliders) {
    const int body = body_of(collider);
    collider.body_motion = &motions[body];
    collider.was_put =
        !left_at[body] || (is_moved(body) && !left_at[body]->isApprox(states[body].X_WB, 1e-9));
  }
}

/// The box in which a surface may be in this step. A hit makes no body faster than twice as fast as
/// the two were to one another (allow_for_collision): `fastest` bounds the displacement of all.
Eigen::AlignedBox3d Session::State::reach_of(SessionCollider& collider, double fastest) const {
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  const SurfaceMotion& motion = motion_in(substep, collider);
  if (motion.is_endless)
    return {Eigen::Vector3d::Constant(-k_endless), Eigen::Vector3d::Constant(k_endless)};
  const double more = 4 * fastest + collider.body_motion->by_forces + collider.thinnest_layer;
  const Eigen::AlignedBox3d box = swept_box(motion, *collider.body_motion);
  return {box.min().array() - more, box.max().array() + more};
}

void Session::State::find_near() {
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
    const int i = body_of(*listed[first]), j = body_of(*listed[second]);
    if (i != j && (is_moved(i) || is_moved(j)))
      candidates.push_back({listed[first], listed[second]});
  }
  std::vector<JoinedBodies> joined_bodies;
  for (const auto& [a, b] : ties)
    if (is_moved(a) && is_moved(b)) joined_bodies.emplace_back(&motions[a], &motions[b]);
  mark_near(substep, std::span(candidates), joined_bodies, [this](const NearCandidate& candidate) {
    return engine.lets_meet(body_of(*candidate.a), body_of(*candidate.b));
  });
  near.clear();
  for (const NearCandidate& candidate : candidates)
    if (candidate.is_near) contacts.append_pairs(*candidate.a, *candidate.b, near);
  std::ranges::sort(near, {}, [](const SessionPair* pair) {
    return std::pair(pair->casting.value, pair->target.value);
  });
}

/// The bodies that joints and strands couple.
void Session::State::find_ties(std::span<const JointRow> joints) {
  ties.clear();
  for (const JointRow& row : joints) {
    if (row.body_a < 0 && row.body_b < 0) continue;
    const int a = row.body_a < 0 ? row.body_b : row.body_a;
    ties.emplace_back(a, row.body_b < 0 ? a : row.body_b);
  }
  for (const auto& [id, strand] : strands)
    for (std::size_t k = 1; k < strand.bodies.size() && acts(strand); ++k)
      ties.emplace_back(strand.bodies[k - 1], strand.bodies[k]);
}

/// Moves the bodies to which nothing is tied.
void Session::State::move_free(double dt) {
  ends.assign(states.size(), {});
  for (std::size_t b = 0; b < states.size(); ++b) {
    const BodyState& state = states[b];
    const Twist velocity{state.velocity.angular + state.by_forces.angular,
                         state.velocity.linear + state.by_forces.linear};
    ends[b].velocity = joined(velocity);
    ends[b].X_WB = pose_before(state.X_WB, velocity, -dt);
  }
}

/// Solves an island: bodies on which contact or strands act come first in it.
void Session::State::solve(int island_index, double dt, std::span<JointRow> joints) {
  std::vector<int> place(states.size(), -1), chosen, given(states.size(), -1);
  const auto is_here = [&](int body) { return body >= 0 && island_of[body] == island_index; };
  Island& island = island_step.begin(rows.solver());
  island.settings = settings;
  island.time = time;
  island.dt = dt;
  island.follows_touch = events.listener != nullptr;
  std::vector<int> movers;
  const auto enter = [&](int body, bool is_joined) {
    if (!is_here(body) || place[body] >= 0) return;
    const BodyState& state = states[body];
    Mover mover;
    mover.X_WB_start = state.X_WB;
    mover.inverse_mass.setConstant(state.inverse_mass);
    mover.inverse_inertia = state.inverse_inertia_W;
    mover.start_velocity = joined(state.velocity);
    mover.external = joined(state.by_forces);
    place[body] = (is_joined ? island.add_joined(mover) : island.add(mover)).body;
    movers.push_back(body);
  };
  const auto end_of = [&](int body) {
    GroupEnd end;
    if (is_moved(body)) {
      end.body = place[body];
      return end;
    }
    if (given[body] < 0) {
      GivenBody given_body;
      given_body.velocity = states[body].velocity;
      given_body.X_WB_given = states[body].X_WB;
      given_body.time_left = -dt;  // it is there at the start of the step
      given[body] = island.add(given_body).given;
    }
    end.given = given[body];
    return end;
  };
  const auto is_pair_here = [&](const SessionPair& pair) {
    return is_here(body_of(pair.casting_collider)) || is_here(body_of(pair.target_collider));
  };
  const auto is_strand_here = [&](const StrandOnBodies& strand) {
    return acts(strand) && std::ranges::any_of(strand.bodies, is_here);
  };
  std::vector<SessionPair*> pairs_here;
  std::vector<SessionStrand*> strands_here;
  for (SessionPair* pair : near) {
    if (!is_pair_here(*pair)) continue;
    enter(body_of(pair->casting_collider), false);
    enter(body_of(pair->target_collider), false);
  }
  for (auto& [id, strand] : strands)
    if (is_strand_here(strand))
      for (const int body : strand.bodies) enter(body, false);
  for (std::size_t b = 0; b < states.size(); ++b) enter(static_cast<int>(b), true);
  for (SessionPair* pair : near) {
    if (!is_pair_here(*pair)) continue;
    pair->casting_side = side_of(pair->casting_collider);
    pair->target_side = side_of(pair->target_collider);
    pair->pair.set_threads(settings.threads);
    island.add(*pair, end_of(body_of(pair->casting_collider)),
               end_of(body_of(pair->target_collider)));
    pairs_here.push_back(pair);
  }
  for (auto& [id, strand] : strands) {
    if (!is_strand_here(strand)) continue;
    strand.ends.clear();
    strand.X_WB.clear();
    for (const int body : strand.bodies) {
      strand.ends.push_back(end_of(body));
      strand.X_WB.push_back(states[body].X_WB);
    }
    if (strand.energy < 0) strand.energy = strand.energy_before = energy_at(strand, strand.X_WB);
    island.add(strand);
    strands_here.push_back(&strand);
  }
  for (std::size_t i = 0; i < joints.size(); ++i)
    if (is_here(joints[i].body_a) || is_here(joints[i].body_b))
      chosen.push_back(static_cast<int>(i));
  rows.gather(joints, chosen, states, place, island.group);
  island_step.solve();
  island_step.correct();
  island_step.finish();
  tally.add(island_step.count(), pairs_here, strands_here);
  work += island_step.work();
  if (!island.division.is_divided) add(rows.solver().work_of_substep(), work);
  for (std::size_t i = 0; i < movers.size(); ++i) ends[movers[i]] = island.movers[i];
  for (const TouchEvent& event : island.events) events.add(*pairs_here[event.pair], event);
  for (SessionStrand* strand : strands_here) put_report(*strand);
}

double Session::State::kinetic_at_end() const {
  double sum = 0;
  for (std::size_t b = 0; b < states.size(); ++b) {
    const Mover& end = ends[b];
    BodyState turned = states[b];  // with its inertia in the axes of the end
    const Eigen::Matrix3d R = end.X_WB.linear() * turned.X_WB.linear().transpose();
    turned.inverse_inertia_W = R * turned.inverse_inertia_W * R.transpose();
    sum += kinetic_energy(turned, {end.velocity.head<3>(), end.velocity.tail<3>()});
  }
  return sum;
}

void Session::State::publish(double dt) {
  for (SessionPair* pair : near)
    pair_reports.push_back({pair->casting,
                            pair->target,
                            pair->X_WC,
                            pair->X_WT,
                            {pair->mean_force.head<3>(), pair->mean_force.tail<3>()},
                            {pair->weak_from_this(), substep}});
  const auto end_of = [this, dt](int body) {
    if (is_moved(body)) return ends[body];
    Mover end;
    end.X_WB = pose_before(states[body].X_WB, states[body].velocity, -dt);
    end.velocity = joined(states[body].velocity);
    return end;
  };
  for (auto& [id, strand] : strands) {
    if (!strand.is_reported) {
      strand.X_WB.clear();
      strand.V_WB_W.clear();
      for (const int body : strand.bodies) {
        const Mover end = end_of(body);
        strand.X_WB.push_back(end.X_WB);
        strand.V_WB_W.push_back({end.velocity.head<3>(), end.velocity.tail<3>()});
      }
      follow(strand, strand.X_WB, strand.V_WB_W);
    }
    strand.is_reported = false;
    strand_reports.push_back(strand.report);
  }
  for (SessionPair* pair : near) {
    if (pair->pair.settings().post_step == nullptr) continue;
    const Mover casting = end_of(body_of(pair->casting_collider)),
                target = end_of(body_of(pair->target_collider));
    call_post_step(*pair, {casting.X_WB, casting.velocity}, {target.X_WB, target.velocity},
                   time + dt, dt);
  }
}

void Session::State::move_bodies() {
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

Session::Session(EngineBodies& bodies, const StepSettings& settings)
    : state_(std::make_unique<State>(bodies, checked(settings))) {}

Session::~Session() = default;

ColliderId Session::add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                                 const Pose& X_BS, const std::string& given_name) {
  const std::string name =
      given_name.empty() ? fmt::format("collider {}", state_->next_collider) : given_name;
  require_body(body, state_->engine, name);
  if (!surface) throw InputError(name + ": its surface is missing");
  require_rigid(X_BS, name);
  SessionCollider collider;
  collider.id.value = state_->next_collider++;
  collider.body = body;
  collider.name = name;
  collider.X_BS = X_BS;
  set_surface(std::move(surface), collider);
  const auto place = state_->colliders.emplace(collider.id.value, std::move(collider)).first;
  return place->second.id;
}

void Session::remove_collider(ColliderId id) {
  state_->pair_reports.clear();
  state_->contacts.drop(id);
  state_->colliders.erase(id.value);
}

void Session::set_default_contact(const ContactSettings& settings) {
  require_valid(settings, "Default contact");
  state_->contacts.set_default(settings);
  state_->pair_reports.clear();
}

void Session::set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                          std::vector<Region> regions, CastingSide side) {
  for (const ColliderId id : {first, second})
    if (!state_->colliders.contains(id.value))
      throw InputError(
          fmt::format("set_contact: there is no collider {}; was it removed?", id.value));
  SessionCollider &a = state_->colliders.at(first.value), &b = state_->colliders.at(second.value);
  state_->contacts.set_contact(a, b, {settings, std::move(regions), side});
  state_->pair_reports.clear();
}

StrandId Session::add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                             const ligament::StrandPath& path) {
  const std::string what = fmt::format("Strand '{}'", strand.name);
  require_valid(strand, what);
  ligament::require_valid(path, static_cast<int>(bodies.size()), what);
  require_distinct(bodies, state_->engine, what);
  StrandOnBodies added;
  added.id = added.report.id = StrandId{state_->next_strand++};
  added.bodies.assign(bodies.begin(), bodies.end());
  added.linearised.strand = strand;
  added.linearised.path = path;
  added.linearised.path.shortest_leg = std::max(path.shortest_leg, ligament::k_shortest_leg);
  const StrandId id = added.id;
  state_->strands.emplace(id.value, std::move(added));
  return id;
}

void Session::remove_strand(StrandId id) {
  state_->strand_reports.clear();
  state_->strands.erase(id.value);
}

void Session::step(double dt, std::span<JointRow> rows) {
  State& state = *state_;
  if (!(dt > 0) || !std::isfinite(dt))
    throw InputError(fmt::format("Session::step: a step of {} s; give one above 0", dt));
  state.times = {};
  state.tally.begin_step();
  state.work = {};
  state.pair_reports.clear();
  state.strand_reports.clear();
  state.events.clear();
  ++state.substep;
  {
    const Stopwatch stopwatch(state.times.gather);
    state.read_bodies(dt);
    require_rows(rows, static_cast<int>(state.states.size()));
    state.find_ties(rows);
    state.find_motions(dt, rows);
    state.find_near();
    state.contacts.begin_substep(state.substep, state.near);
  }
  state.strand_list.clear();
  for (auto& [id, strand] : state.strands) state.strand_list.push_back(&strand);
  double kinetic = 0;
  for (const BodyState& body : state.states) kinetic += kinetic_energy(body, body.velocity);
  state.ledger.enter(kinetic, state.near, state.contacts, state.strand_list, state.substep);

  for (const SessionPair* pair : state.near)
    state.ties.emplace_back(state.body_of(pair->casting_collider),
                            state.body_of(pair->target_collider));
  std::vector<char> is_moved;
  for (const BodyState& body : state.states) is_moved.push_back(body.inverse_mass > 0);
  const int islands = find_islands(is_moved, state.ties, state.island_of);
  state.move_free(dt);
  for (int island = 0; island < islands; ++island) state.solve(island, dt, rows);

  state.publish(dt);
  for (std::size_t b = 0; b < state.states.size(); ++b)
    if (is_moved[b]) state.ledger.add_external(external_work(state.states[b], state.ends[b], dt));
  state.ledger.end_step(state.kinetic_at_end(), state.near, state.strand_list, state.work);
  state.move_bodies();
  for (auto& [key, pair] : state.contacts.pairs)
    if (pair->memory.touch.is_touching && pair->memory.last_claim != state.substep)
      state.events.end(*pair, state.time);
  state.time += dt;
  state.tally.name_worst();
  state.events.publish();
}

std::span<const PairReport> Session::pairs() const { return state_->pair_reports; }
std::span<const StrandReport> Session::strands() const { return state_->strand_reports; }
const StepReport& Session::step_report() const { return state_->tally.report(); }
const StageTimes& Session::times() const { return state_->times; }
const EnergyLedger& Session::energy() const { return state_->ledger.step(); }
const EnergyLedger& Session::energy_totals() const { return state_->ledger.total(); }
double Session::time() const { return state_->time; }

void Session::on_contact_event(std::function<void(const ContactEvent&)> listener) {
  state_->events.listener = std::move(listener);
  for (auto& [key, pair] : state_->contacts.pairs) pair->memory.touch = {};
}

}  // namespace condyle

#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "condyle/world/session.h"
#include "core/src/solver/island_step.h"
#include "core/world/src/contact_events.h"
#include "core/world/src/near_candidates.h"
#include "core/world/src/pair_table.h"
#include "core/world/src/session_rows.h"
#include "core/world/src/session_strand.h"
#include "core/world/src/step_ledger.h"
#include "core/world/src/step_tally.h"

namespace condyle {

/// A strand on bodies of the engine, given by their indices.
struct StrandOnBodies : SessionStrand {
  std::vector<int> bodies;
  // Scratch: of the bodies, at the time of interest.
  std::vector<Pose> X_WB;
  std::vector<Twist> V_WB_W;
};

/// What is solved together.
struct SessionIsland {
  std::vector<int> bodies;  ///< those with mass
  std::vector<int> rows;    ///< indices of joint rows
  std::vector<SessionPair*> pairs;
  std::vector<StrandOnBodies*> strands;
};

/// What a session knows, and its step (session_step.cpp).
struct SessionState {
  SessionState(EngineBodies& bodies, const StepSettings& given) : engine(bodies), settings(given) {}

  /// Session::step().
  void step(double dt, std::span<JointRow> joints);

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
  ContactEvents events;

  // Results of the step:
  StepTally tally;
  WorkDone work;
  StepLedger ledger;
  std::vector<PairReport> pair_reports;
  std::vector<StrandReport> strand_reports;

  // Of the step, per body of the engine:
  std::vector<BodyState> states;
  std::deque<BodyMotion> motions;  ///< colliders point to them
  std::vector<std::optional<Pose>> left_at;
  std::vector<Mover> ends;     ///< where bodies with mass are at the end
  std::vector<int> island_of;  ///< index in `islands`, or -1
  std::vector<int> place;      ///< index in the group of its island

  std::vector<SessionIsland> islands;

  std::vector<NearCandidate> candidates;
  std::vector<SessionPair*> near;
  std::vector<std::pair<int, int>> ties;  ///< bodies that joints, strands and pairs couple
  std::vector<SessionStrand*> strand_list;

  static int body_of(const SessionCollider& collider) { return static_cast<int>(collider.body); }
  bool is_moved(int body) const { return body >= 0 && states[body].inverse_mass > 0; }

 private:
  void begin(double dt, std::span<JointRow> joints);
  void read_bodies(double dt);
  void find_ties(std::span<const JointRow> joints);
  void find_motions(double dt, std::span<const JointRow> joints);
  Eigen::AlignedBox3d reach_of(SessionCollider& collider, double fastest) const;
  void find_near();
  void find_members(std::span<const JointRow> joints);
  void solve(double dt, std::span<JointRow> joints);
  void move_free(double dt);
  void publish(double dt);
  void publish_strands(double dt);
  void call_post_steps(double dt);
  void close_ledger(double dt);
  void move_bodies();
  void end_encounters();
  Mover end_of(int body, double dt) const;
};

/// Solves one island of the step and writes where its bodies are at the end (session_island.cpp).
void solve_island(SessionState& state, const SessionIsland& members, double dt,
                  std::span<JointRow> joints);

}  // namespace condyle

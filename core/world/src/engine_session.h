#pragma once

#include <Eigen/Geometry>
#include <deque>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "condyle/world/engine.h"
#include "core/world/src/island_contents.h"
#include "core/world/src/island_workers.h"
#include "core/world/src/near_candidates.h"
#include "core/world/src/session_rows.h"
#include "core/world/src/session_state.h"

namespace condyle {

/// What is solved together.
struct SessionIsland {
  std::vector<int> bodies;  ///< those with mass
  std::vector<int> rows;    ///< indices of joint rows
  std::vector<SessionPair*> pairs;
  std::vector<SessionStrand*> strands;
  IslandOutcome outcome;
  RowWork rows_work;
};

struct EngineMemory : SessionMemory {
  std::vector<int> colliders;
  std::vector<std::optional<Pose>> left_at;
};

/// The session of an engine whose bodies it moves, and its step (engine_step.cpp).
struct EngineSession : SessionState {
  EngineSession(EngineBodies& bodies, const StepSettings& given)
      : SessionState(given), engine(bodies) {}

  Pose pose_of(int body) const override;
  Twist velocity_of(int body) const override;
  bool is_moved(int body) const override { return body >= 0 && states[body].inverse_mass > 0; }
  void wake(int body) override { engine.wake(body); }
  bool lets_meet(int a, int b) const override { return engine.lets_meet(a, b); }
  bool was_put(int body) const override;
  Falling falling_of(int body) const override;

  /// Session::step().
  void step(double dt, std::span<JointRow> joints);

  EngineBodies& engine;
  IslandWorkers<SessionRows> workers;

  // Of the step, per body of the engine:
  std::vector<BodyState> states;
  std::deque<BodyMotion> motions;  ///< colliders point to them
  std::vector<std::optional<Pose>> left_at;
  std::vector<Mover> ends;     ///< where bodies are at the end
  std::vector<int> island_of;  ///< index in `islands`, or -1
  std::vector<int> place;      ///< index in the group of its island

  std::vector<SessionIsland> islands;
  std::vector<NearCandidate> candidates;
  std::vector<std::pair<int, int>> ties;  ///< bodies that joints, strands and pairs couple

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
  void publish_at_end(double dt);
  double end_energy(double dt);
  void move_bodies();

  bool is_at_end_ = false;  ///< pose_of() gives the poses at the end of the step
};

/// Solves one island of the step and writes where its bodies are at the end (engine_island.cpp).
/// Changes nothing of the session that is not of this island alone.
void solve_island(EngineSession& session, SessionIsland& members, double dt,
                  std::span<JointRow> joints, IslandWorker<SessionRows>& worker);

}  // namespace condyle

#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <utility>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/sliding_record.h"
#include "condyle/contact/vertex_forces.h"
#include "condyle/solver/bed_account.h"
#include "condyle/solver/frozen_contact.h"
#include "condyle/solver/frozen_work.h"
#include "condyle/solver/moving_vertices.h"
#include "condyle/solver/touch.h"

namespace condyle {

/// A side of a pair, as it is on its body during a step of the engine's.
struct PairSide {
  Pose X_BS = Pose::Identity();        ///< of the surface, in the frame of the centre of mass
  Eigen::AlignedBox3d box_S;           ///< of the surface, over the step
  double thinnest_layer = 0;           ///< [m]
  const char* name = "";               ///< for messages and the user's laws
  MovingVertices* vertices = nullptr;  ///< where they move by themselves
};

/// What a pair carries from step to step.
struct PairMemory {
  std::vector<Bristle> bristles;  ///< with stiction
  Touch touch;                    ///< where events are followed
  SlidingRecord sliding;          ///< where the settings ask for it
  BedAccount bed;
  double elastic = -1;           ///< for the energy ledger, of any law [J]; below 0: not known
  std::int64_t last_claim = -1;  ///< number of the engine's step that met the pair last
};

/// A pair on its way through a step of the engine's, and what it carries to the next one.
struct PairStep {
  explicit PairStep(ContactPair contact_pair) : pair(std::move(contact_pair)) {}

  ContactPair pair;
  PairSide casting_side, target_side;  ///< as of this step
  FrozenContact frozen;
  std::vector<ProximityHit> hits;      ///< as last found, for the step or within it
  bool keeps_start = false;            ///< what was found at the start counts to the sub-step's end
  double reach = 0;                    ///< gap down to which triangles are frozen [m]
  Pose X_WC, X_WT;                     ///< at the end of the last step; within one, at its start
  Pose X_CT_found = Pose::Identity();  ///< of `hits`
  bool is_found_ahead = false;         ///< at the end of the sub-step as it was foreseen
  Vector6 impulse = Vector6::Zero();   ///< on the casting body over the step (moment, force)
  Vector6 mean_force = Vector6::Zero();      ///< impulse over the length of the step
  bool is_result_due = false;                ///< the pair's result is of an earlier step
  std::vector<ProximityHit> end_hits;        ///< what the result is made of
  std::vector<GivenPressure> end_pressures;  ///< parallel
  PairMemory memory;                         ///< as of the end of the last step
  std::vector<Bristle> bristles_now;         ///< on their way through the step
  BedAccount bed_now;                        ///< the same
  FrozenWork work;                           ///< of the last sub-step
  double elastic_now = -1;                   ///< the same, of memory.elastic
  double elastic_before = -1;                ///< of the ledger, at the start of the step
  Touch touch_now;
  SlidingStep sliding_now;     ///< of this step
  VertexForces vertex_forces;  ///< of the result, when asked for
};

/// The step begins, the first time or once more.
void restart(PairStep& pair);

/// The step of `dt` [s] is certain: what the pair carries to the next one is as of its end.
void finish(PairStep& pair, double dt);

/// Of both sides together, where they are thinnest [m].
double layers(const PairStep& pair);

bool touches_where_found(const PairStep& pair);

}  // namespace condyle

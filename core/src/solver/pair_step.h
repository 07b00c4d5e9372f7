#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "core/src/contact/linearised/linearised_contact.h"
#include "core/src/contact/linearised/linearised_work.h"
#include "core/src/contact/linearised/stiction.h"
#include "core/src/contact/sliding_record.h"
#include "core/src/contact/surface/casting_pieces.h"
#include "core/src/solver/extent.h"
#include "core/src/solver/moving_vertices.h"
#include "core/src/solver/pair_account.h"
#include "core/src/solver/touch.h"

namespace condyle {

/// One side of a pair on its body, during a step of the engine.
struct PairSide {
  Pose X_BS = Pose::Identity();        ///< pose of the surface in the frame of the centre of mass
  Eigen::AlignedBox3d box_S;           ///< bounds of the surface over the step
  const Extent* extent = nullptr;      ///< of the surface; null: not known
  double thinnest_layer = 0;           ///< least thickness of the layer [m]
  const char* name = "";               ///< name in messages and for users' laws
  MovingVertices* vertices = nullptr;  ///< null unless the vertices move by themselves
};

/// The state that a pair carries from step to step.
struct PairMemory {
  std::vector<Bristle> bristles;  ///< state of stiction
  Touch touch;                    ///< state of touch, if events are followed
  SlidingRecord sliding;          ///< sliding and wear, if the settings ask for them
  PairAccount account;
  /// Stored energy under any law, for the energy ledger [J]; below 0: unknown.
  double elastic = -1;
  bool pressed = false;          ///< a force acted in the last step
  std::int64_t last_claim = -1;  ///< number of the engine's last step with the pair
};

/// A pair during a step of the engine, with the state that it carries to the next step.
struct PairStep {
  explicit PairStep(ContactPair contact_pair);

  ContactPair pair;
  /// See passage.h; frames of the surfaces.
  std::optional<Eigen::Vector3d> casting_middle, target_middle;
  PairSide casting_side, target_side;  ///< sides in the current step
  LinearisedContact linearised;
  std::vector<ProximityHit> hits;    ///< hits of the last search
  std::vector<CastingPiece> pieces;  ///< parallel to hits, or none
  bool keeps_start = false;          ///< the search at the start is used until the sub-step ends
  bool follows_end = false;          ///< a search at the end is used even if nothing touches there
  double reach = 0;                  ///< largest gap that motion may close [m]
  /// Bound on LinearisedContact::layer_force() [N], by which the search leaves out patches.
  double most_force = std::numeric_limits<double>::infinity();
  double linearised_reach = 0;  ///< largest gap of triangles that are linearised [m]
  Pose X_WC, X_WT;              ///< poses at the start of the sub-step; after the step, at its end
  Pose X_CT_found = Pose::Identity();  ///< pose at which `hits` were found
  bool is_found_ahead = false;         ///< `hits` were found at the predicted end of the sub-step
  Vector6 impulse = Vector6::Zero();  ///< impulse on the casting body over the step (moment, force)
  Vector6 mean_force = Vector6::Zero();  ///< impulse divided by the length of the step
  bool is_result_due = false;            ///< the pair's result is still that of an earlier step
  std::vector<ProximityHit> end_hits;    ///< hits from which the result is made
  std::vector<CastingPiece> end_pieces;  ///< parallel to end_hits, or none
  PairMemory memory;                     ///< state at the end of the last step
  std::vector<Bristle> bristles_now;     ///< bristles within the current step
  PairAccount account_now;               ///< account within the current step
  LinearisedWork work;                   ///< work of the last sub-step
  double elastic_now = -1;     ///< stored energy within the current step [J]; below 0: unknown
  double elastic_before = -1;  ///< stored energy at the start of the step, for the ledger [J]
  Touch touch_now;
  double touch_foreseen = 0;  ///< time to a first touch along the free motion; 0: none [s]
  bool has_stopped = false;   ///< a sub-step of the current step has ended at its first touch
  /// How far beyond the layers a body has come through in the step [m]; 0: none has.
  double came_through = 0;
  SlidingStep sliding_now;     ///< sliding in the current step
  VertexForces vertex_forces;  ///< forces on vertices, made when they are asked for
};

/// Returns the pair to the start of the step.
void restart(PairStep& pair);

/// Completes a step of `dt` [s]: the state at its end is carried to the next step.
void finish(PairStep& pair, double dt);

/// Sum of the least layer thicknesses of both sides or, of an elastic layer, its depth_scale() [m].
double layers(const PairStep& pair);

bool touches_where_found(const PairStep& pair);

}  // namespace condyle

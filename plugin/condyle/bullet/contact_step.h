#pragma once

#include <span>
#include <vector>

#include "condyle/bullet/contact_events.h"
#include "condyle/bullet/energy_tally.h"
#include "condyle/bullet/group_rows.h"
#include "condyle/bullet/registry.h"
#include "condyle/bullet/step_tally.h"
#include "condyle/solver/workers.h"

namespace condyle::bullet {

/// What an island's solve works on: Bullet's solver bodies and rows, and the links that brought
/// Condyle's pairs and strands to it.
struct IslandData {
  btAlignedObjectArray<btSolverBody>* bodies = nullptr;
  btConstraintArray* rows[GroupRows::pool_count] = {};
  std::span<btTypedConstraint* const> constraints;
  const btContactSolverInfo* info = nullptr;
};

/// Contact and ligaments of one island over one step of Bullet's, inside its solver.
class ContactStep {
 public:
  ContactStep(Registry& registry, const PluginSettings& settings, StageTimes& times,
              ContactEvents& events)
      : registry_(registry), settings_(settings), times_(times), events_(events) {}

  /// After Bullet's set-up. False where no link of Condyle's is in the island.
  bool begin(const IslandData& island);

  /// Solves the group together with the rows of Bullet's that touch it. Before Bullet iterates.
  void solve();

  /// After Bullet's iteration: brings contact into balance with what the rows have become.
  void correct();

  /// After Bullet wrote its velocities: sets those of the group's bodies.
  void finish();

  /// After Bullet moved all bodies: their velocities at the end of the step, which sub-steps make
  /// differ from the mean that moved them, and how they stand where they turn fast.
  void set_end_velocities();

  /// Forgets the step instead.
  void abandon() {
    end_velocities_.clear();
    end_orientations_.clear();
  }

  GroupRows& rows() { return rows_; }
  StepTally& tally() { return tally_; }
  EnergyTally& energy() { return energy_; }

  /// Per solver body: at least 0 where it is of a group whose rows have been tallied by sub-steps.
  std::span<const int> tallied_bodies() const {
    return is_divided_ ? std::span<const int>(place_) : std::span<const int>();
  }

 private:
  /// A body of the group on its way through the step.
  struct Mover {
    btRigidBody* body = nullptr;
    Pose X_WB_start, X_WB;  ///< of the centre of mass
    Eigen::Vector3d inverse_mass = Eigen::Vector3d::Zero();
    Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< at the start, world frame
    Vector6 start_velocity = Vector6::Zero(), velocity = Vector6::Zero();
    Eigen::Vector3d turned = Eigen::Vector3d::Zero();  ///< sum over sub-steps [rad]
    Vector6 external = Vector6::Zero();  ///< change of velocity by external forces over the step
  };
  /// A body whose motion is given, on its way through the step.
  struct Stander {
    btRigidBody* body = nullptr;
    Pose X_WB;  ///< at the start of the sub-step
  };
  struct EndVelocity {
    btRigidBody* body;
    Vector6 velocity;
  };
  /// Of a body that turns farther in the step than Bullet lets it.
  struct EndOrientation {
    btRigidBody* body;
    Eigen::Quaterniond R_WB;
  };

  /// Of a pair, as part of what its law says: a bracket of the greatest at which it gives no more
  /// energy than it has.
  struct Strength {
    double now = 1, enough = 0, too_much = 1;
  };
  /// What passes lead to.
  enum class Balance {
    found,
    far,   ///< as of laws that jump: what the last pass led to, where it brings no energy
    lost,  ///< velocities that nothing in the step accounts for
  };

  void enter(btRigidBody& body);
  void enter(const LinkConstraint& link);
  GroupEnd end_of(btRigidBody& body);
  const Pose& pose_of(const GroupEnd& end) const;  ///< at the start of the sub-step
  Pose standing_pose(const btRigidBody& body, double h) const;

  bool is_conserving() const {
    return settings_.integration == Integration::conserving && deformations_.empty();
  }
  bool run(int substeps);  ///< false: other sub-steps are wanted
  bool run_substep();
  void start_substep(double h);
  double time_of_touch(double h);
  bool follows_touch() const;
  EvenMotion mesh_motion(const GroupEnd& end, const Collider&, bool is_free) const;
  PairPath path(std::size_t pair, bool is_free, double h) const;
  void follow_pair(std::size_t pair, double h);
  void load_bodies(double h);
  void start_strands();
  void find(double h);
  void freeze_strand(StrandState& strand);
  void find_hits(std::size_t pair, bool at_end);
  void find_hits_at_end(std::size_t pair);
  void find_hits_at_start_alone(std::size_t pair);
  bool find_at_end(double h);
  bool has_left_start() const;
  int wanted_substeps(std::size_t pair, double h) const;
  Deformation* deformation_of(ColliderId id) const {
    return registry_.collider(id).deformation.get();
  }
  void move_vertices(double part);
  void set_yields(double h);
  void push_vertices(const PairState& pair, double h);
  condyle_body user_body(const GroupEnd& end, ColliderId collider) const;
  Balance make_passes(double h, bool afresh);
  Balance settle(bool rows_are_solved);
  void tally_residual(double left);
  bool may_be_divided() const;
  void ask_for(int finer);
  void ask_for_finer();
  [[noreturn]] void throw_lost();
  bool is_too_coarse(double h);
  bool meets_unseen(double h);
  bool touches_on_way(std::size_t pair, double way, double h);
  bool look_ahead(double h);
  bool widen_reach(double h);

  // Of energy (contact_step_energy.cpp).
  void open_accounts();
  bool keep_passive(double h);
  bool overdraws() const;
  bool overdraws(std::size_t pair, double h) const;
  bool weaken(double h, bool is_last);
  void settle_account(std::size_t pair, double h);
  double external_force(const GroupEnd& end, double h) const;
  double kinetic_energy(const GroupEnd& end, const GroupEnd& seen_from) const;

  void move(double h);
  void note_orientation(const Mover& mover);
  void report(std::size_t pair);
  void enter(StrandState& strand);

  double layers(const PairState& pair) const;
  double reach_limit(const PairState& pair) const;
  double reach_for(const PairState& pair, double gap, bool limited) const;
  StepMotion free_motion(const GroupEnd& end, double h) const;
  /// Bound of relative travel in h [m].
  double travel(std::size_t pair, double h) const;
  double travel(std::size_t pair, const StepMotion& C, const StepMotion& T, double h) const;

  Registry& registry_;
  const PluginSettings& settings_;
  StageTimes& times_;
  ContactEvents& events_;

  IslandData island_;
  double dt_ = 0;
  int substeps_ = 1;
  int wanted_substeps_ = 1;
  bool is_divided_ = false;  ///< into sub-steps
  double longest_ = 0;       ///< of the sub-steps to come [s]
  double done_ = 0;          ///< time from the start of the step to that of the sub-step [s]
  double remaining_ = 0;     ///< time from the end of the present sub-step to that of the step [s]
  bool is_far_ = false;      ///< the last passes found no balance
  double left_where_found_ = 0;     ///< imbalance at the first of the last passes
  std::size_t earlier_events_ = 0;  ///< found before this island's
  std::vector<const LinkConstraint*> links_;
  std::vector<int> place_;  ///< per solver body: index in the group, or -1
  ContactGroup group_;
  std::vector<Mover> movers_;               ///< parallel to the group's bodies
  std::vector<Stander> standers_;           ///< parallel to the motions given to the group
  std::vector<PairState*> pairs_;           ///< parallel to the group's pairs
  std::vector<Strength> strengths_;         ///< parallel too
  std::vector<StrandState*> strands_;       ///< parallel to the group's strands
  std::vector<Deformation*> deformations_;  ///< of the pairs' colliders, each once
  Workers workers_;
  std::vector<EndVelocity> end_velocities_;
  std::vector<EndOrientation> end_orientations_;
  GroupRows rows_;
  StepTally tally_;
  EnergyTally energy_;
};

}  // namespace condyle::bullet

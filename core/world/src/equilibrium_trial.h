#pragma once

#include <Eigen/Core>
#include <deque>
#include <map>
#include <memory>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/world/src/equilibrium_state.h"

namespace condyle {

/// Poses and parameters at which forces are evaluated.
struct EquilibriumTrial {
  BodyPoses poses;
  std::map<int, Pose> X_BS;                                       ///< by collider, if changed
  std::map<int, std::shared_ptr<const ContactSurface>> surfaces;  ///< by collider, if changed
  std::map<int, ligament::Strand> strands;                        ///< by strand, if changed
  std::vector<PointLoad> loads;
};

/// The forces of a trial.
struct TrialForces {
  Eigen::VectorXd on_bodies;    ///< per body 6: moment about its origin, force; world frame
  Eigen::VectorXd pair_forces;  ///< per pair 3
  Eigen::VectorXd soft_peaks;   ///< per pair
  Eigen::VectorXd tensions;     ///< per strand

  TrialForces& operator-=(const TrialForces& other);
  TrialForces& operator/=(double by);
};

/// Evaluates the forces on the bodies of an equilibrium at other poses and parameters. Of pairs and
/// strands that the trial does not change, the forces are those at the equilibrium.
class TrialEvaluation {
 public:
  TrialEvaluation(EquilibriumState& state, double peak_power);

  EquilibriumTrial here() const { return {state_.poses(), {}, {}, {}, state_.loads}; }
  TrialForces evaluate(const EquilibriumTrial& trial);
  const TrialForces& at_equilibrium() const { return base_; }

 private:
  /// The forces of a pair or strand on its bodies, about their origins.
  struct Part {
    std::vector<int> bodies;
    std::vector<Vector6> forces;
    Eigen::Vector3d force = Eigen::Vector3d::Zero();  ///< on the casting body
    double soft_peak = 0, tension = 0;
  };
  struct Pair {
    SessionPair* of = nullptr;
    ContactPair pair;
    Part at_equilibrium;
  };
  struct StrandAt {
    SessionStrand* of = nullptr;
    Part at_equilibrium;
  };

  Part evaluate(const Pair& pair, ContactPair& by, const EquilibriumTrial& trial) const;
  Part evaluate(const SessionStrand& strand, const EquilibriumTrial& trial) const;
  bool changes(const Pair& pair, const EquilibriumTrial& trial) const;
  bool changes(const SessionStrand& strand, const EquilibriumTrial& trial) const;
  bool has_moved(int body, const EquilibriumTrial& trial) const;
  void add_loads_and_joints(const EquilibriumTrial& trial, Eigen::VectorXd& on_bodies) const;
  static void add(const Part& part, Eigen::VectorXd& on_bodies);

  EquilibriumState& state_;
  double peak_power_;
  BodyPoses poses_;  ///< at the equilibrium
  std::deque<Pair> pairs_;
  std::vector<StrandAt> strands_;
  TrialForces base_;
};

}  // namespace condyle

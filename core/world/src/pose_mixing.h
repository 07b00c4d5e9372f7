#pragma once

#include <Eigen/Core>
#include <vector>

namespace condyle {

/// Speeds up steps that approach a common end slowly (Anderson 1965, as type II of Fang & Saad
/// 2009): from what the last steps have changed in one another, guesses where they lead.
class PoseMixing {
 public:
  void clear();

  /// Given the displacement of a step, returns the further displacement to where steps lead; 0 for
  /// the first one, and of no entry larger than `most`. It must be made before the next step.
  Eigen::VectorXd further(const Eigen::VectorXd& moved, double most);

 private:
  Eigen::VectorXd moved_, further_;                ///< by the last step and after it
  std::vector<Eigen::VectorXd> places_, changes_;  ///< changes of the start of steps and of `moved`
};

}  // namespace condyle

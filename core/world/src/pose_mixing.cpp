#include "core/world/src/pose_mixing.h"

#include <Eigen/QR>

namespace condyle {

void PoseMixing::clear() {
  moved_.resize(0);
  places_.clear();
  changes_.clear();
}

Eigen::VectorXd PoseMixing::further(const Eigen::VectorXd& moved, double most) {
  constexpr std::size_t k_memory = 6;
  Eigen::VectorXd further = Eigen::VectorXd::Zero(moved.size());
  if (moved_.size() == moved.size()) {
    places_.push_back(moved_ + further_);
    changes_.push_back(moved - moved_);
    if (places_.size() > k_memory) {
      places_.erase(places_.begin());
      changes_.erase(changes_.begin());
    }
    Eigen::MatrixXd changes(moved.size(), changes_.size());
    for (std::size_t i = 0; i < changes_.size(); ++i)
      changes.col(static_cast<Eigen::Index>(i)) = changes_[i];
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors;
    factors.setThreshold(1e-8);
    factors.compute(changes);
    const Eigen::VectorXd weights = factors.solve(moved);
    for (std::size_t i = 0; i < places_.size(); ++i)
      further -= weights[static_cast<Eigen::Index>(i)] * (places_[i] + changes_[i]);
  }
  if (!further.allFinite()) {
    further.setZero();
    places_.clear();
    changes_.clear();
  }
  if (const double size = further.lpNorm<Eigen::Infinity>(); size > most) further *= most / size;
  moved_ = moved;
  further_ = further;
  return further;
}

}  // namespace condyle

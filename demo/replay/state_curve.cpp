#include "replay/state_curve.h"

#include <algorithm>

#include "core/src/base/natural_spline.h"

namespace condyle {
namespace {

using Eigen::Map;
using Eigen::VectorXd;

VectorXd to_vector(const std::vector<double>& values) {
  return Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

bool ascends_strictly(const std::vector<double>& times) {
  return times.size() > 1 && std::ranges::adjacent_find(times, std::greater_equal{}) == times.end();
}

}  // namespace

StateCurve::StateCurve(const opensim::OsimKinematics& kinematics,
                       const opensim::MotionTable& motion, const opensim::OsimMotionStates& states)
    : kinematics_(&kinematics), motion_(&motion), states_(&states) {
  if (!ascends_strictly(motion.times)) return;
  opensim::OsimState state;
  for (int row = 0; row < motion.rows(); ++row) {
    states.state_at(row, state);
    if (row == 0) {
      values_.resize(motion.rows(), static_cast<Eigen::Index>(state.q.size()));
      speeds_.resizeLike(values_);
    }
    values_.row(row) = to_vector(state.q);
    speeds_.row(row) = to_vector(state.u);
  }
  slopes_ = fit_natural_spline(to_vector(motion.times), values_, 0).slopes;
}

int StateCurve::row_before(double time) const {
  const auto after = std::ranges::upper_bound(motion_->times, time);
  return std::max(0, static_cast<int>(after - motion_->times.begin()) - 1);
}

void StateCurve::state_at(double time, opensim::OsimState& state) const {
  const int row = row_before(time);
  states_->state_at(row, state);
  const double start = motion_->times[row];
  if (values_.size() == 0 || !(time > start) || row + 1 == motion_->rows()) return;

  // Cubic Hermite interpolation from the values and slopes at both rows.
  const double span = motion_->times[static_cast<std::size_t>(row) + 1] - start;
  const double s = (time - start) / span, r = 1 - s;
  const double at_start = r * r * (1 + 2 * s), at_end = s * s * (1 + 2 * r);
  const double slope_start = span * s * r * r, slope_end = -span * s * s * r;
  const Eigen::Index n = values_.cols();
  Map<VectorXd>(state.q.data(), n) =
      (at_start * values_.row(row) + at_end * values_.row(row + 1) +
       slope_start * slopes_.row(row) + slope_end * slopes_.row(row + 1))
          .transpose();
  Map<VectorXd>(state.u.data(), n) = (r * speeds_.row(row) + s * speeds_.row(row + 1)).transpose();
  kinematics_->apply_couplers(state);
}

}  // namespace condyle

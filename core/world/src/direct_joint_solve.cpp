#include <cmath>

#include "core/world/src/row_solver.h"

// The rows of joints without limits, solved together by elimination.

namespace condyle {
namespace {

/// Softness of a direct row, as a fraction of its own J M^-1 J^T. Joints may constrain the same
/// motion twice. How they then share the impulse does not matter, but it must be finite. The
/// iterations remove the error that this softness leaves.
constexpr double k_softness = 1e-9;

}  // namespace

bool RowSolver::solve_joints_directly() {
  if (!has_joints_to_solve_) return false;
  has_joints_to_solve_ = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    Row& row = rows_[i];
    row.is_direct = is_unlimited(row);
    if (row.is_direct) direct_.push_back(i);
  }
  updated_at_ = -1;
  limit_corrections();
  return is_direct_solve_ = true;
}

/// Velocity along row i per impulse along row k, without contact.
double RowSolver::plain_coupling(std::size_t i, std::size_t k) const {
  const Row &a = rows_[i], &b = rows_[k];
  double sum = 0;
  for (int side = 0; side < 2; ++side)
    for (int other = 0; other < 2; ++other)
      if (a.bodies[side] == b.bodies[other]) sum += a.J[side].dot(b.response[other]);
  return sum;
}

/// Sets the matrix of the direct rows: `coupling(i, k)` is the velocity along row i per impulse
/// along row k.
template <class Coupling>
void RowSolver::fill_direct_matrix(const Coupling& coupling) {
  const auto size = static_cast<Eigen::Index>(direct_.size());
  direct_matrix_.resize(size, size);
  direct_error_.resize(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const std::size_t at = direct_[i];
    for (Eigen::Index k = 0; k < size; ++k) direct_matrix_(i, k) = coupling(at, direct_[k]);
    direct_matrix_(i, i) += rows_[at].compliance + k_softness * rows_[at].mass_inverse;
  }
}

/// Where joints constrain nearly the same motion, small errors that contradict one another would
/// demand very large velocities. The joints then correct their errors more slowly, so that the
/// correction takes no more energy than if each row corrected its error alone.
void RowSolver::limit_corrections() {
  fill_direct_matrix([this](std::size_t i, std::size_t k) { return plain_coupling(i, k); });
  direct_factors_.compute(direct_matrix_);
  double alone = 0;
  for (Eigen::Index i = 0; i < direct_error_.size(); ++i) {
    const Row& row = rows_[direct_[i]];
    direct_error_[i] = row.correction;
    alone += row.correction * row.correction / row.mass_inverse;
  }
  const double together = direct_error_.dot(direct_factors_.solve(direct_error_));
  if (!(together > alone)) return;
  const double less = 1 - std::sqrt(alone / together);
  for (const std::size_t at : direct_) {
    Row& row = rows_[at];
    row.wanted -= less * row.correction;
    row.substep_error -= less * row.correction;
    row.correction -= less * row.correction;
  }
}

/// Velocity along row i per impulse along row k.
double RowSolver::coupling(std::size_t i, std::size_t k) const {
  const Row &a = rows_[i], &b = rows_[k];
  double sum = 0;
  for (int side = 0; side < 2; ++side) {
    if (a.place[side] >= 0) {
      sum += a.J[side].dot(response(k, a.place[side]));
      continue;
    }
    for (int other = 0; other < 2; ++other)
      if (b.place[other] < 0 && a.bodies[side] == b.bodies[other])
        sum += a.J[side].dot(b.response[other]);
  }
  return sum;
}

void RowSolver::factor_directly() {
  fill_direct_matrix([this](std::size_t i, std::size_t k) { return coupling(i, k); });
  direct_impulse_.resize(direct_error_.size());
  direct_factors_.compute(direct_matrix_);
}

/// Velocity along row i per impulse along row i while the joints hold.
double RowSolver::freedom(std::size_t i) {
  const auto size = static_cast<Eigen::Index>(direct_.size());
  for (Eigen::Index k = 0; k < size; ++k) direct_error_[k] = coupling(direct_[k], i);
  direct_impulse_.noalias() = direct_factors_.solve(direct_error_);
  double sum = coupling(i, i);
  for (Eigen::Index k = 0; k < size; ++k) sum -= coupling(i, direct_[k]) * direct_impulse_[k];
  return sum;
}

void RowSolver::solve_directly() {
  const auto size = static_cast<Eigen::Index>(direct_.size());
  for (Eigen::Index k = 0; k < size; ++k) {
    const Row& row = rows_[direct_[k]];
    direct_error_[k] =
        row.substep_error - row.compliance * row.impulse - velocity_along(row, *engine_);
  }
  direct_impulse_.noalias() = direct_factors_.solve(direct_error_);
  for (Eigen::Index k = 0; k < size; ++k) {
    Row& row = rows_[direct_[k]];
    set_impulse(row, row.impulse + direct_impulse_[k]);
    apply(row, direct_impulse_[k], *engine_);
  }
}

void RowSolver::hold_joints(RowBodies& bodies) {
  if (!is_direct_solve_) return;
  const auto size = static_cast<Eigen::Index>(direct_.size());
  for (Eigen::Index k = 0; k < size; ++k)
    direct_error_[k] = 0.0 - velocity_along(rows_[direct_[k]], bodies);
  direct_impulse_.noalias() = direct_factors_.solve(direct_error_);
  for (Eigen::Index k = 0; k < size; ++k) apply(rows_[direct_[k]], direct_impulse_[k], bodies);
}

}  // namespace condyle

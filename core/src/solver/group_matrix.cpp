#include "core/src/solver/group_matrix.h"

#include <algorithm>

#include "core/src/solver/body_blocks.h"

namespace condyle {
namespace {

void add_slope(const GroupPair& pair, BlockMatrix& sum) {
  const int index[2] = {pair.casting.body, pair.target.body};
  for (int i = 0; i < 2; ++i) {
    if (index[i] < 0) continue;
    for (int j = 0; j < 2; ++j)
      if (index[j] >= 0)
        sum.block(index[i], index[j]) += pair.forces.slope.block<6, 6>(6 * i, 6 * j);
  }
}

void add_slope(const GroupStrand& strand, BlockMatrix& sum) {
  const std::size_t count = strand.ends.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (strand.ends[i].body < 0) continue;
    for (std::size_t j = 0; j < count; ++j)
      if (strand.ends[j].body >= 0)
        sum.block(strand.ends[i].body, strand.ends[j].body) +=
            strand.strand->forces.slope[i * count + j];
  }
}

}  // namespace

void GroupMatrix::assemble(SoftDirections* soft) {
  const bool is_softened = soft != nullptr && soft->is_found;
  if (is_softened)
    couple_all();
  else
    couple();
  matrix_.reset(group_.body_count(), couplings_);
  impulse_.resize(Eigen::Index{6} * group_.body_count());
  for (const GroupPair& pair : group_.pairs)
    if (pair.forces.acts) add_slope(pair, matrix_);
  for (const GroupStrand& strand : group_.strands) add_slope(strand, matrix_);
  for (const auto& [a, b] : couplings_) {
    to_mass_roots(a, b);
    to_mass_roots(b, a);
  }
  for (int i = 0; i < group_.body_count(); ++i) to_mass_roots(i, i);
  if (is_softened) soften(*soft);
}

/// Finds the pairs of bodies that act on one another.
void GroupMatrix::couple() {
  couplings_.clear();
  const auto add = [this](const GroupEnd& a, const GroupEnd& b) {
    if (a.body < 0 || b.body < 0 || a.body == b.body) return;
    couplings_.emplace_back(std::min(a.body, b.body), std::max(a.body, b.body));
  };
  for (const GroupPair& pair : group_.pairs)
    if (pair.forces.acts) add(pair.casting, pair.target);
  for (const GroupStrand& strand : group_.strands)
    for (std::size_t i = 0; i < strand.ends.size(); ++i)
      for (std::size_t j = 0; j < i; ++j) add(strand.ends[i], strand.ends[j]);
  std::ranges::sort(couplings_);
  couplings_.erase(std::unique(couplings_.begin(), couplings_.end()), couplings_.end());
}

/// With soft directions no block of the matrix is 0.
void GroupMatrix::couple_all() {
  couplings_.clear();
  for (int i = 0; i < group_.body_count(); ++i)
    for (int j = i + 1; j < group_.body_count(); ++j) couplings_.emplace_back(i, j);
}

/// Transforms a block of dt^2 K + dt D to mass-root coordinates.
void GroupMatrix::to_mass_roots(int a, int b) {
  const Matrix6& left = group_.bodies[a].mass_root;
  const Matrix6& right = group_.bodies[b].mass_root;
  Matrix6& block = matrix_.block(a, b);
  // The roots couple neither rotation with shift nor the axes of shift with one another.
  block.topRows<3>() = (left.topLeftCorner<3, 3>() * block.topRows<3>()).eval();
  block.bottomRows<3>() = left.diagonal().tail<3>().asDiagonal() * block.bottomRows<3>();
  block.leftCols<3>() = (block.leftCols<3>() * right.topLeftCorner<3, 3>()).eval();
  block.rightCols<3>() = block.rightCols<3>() * right.diagonal().tail<3>().asDiagonal();
}

/// A - 1 becomes (A - 1) (1 - 3/4 F): soft_directions.h.
void GroupMatrix::soften(SoftDirections& soft) {
  constexpr double k_share = 0.75;
  copy_to(soft.newton);
  soft.work.noalias() = soft.newton * soft.softness;
  for (int i = 0; i < group_.body_count(); ++i)
    for (int j = 0; j < group_.body_count(); ++j)
      matrix_.block(i, j) -= k_share * soft.work.block<6, 6>(6 * i, 6 * j);
}

void GroupMatrix::copy_to(SoftDirections::Matrix& dense) {
  const Eigen::Index size = Eigen::Index{6} * group_.body_count();
  dense.setZero(size, size);
  for (int i = 0; i < group_.body_count(); ++i)
    dense.block<6, 6>(6 * i, 6 * i) = matrix_.block(i, i);
  for (const auto& [a, b] : couplings_) {
    dense.block<6, 6>(6 * a, 6 * b) = matrix_.block(a, b);
    dense.block<6, 6>(6 * b, 6 * a) = matrix_.block(b, a);
  }
}

bool GroupMatrix::factor() {
  for (int i = 0; i < group_.body_count(); ++i) matrix_.block(i, i).diagonal().array() += 1;
  ++factorings_;
  return matrix_.factor();
}

void GroupMatrix::set_identity() {
  couplings_.clear();
  matrix_.reset(group_.body_count(), couplings_);
  impulse_.resize(Eigen::Index{6} * group_.body_count());
  factor();
}

bool GroupMatrix::add_secant(const Eigen::VectorXd& step, const Eigen::VectorXd& change) {
  if (!matrix_.add_secant(step, change)) return false;
  ++factorings_;
  return true;
}

void GroupMatrix::response(int body_a, const Vector6& J_a, int body_b, const Vector6& J_b,
                           std::vector<BodyChange>& changes) {
  const EliminationOrder& order = matrix_.order();
  const int part_a = body_a >= 0 ? order.part_of(body_a) : -1;
  const int part_b = body_b >= 0 ? order.part_of(body_b) : -1;
  const auto first = static_cast<std::ptrdiff_t>(changes.size());
  const auto enter = [&](int part) {
    for (const int body : order.blocks(part)) {
      part_of(impulse_, body).setZero();
      changes.emplace_back().body = body;
    }
  };
  if (part_a >= 0) enter(part_a);
  if (part_b >= 0 && part_b != part_a) enter(part_b);
  const auto push = [&](int body, const Vector6& J) {
    if (body >= 0) part_of(impulse_, body) += group_.bodies[body].mass_root * J;
  };
  push(body_a, J_a);
  push(body_b, J_b);
  if (part_a >= 0) matrix_.solve_part(part_a, impulse_);
  if (part_b >= 0 && part_b != part_a) matrix_.solve_part(part_b, impulse_);
  std::sort(changes.begin() + first, changes.end(),
            [](const BodyChange& a, const BodyChange& b) { return a.body < b.body; });
  for (auto change = changes.begin() + first; change != changes.end(); ++change)
    change->velocity.noalias() =
        group_.bodies[change->body].mass_root * part_of(impulse_, change->body);
}

}  // namespace condyle

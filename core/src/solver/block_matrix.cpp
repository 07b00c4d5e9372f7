#include "core/src/solver/block_matrix.h"

#include <algorithm>
#include <cmath>

#include "core/src/solver/body_blocks.h"

namespace condyle {
namespace {

/// Products of blocks, per block of a part, up to which complete factors are worth it.
constexpr int k_most_products = 400;
/// Up to this number, secants are worth what they add to the cost of every solution.
constexpr std::size_t k_most_secants = 8;
/// Iterations aim at this fraction of the residual that they may leave.
constexpr double k_better = 0.1;

/// The entries of a part in a vector.
auto range(Eigen::VectorXd& x, const EliminationOrder::Part& part) {
  return x.segment(Eigen::Index{6} * part.first, Eigen::Index{6} * (part.last - part.first));
}

/// Gauss-Jordan elimination with row exchanges. Returns false if m is singular, or nearly.
bool invert(Matrix6 m, Matrix6& inverse) {
  constexpr double k_least_pivot = 1e-13;  // over the largest pivot
  inverse.setIdentity();
  double least = INFINITY, largest = 0;
  for (int k = 0; k < 6; ++k) {
    int row = k;
    for (int i = k + 1; i < 6; ++i)
      if (std::abs(m(i, k)) > std::abs(m(row, k))) row = i;
    const double pivot = m(row, k);
    least = std::min(least, std::abs(pivot));
    largest = std::max(largest, std::abs(pivot));
    const bool is_number = std::abs(pivot) < INFINITY;
    if (!is_number || least <= k_least_pivot * largest) return false;
    if (row != k) {
      m.row(row).swap(m.row(k));
      inverse.row(row).swap(inverse.row(k));
    }
    const Vector6 column = m.col(k);
    const auto clear = [&](auto of) {
      const double part = of[k] / pivot;
      of -= part * column;
      of[k] = part;
    };
    for (int j = k + 1; j < 6; ++j) clear(m.col(j));
    for (int j = 0; j < 6; ++j) clear(inverse.col(j));
  }
  return true;
}

}  // namespace

void BlockMatrix::reset(int count, std::span<const Coupling> couplings) {
  if (count != order_.count() || !std::ranges::equal(couplings, couplings_)) {
    couplings_.assign(couplings.begin(), couplings.end());
    order_.find(count, couplings, k_most_products);
    diagonal_.resize(count);
    inverse_.resize(diagonal_.size());
    sides_.resize(order_.entries());
    factors_.resize(sides_.size());
    for (Eigen::VectorXd* v : {&b_, &x_, &r_, &r0_, &p_, &v_, &t_, &guess_, &best_})
      v->resize(Eigen::Index{6} * count);
  }
  for (Matrix6& block : diagonal_) block.setZero();
  for (Sides& sides : sides_) {
    sides.lower.setZero();
    sides.upper.setZero();
  }
}

Matrix6& BlockMatrix::block(int i, int j) {
  const int row = order_.position(i), column = order_.position(j);
  if (row == column) return diagonal_[row];
  Sides& sides = sides_[order_.entry(std::max(row, column), std::min(row, column))];
  return row > column ? sides.lower : sides.upper;
}

bool BlockMatrix::factor() {
  secant_count_ = 0;
  inverse_ = diagonal_;  // until it is inverted: the remainder of each diagonal block
  factors_ = sides_;
  for (const Part& part : order_.parts()) {
    for (int k = part.first; k < part.last; ++k) {
      if (eliminate(k)) continue;
      // An approximate remainder may be singular although the block itself is not.
      if (part.is_complete || !invert(diagonal_[k], inverse_[k])) return false;
    }
  }
  return true;
}

/// Eliminates block k: column k becomes L's, divided by the diagonal block, and row k stays as U's.
bool BlockMatrix::eliminate(int k) {
  Matrix6 inverse;
  if (!invert(inverse_[k], inverse)) return false;
  inverse_[k] = inverse;
  const int last = order_.start(k + 1);
  for (int e = order_.start(k); e < last; ++e) {
    Sides& of_j = factors_[e];
    const Matrix6 lower = of_j.lower;
    of_j.lower.noalias() = lower * inverse;
  }
  for (int e = order_.start(k); e < last; ++e) {
    const int j = order_.row(e);
    const Sides& of_j = factors_[e];
    inverse_[j].noalias() -= of_j.lower * of_j.upper;
    int to = order_.start(j);
    const int end = order_.start(j + 1);
    for (int f = e + 1; f < last; ++f) {
      const int i = order_.row(f);
      while (to < end && order_.row(to) < i) ++to;
      if (to == end) break;
      if (order_.row(to) != i) continue;  // fill-in that is not kept
      const Sides& of_i = factors_[f];
      Sides& filled = factors_[to];
      filled.lower.noalias() -= of_i.lower * of_j.upper;
      filled.upper.noalias() -= of_j.lower * of_i.upper;
    }
  }
  return true;
}

/// x becomes (L U)^-1 x.
void BlockMatrix::substitute(const Part& part, Eigen::VectorXd& x) const {
  for (int k = part.first; k < part.last; ++k) {
    const Vector6 done = part_of(x, k);
    for (int e = order_.start(k); e < order_.start(k + 1); ++e)
      part_of(x, order_.row(e)).noalias() -= factors_[e].lower * done;
  }
  for (int k = part.last - 1; k >= part.first; --k) {
    Vector6 left = part_of(x, k);
    for (int e = order_.start(k); e < order_.start(k + 1); ++e)
      left.noalias() -= factors_[e].upper * part_of(x, order_.row(e));
    part_of(x, k).noalias() = inverse_[k] * left;
  }
}

/// y becomes A x without the secants.
void BlockMatrix::multiply(const Part& part, const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
  for (int k = part.first; k < part.last; ++k)
    part_of(y, k).noalias() = diagonal_[k] * part_of(x, k);
  for (int k = part.first; k < part.last; ++k) {
    for (int e = order_.start(k); e < order_.start(k + 1); ++e) {
      const int i = order_.row(e);
      part_of(y, i).noalias() += sides_[e].lower * part_of(x, k);
      part_of(y, k).noalias() += sides_[e].upper * part_of(x, i);
    }
  }
}

/// y becomes A x with the secants.
void BlockMatrix::multiply_all(const Part& part, const Eigen::VectorXd& x,
                               Eigen::VectorXd& y) const {
  multiply(part, x, y);
  const Eigen::Index first = Eigen::Index{6} * part.first;
  const Eigen::Index size = Eigen::Index{6} * (part.last - part.first);
  for (std::size_t i = 0; i < secant_count_; ++i) {
    const double along = secants_[i].step.segment(first, size).dot(x.segment(first, size));
    y.segment(first, size) += along * secants_[i].excess.segment(first, size);
  }
}

/// x_ becomes A^-1 b_ without the secants.
void BlockMatrix::solve_first(const Part& part, double left) {
  range(x_, part) = range(b_, part);
  substitute(part, x_);
  multiply(part, x_, t_);
  range(r_, part) = range(b_, part) - range(t_, part);
  const double all = range(b_, part).norm();
  if (range(r_, part).norm() > left * all) iterate(part, k_better * left * all);
}

/// BiCGSTAB (van der Vorst 1992) from x_ with its residual r_, preconditioned by the factors. Keeps
/// the best x_ that it meets.
void BlockMatrix::iterate(const Part& part, double wanted) {
  constexpr int k_most = 100;
  auto b = range(b_, part), x = range(x_, part), r = range(r_, part), r0 = range(r0_, part),
       p = range(p_, part), v = range(v_, part), t = range(t_, part), guess = range(guess_, part),
       best = range(best_, part);
  double least = r.norm();
  if (!std::isfinite(least)) {
    x.setZero();
    r = b;
    least = r.norm();
  }
  best = x;
  r0 = p = r;
  double rho = r0.dot(r);
  for (int i = 0; i < k_most && least > wanted; ++i) {
    guess = p;
    substitute(part, guess_);
    multiply(part, guess_, v_);
    const double alpha = rho / r0.dot(v);
    x += alpha * guess;
    r -= alpha * v;
    guess = r;
    substitute(part, guess_);
    multiply(part, guess_, t_);
    const double squared = t.squaredNorm(), omega = squared > 0 ? t.dot(r) / squared : 0;
    x += omega * guess;
    r -= omega * t;
    const double left = r.norm(), next = r0.dot(r);
    if (!std::isfinite(left)) break;
    if (left < least) {
      least = left;
      best = x;
    }
    if (next == 0 || omega == 0) break;
    p = r + next / rho * (alpha / omega) * (p - omega * v);
    rho = next;
  }
  x = best;
}

/// x_ becomes A^-1 b_ with the secants.
void BlockMatrix::solve_ordered(const Part& part, double left) {
  solve_first(part, left);
  for (std::size_t i = 0; i < secant_count_; ++i) {
    Secant& secant = secants_[i];
    const double along = range(secant.step, part).dot(range(x_, part));
    range(x_, part) -= along * range(secant.answer, part);
  }
}

void BlockMatrix::solve_part(int part, Eigen::Ref<Eigen::VectorXd> x) {
  solve_part(part, x, k_good);
}

void BlockMatrix::solve_part(int part_index, Eigen::Ref<Eigen::VectorXd> x, double left) {
  const Part& part = order_.parts()[part_index];
  for (int k = part.first; k < part.last; ++k) part_of(b_, k) = part_of(x, order_.block(k));
  solve_ordered(part, left);
  for (int k = part.first; k < part.last; ++k) part_of(x, order_.block(k)) = part_of(x_, k);
}

void BlockMatrix::solve(Eigen::Ref<Eigen::VectorXd> x, double left) {
  for (std::size_t part = 0; part < order_.parts().size(); ++part)
    solve_part(static_cast<int>(part), x, left);
}

bool BlockMatrix::add_secant(const Eigen::VectorXd& step, const Eigen::VectorXd& change) {
  constexpr double k_least_turn = 1e-6;
  if (secant_count_ == k_most_secants) return false;
  if (secants_.size() == secant_count_) secants_.emplace_back();
  Secant& secant = secants_[secant_count_];
  for (Eigen::VectorXd* v : {&secant.step, &secant.excess, &secant.answer}) v->resize(step.size());
  for (int k = 0; k < order_.count(); ++k) {
    part_of(secant.step, k) = part_of(step, order_.block(k));
    part_of(secant.excess, k) = part_of(change, order_.block(k));
  }
  for (const Part& part : order_.parts()) {
    auto along = range(secant.step, part), answer = range(secant.answer, part);
    multiply_all(part, secant.step, t_);
    range(secant.excess, part) -= range(t_, part);
    const double squared = along.squaredNorm();
    if (squared > 0) along /= squared;
    range(b_, part) = range(secant.excess, part);
    solve_ordered(part, k_good);
    // Sherman-Morrison formula.
    const double turn = 1 + along.dot(range(x_, part));
    if (!(std::abs(turn) > k_least_turn)) return false;
    answer = range(x_, part) / turn;
  }
  ++secant_count_;
  return true;
}

}  // namespace condyle

#include <algorithm>

#include "core/src/contact/elastic/layer_forces.h"

namespace condyle {

DenseForces::DenseForces(const LayerCompliance& compliance)
    : rows_(compliance), was_active_(static_cast<std::size_t>(compliance.node_count()), 0) {}

void DenseForces::solve(const KnownNodes& known, double tolerance, LayerForces& out) {
  changed_.clear();
  rows_.place(known.nodes, known.parts, slots_, changed_);
  const double least = first_candidate_depth(known.depths);
  candidates_.clear();
  for (int k = 0; k < static_cast<int>(known.nodes.size()); ++k)
    if (known.depths[k] > least) candidates_.push_back(k);
  out.passes = 0;
  int rounds = 0;
  do {
    solve_candidates(known, tolerance);
    out.passes += outcome_.passes;
  } while (add_lifted(known) && ++rounds < LayerForces::k_most_rounds);
  out.active.clear();
  out.forces.clear();
  for (const int i : solver_.active()) {
    out.active.push_back(candidates_[i]);
    out.forces.push_back(solver_.forces()[i]);
  }
  out.candidates = static_cast<int>(candidates_.size());
  out.residual = outcome_.residual;
}

void DenseForces::solve_candidates(const KnownNodes& known, double tolerance) {
  const auto n = static_cast<Eigen::Index>(candidates_.size());
  if (entries_.size() < static_cast<std::size_t>(n * n)) entries_.resize(n * n);
  Eigen::Map<Eigen::MatrixXd> C(entries_.data(), n, n);
  const auto rows = rows_.entries();
  depths_.resize(n);
  start_.resize(candidates_.size());
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index i = 0; i < n; ++i)
      C(i, j) = rows(slots_[candidates_[i]], slots_[candidates_[j]]);
    depths_[j] = known.depths[candidates_[j]];
    start_[j] = was_active_[known.nodes[candidates_[j]]];
  }
  // If nothing pressed in the last solution, start from all nodes that overlap.
  if (std::ranges::count(start_, 1) == 0)
    for (Eigen::Index i = 0; i < n; ++i) start_[i] = depths_[i] > 0;
  outcome_ = solver_.solve(C, depths_, start_, tolerance);
  std::ranges::fill(was_active_, 0);
  for (const int i : solver_.active()) was_active_[known.nodes[candidates_[i]]] = 1;
}

/// Adds nodes that the swelling layer would lift beyond the gap. Returns whether there were any.
bool DenseForces::add_lifted(const KnownNodes& known) {
  const auto rows = rows_.entries();
  const std::ptrdiff_t count = std::ssize(candidates_);
  for (int k = 0; k < static_cast<int>(known.nodes.size()); ++k) {
    if (std::binary_search(candidates_.begin(), candidates_.begin() + count, k)) continue;
    double displacement = 0;
    for (const int i : solver_.active())
      displacement += solver_.forces()[i] * rows(slots_[candidates_[i]], slots_[k]);
    if (displacement < known.depths[k]) candidates_.push_back(k);
  }
  const bool are_any = std::ssize(candidates_) > count;
  std::ranges::sort(candidates_);
  return are_any;
}

}  // namespace condyle

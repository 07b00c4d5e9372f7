#include <algorithm>
#include <numeric>

#include "core/src/contact/elastic/layer_forces.h"

namespace condyle {
namespace {

/// Of the solutions that make the stiffness.
constexpr double k_stiffness_tolerance = 1e-9;

}  // namespace

ClusteredForces::ClusteredForces(const LayerSetup& setup)
    : nodes_(&setup.nodes), compliance_(setup) {
  operator_.size = compliance_.size();
  operator_.diagonal.setZero(operator_.size);
  operator_.multiply = [this](const Eigen::VectorXd& x, std::span<const int> from,
                              std::span<const int> to,
                              Eigen::VectorXd& y) { compliance_.multiply(x, from, to, y); };
  operator_.prepare = [this](std::span<const char> is_chosen) {
    inverse_.factor(is_chosen, [this](int a, int b) { return compliance_(a, b); });
  };
  operator_.precondition = [this](const Eigen::VectorXd& r, Eigen::VectorXd& z) {
    inverse_.apply(r, z);
  };
}

void ClusteredForces::solve(const KnownNodes& known, double tolerance, LayerForces& out) {
  const std::size_t count = known.nodes.size();
  known_at_.resize(count);
  std::iota(known_at_.begin(), known_at_.end(), 0);
  const auto place_of = [&](int k) { return compliance_.place_of(known.nodes[k]); };
  std::ranges::sort(known_at_, {}, place_of);
  places_.clear();
  std::vector<double> extra;
  std::vector<Eigen::Vector3d> points;
  for (const int k : known_at_) {
    const int node = known.nodes[k];
    places_.push_back(compliance_.place_of(node));
    extra.push_back(known.parts[k] < 1 ? compliance_.of_part(node, known.parts[k]) : 0);
    points.push_back(nodes_->points[node]);
  }
  compliance_.begin(places_, extra);
  inverse_.order(points, places_, compliance_.size());
  Eigen::VectorXd depths = Eigen::VectorXd::Zero(compliance_.size());
  for (std::size_t i = 0; i < count; ++i) {
    depths[places_[i]] = known.depths[known_at_[i]];
    operator_.diagonal[places_[i]] = compliance_.diagonal(places_[i]);
  }
  const ComplementarityOutcome outcome = solver_.solve(operator_, depths, places_, tolerance);
  std::vector<std::pair<int, int>> active;  // known node, place
  for (std::size_t i = 0; i < count; ++i)
    if (solver_.forces()[places_[i]] > 0) active.emplace_back(known_at_[i], places_[i]);
  std::ranges::sort(active);
  out.active.clear();
  out.forces.clear();
  of_active_.clear();
  for (const auto& [k, place] : active) {
    out.active.push_back(k);
    out.forces.push_back(solver_.forces()[place]);
    of_active_.push_back(place);
  }
  out.candidates = static_cast<int>(count);
  out.passes = outcome.passes;
  out.residual = outcome.residual;
}

void ClusteredForces::solve_active(EightColumns& b) {
  Eigen::VectorXd right = Eigen::VectorXd::Zero(compliance_.size()), x;
  for (Eigen::Index column = 0; column < b.cols(); ++column) {
    for (std::size_t k = 0; k < of_active_.size(); ++k) right[of_active_[k]] = b(k, column);
    solver_.solve_active(operator_, right, k_stiffness_tolerance, x);
    for (std::size_t k = 0; k < of_active_.size(); ++k) b(k, column) = x[of_active_[k]];
  }
}

}  // namespace condyle

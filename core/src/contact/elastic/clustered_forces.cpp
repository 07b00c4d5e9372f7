#include <algorithm>
#include <numeric>

#include "core/src/contact/elastic/layer_forces.h"

namespace condyle {
namespace {

/// Tolerance of the solutions that give the stiffness.
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
  using Start = IterativeComplementarity::Start;
  place(known);
  out.passes = 0;
  int rounds = 0;
  do {
    order();
    const ComplementarityOutcome outcome =
        solver_.solve(operator_, depths_, candidates_, tolerance,
                      rounds == 0 ? Start::afresh : Start::last_forces);
    out.passes += outcome.passes;
    out.residual = outcome.residual;
  } while (add_lifted() && ++rounds < LayerForces::k_most_rounds);
  out.candidates = static_cast<int>(candidates_.size());
  take(out);
}

/// Begins a contact between the known nodes.
void ClusteredForces::place(const KnownNodes& known) {
  known_at_.resize(known.nodes.size());
  std::iota(known_at_.begin(), known_at_.end(), 0);
  std::ranges::sort(known_at_, {}, [&](int k) { return compliance_.place_of(known.nodes[k]); });
  places_.clear();
  depths_.setZero(compliance_.size());
  candidates_.clear();
  std::vector<double> extra;
  const double least = first_candidate_depth(known.depths);
  for (const int k : known_at_) {
    const int node = known.nodes[k], at = compliance_.place_of(node);
    places_.push_back(at);
    depths_[at] = known.depths[k];
    extra.push_back(known.parts[k] < 1 ? compliance_.of_part(node, known.parts[k]) : 0);
    if (known.depths[k] > least) candidates_.push_back(at);
  }
  compliance_.begin(places_, extra);
  for (const int at : places_) operator_.diagonal[at] = compliance_.diagonal(at);
}

/// Orders the candidates for the approximate inverse. Other known nodes are left out: which ones
/// are known depends on how far earlier calls searched rays.
void ClusteredForces::order() {
  std::vector<Eigen::Vector3d> points;
  for (const int place : candidates_) points.push_back(nodes_->points[compliance_.node_at(place)]);
  inverse_.order(points, candidates_, compliance_.size());
}

/// Adds nodes that the swelling layer would lift beyond the gap. Returns whether there were any.
bool ClusteredForces::add_lifted() {
  compliance_.multiply(solver_.forces(), solver_.active(), places_, displacements_);
  const std::ptrdiff_t count = std::ssize(candidates_);
  for (const int place : places_) {
    if (std::binary_search(candidates_.begin(), candidates_.begin() + count, place)) continue;
    if (displacements_[place] < depths_[place]) candidates_.push_back(place);
  }
  std::ranges::sort(candidates_);
  return std::ssize(candidates_) > count;
}

void ClusteredForces::take(LayerForces& out) {
  std::vector<std::pair<int, int>> active;  // known node, place
  for (std::size_t i = 0; i < places_.size(); ++i)
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
}

void ClusteredForces::solve_active(EightColumns& b) {
  const int count = static_cast<int>(of_active_.size());
  Eigen::VectorXd right = Eigen::VectorXd::Zero(compliance_.size()), x;
  for (Eigen::Index column = 0; column < b.cols(); ++column) {
    for (int k = 0; k < count; ++k) right[of_active_[k]] = b(k, column);
    solver_.solve_active(operator_, right, k_stiffness_tolerance, x);
    for (int k = 0; k < count; ++k) b(k, column) = x[of_active_[k]];
  }
}

}  // namespace condyle

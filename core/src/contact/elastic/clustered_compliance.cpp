#include "core/src/contact/elastic/clustered_compliance.h"

#include <algorithm>
#include <utility>

namespace condyle {
namespace {

/// Error that the tables of both sides may cause in an entry [m/N].
double table_error(const LayerKernels& kernels, double thinnest) {
  double error = 0;
  if (kernels.casting.correction) error += kernels.casting.by_inverse_distance / thinnest;
  if (kernels.target.correction)
    error += kernels.target.by_inverse_distance / kernels.target_thickness;
  return LayerCorrection::k_error * error;
}

std::uint64_t key_of(int a, int b) {
  return static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
}

}  // namespace

ClusteredCompliance::ClusteredCompliance(const LayerSetup& setup)
    : setup_(&setup),
      clusters_(setup.nodes, setup.compliance),
      leaf_of_(clusters_.node_at.size()),
      whole_of_(clusters_.clusters.size(), -1),
      extra_(clusters_.node_at.size(), 0) {
  for (int i = 0; i < static_cast<int>(clusters_.clusters.size()); ++i) {
    const NodeCluster& cluster = clusters_.clusters[i];
    if (!cluster.is_leaf()) {
      whole_of_[cluster.lower] = whole_of_[cluster.upper] = i;
      continue;
    }
    std::fill(leaf_of_.begin() + cluster.first, leaf_of_.begin() + cluster.last, i);
  }
}

void ClusteredCompliance::begin(std::span<const int> places, std::span<const double> extra) {
  for (const int place : places_) extra_[place] = 0;
  places_.assign(places.begin(), places.end());
  for (std::size_t k = 0; k < places.size(); ++k) extra_[places[k]] = extra[k];
  mark(places, has_places_);
  needed_.clear();
  if (!places.empty()) find_blocks(0, 0);
  forget_others();
}

/// Marks the clusters that contain any of these places.
void ClusteredCompliance::mark(std::span<const int> places, std::vector<char>& has) const {
  has.assign(clusters_.clusters.size(), 0);
  for (const int place : places)
    for (int i = leaf_of_[place]; i >= 0 && has[i] == 0; i = whole_of_[i]) has[i] = 1;
}

/// Lists the blocks between two clusters, and between their halves.
void ClusteredCompliance::find_blocks(int a, int b) {
  if (!has_places_[a] || !has_places_[b]) return;
  const NodeCluster &first = clusters_.clusters[a], &second = clusters_.clusters[b];
  if (a == b && !first.is_leaf()) {
    find_blocks(first.lower, first.lower);
    find_blocks(first.lower, first.upper);
    find_blocks(first.upper, first.upper);
    return;
  }
  const ClusterPair pair = a == b ? ClusterPair::near : pair_of(first, second, setup_->compliance);
  if (pair == ClusterPair::uncoupled) return;
  if (pair == ClusterPair::divided) {
    // Divides the one with more nodes, unless it is a leaf.
    const bool is_first = second.is_leaf() || (!first.is_leaf() && first.size() >= second.size());
    const NodeCluster& divided = is_first ? first : second;
    for (const int half : {divided.lower, divided.upper})
      find_blocks(is_first ? half : a, is_first ? b : half);
    return;
  }
  std::unique_ptr<Block>& block = blocks_[key_of(a, b)];
  if (!block)
    block =
        std::make_unique<Block>(Block{.a = a, .b = b, .is_low_rank = pair == ClusterPair::smooth});
  needed_.push_back(block.get());
}

void ClusteredCompliance::forget_others() {
  Eigen::Index needed = 0;
  for (const Block* const block : needed_) needed += block->entries();
  if (entries() <= 2 * needed) return;
  std::vector<std::uint64_t> keys;
  for (const Block* const block : needed_) keys.push_back(key_of(block->a, block->b));
  std::ranges::sort(keys);
  std::erase_if(blocks_,
                [&](const auto& entry) { return !std::ranges::binary_search(keys, entry.first); });
}

Eigen::Index ClusteredCompliance::entries() const {
  Eigen::Index sum = 0;
  for (const auto& [key, block] : blocks_) sum += block->entries();
  return sum;
}

double ClusteredCompliance::operator()(int a, int b) const {
  return setup_->compliance(node_at(a), node_at(b)) + (a == b ? extra_[a] : 0);
}

void ClusteredCompliance::make(Block& block) const {
  const NodeCluster &a = clusters_.clusters[block.a], &b = clusters_.clusters[block.b];
  const LayerCompliance& compliance = setup_->compliance;
  block.is_made = true;
  if (block.is_low_rank) {
    const auto entry = [&](Eigen::Index i, Eigen::Index j) {
      const int s = node_at(a.first + static_cast<int>(i));
      const int t = node_at(b.first + static_cast<int>(j));
      return compliance.apart(std::min(s, t), std::max(s, t));
    };
    // Above half of the smaller size a product takes more room than the block.
    const Eigen::Index most = std::min(a.size(), b.size()) / 2;
    if (approximate_by_crosses(a.size(), b.size(), entry, k_error,
                               table_error(compliance.kernels(), std::min(a.thinnest, b.thinnest)),
                               most, block.low_rank))
      return;
    block.is_low_rank = false;
  }
  block.dense.resize(a.size(), b.size());
  for (int j = 0; j < b.size(); ++j)
    for (int i = 0; i < a.size(); ++i)
      block.dense(i, j) = compliance(node_at(a.first + i), node_at(b.first + j));
}

void ClusteredCompliance::multiply(const Eigen::VectorXd& x, std::span<const int> from,
                                   std::span<const int> to, Eigen::VectorXd& y) {
  mark(from, gives_);
  mark(to, takes_);
  y.setZero(size());
  for (Block* const block : needed_) {
    const NodeCluster &a = clusters_.clusters[block->a], &b = clusters_.clusters[block->b];
    const bool to_a = takes_[block->a] && gives_[block->b];
    const bool to_b = takes_[block->b] && gives_[block->a] && block->a != block->b;
    if (!to_a && !to_b) continue;
    if (!block->is_made) make(*block);
    const auto x_a = x.segment(a.first, a.size()), x_b = x.segment(b.first, b.size());
    auto y_a = y.segment(a.first, a.size()), y_b = y.segment(b.first, b.size());
    if (block->is_low_rank) {
      const auto& [U, V] = block->low_rank;
      if (to_a) y_a.noalias() += U * (V.transpose() * x_b);
      if (to_b) y_b.noalias() += V * (U.transpose() * x_a);
    } else {
      if (to_a) y_a.noalias() += block->dense * x_b;
      if (to_b) y_b.noalias() += block->dense.transpose() * x_a;
    }
  }
  for (const int place : to) y[place] += extra_[place] * x[place];
}

}  // namespace condyle

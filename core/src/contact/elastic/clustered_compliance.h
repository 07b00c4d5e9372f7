#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/src/contact/elastic/cross_approximation.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "core/src/contact/elastic/node_clusters.h"

namespace condyle {

/// The compliance of an elastic layer's nodes as an operator, for contacts with many of them: time
/// and memory grow as n log n, not as n^2. Nodes are clustered by position. Between clusters that
/// lie side by side, the entries are those of LayerCompliance, to the bit. Between clusters that
/// are far from each other, a product of low rank approximates the compliance; it serves both
/// directions, so that the operator is symmetric.
///
/// Blocks are made when they are first needed, and kept for contacts at other poses. Not
/// thread-safe. The results do not depend on earlier calls, to the bit.
class ClusteredCompliance {
 public:
  /// Error allowed in a block of low rank, in the Frobenius norm and relative to that of the block.
  /// If a layer's entries are so small that its table is less accurate than that, the error of the
  /// table is allowed instead: LayerCorrection::k_error of a half space's compliance at a distance
  /// of the thickness. Checked with entries computed one by one, the conditions of contact are then
  /// violated by some 3e-7 of the force, and the forces are off by 3e-8.
  static constexpr double k_error = 1e-8;

  explicit ClusteredCompliance(const LayerSetup& setup);

  /// Nodes are numbered cluster by cluster here; these numbers are called places.
  int size() const { return static_cast<int>(clusters_.node_at.size()); }
  int place_of(int node) const { return clusters_.position_of[node]; }
  int node_at(int place) const { return clusters_.node_at[place]; }

  /// Begins a contact between some places. `extra`, parallel to `places`: the amount added to their
  /// diagonal entries (LayerCompliance::of_part) [m/N]. Forgets the blocks of other contacts if
  /// these store more values than the blocks of this one.
  void begin(std::span<const int> places, std::span<const double> extra);

  /// One entry, exact [m/N].
  double operator()(int a, int b) const;
  double diagonal(int place) const { return (*this)(place, place); }
  /// LayerCompliance::of_part.
  double of_part(int node, double part) const { return setup_->compliance.of_part(node, part); }

  /// Writes C x to y at the places `to`, for an x that is 0 except at the places `from`. Both lists
  /// are among the places of begin(). x and y have one value per place of the layer; only the
  /// values of y at `to` are meaningful.
  void multiply(const Eigen::VectorXd& x, std::span<const int> from, std::span<const int> to,
                Eigen::VectorXd& y);

  /// Number of values stored in blocks, of 8 bytes each.
  Eigen::Index entries() const;

 private:
  struct Block {
    int a = 0, b = 0;
    bool is_made = false, is_low_rank = false;
    Eigen::MatrixXd dense = {};  ///< a by b; if a is b, both triangles
    LowRank low_rank = {};

    Eigen::Index entries() const { return dense.size() + low_rank.U.size() + low_rank.V.size(); }
  };

  void find_blocks(int a, int b);
  void mark(std::span<const int> places, std::vector<char>& has) const;
  void make(Block& block) const;
  void forget_others();

  const LayerSetup* setup_;
  NodeClusters clusters_;
  std::vector<int> leaf_of_;   ///< per place: the leaf that contains it
  std::vector<int> whole_of_;  ///< per cluster: the cluster that it is a half of, or -1
  std::unordered_map<std::uint64_t, std::unique_ptr<Block>> blocks_;
  std::vector<Block*> needed_;       ///< blocks that the contact needs
  std::vector<char> has_places_;     ///< per cluster: whether it contains places of the contact
  std::vector<char> gives_, takes_;  ///< per cluster: whether it contains places of `from`, of `to`
  std::vector<double> extra_;        ///< per place: the amount added to the diagonal [m/N]
  std::vector<int> places_;
};

}  // namespace condyle

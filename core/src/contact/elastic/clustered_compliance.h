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
/// and memory grow as n log n, not as n^2. Nodes are clustered by their places. Clusters side by
/// side have the entries of LayerCompliance, to the bit; the compliance between clusters that are
/// far from each other is approximated by a product of low rank, and used for either direction, so
/// that the whole is symmetric.
///
/// Blocks are made when they are first needed, and kept for contacts at other poses. Not
/// thread-safe. The same bits come whatever was asked before.
class ClusteredCompliance {
 public:
  /// What a block of low rank may be off, in Frobenius' norm and over that of the block, unless its
  /// entries are smaller: a layer's may be off by what its table may be (LayerCorrection::k_error,
  /// of a half space's compliance at a distance of the thickness). So the conditions of contact are
  /// missed by some 3e-7 of the force if entries are computed one by one, and forces by 3e-8.
  static constexpr double k_error = 1e-8;

  explicit ClusteredCompliance(const LayerSetup& setup);

  /// Nodes are numbered by clusters here: these numbers are places.
  int size() const { return static_cast<int>(clusters_.node_at.size()); }
  int place_of(int node) const { return clusters_.position_of[node]; }
  int node_at(int place) const { return clusters_.node_at[place]; }

  /// Begins a contact between some places, parallel to what their diagonal has more
  /// (LayerCompliance::of_part) [m/N]. Forgets blocks that other contacts needed if they are more
  /// than those of this one.
  void begin(std::span<const int> places, std::span<const double> extra);

  /// One entry, exact [m/N].
  double operator()(int a, int b) const;
  double diagonal(int place) const { return (*this)(place, place); }
  /// LayerCompliance::of_part.
  double of_part(int node, double part) const { return setup_->compliance.of_part(node, part); }

  /// Writes C x at the places `to`, where x is 0 but at the places `from`. Both are among those of
  /// begin(); x and y: one value per place of the layer, of y only those at `to` mean something.
  void multiply(const Eigen::VectorXd& x, std::span<const int> from, std::span<const int> to,
                Eigen::VectorXd& y);

  /// Numbers that are kept in blocks, of 8 bytes.
  std::size_t entries() const;

 private:
  struct Block {
    int a = 0, b = 0;
    bool is_made = false, is_low_rank = false;
    Eigen::MatrixXd dense = {};  ///< a by b, both triangles if they are one
    LowRank low_rank = {};

    std::size_t entries() const { return dense.size() + low_rank.U.size() + low_rank.V.size(); }
  };

  void find_blocks(int a, int b);
  void mark(std::span<const int> places, std::vector<char>& has) const;
  void make(Block& block) const;
  void forget_others();

  const LayerSetup* setup_;
  NodeClusters clusters_;
  std::vector<int> leaf_of_;   ///< per place
  std::vector<int> whole_of_;  ///< per cluster: that of which it is a half, or -1
  std::unordered_map<std::uint64_t, std::unique_ptr<Block>> blocks_;
  std::vector<Block*> needed_;       ///< by the contact
  std::vector<char> has_places_;     ///< per cluster
  std::vector<char> gives_, takes_;  ///< per cluster, in a product
  std::vector<double> extra_;        ///< per place [m/N]
  std::vector<int> places_;
};

}  // namespace condyle

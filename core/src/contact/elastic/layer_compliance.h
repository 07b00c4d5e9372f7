#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/free_edges.h"
#include "core/src/contact/elastic/inverse_distance.h"
#include "core/src/contact/elastic/layer_coupling.h"
#include "core/src/contact/elastic/layer_kernel.h"
#include "core/src/contact/elastic/layer_nodes.h"

namespace condyle {

/// The materials of both sides of a contact as the nodes on the casting side see them. The casting
/// side's thickness is that of the nodes.
struct LayerKernels {
  LayerKernel casting, target;
  double target_thickness = 0;  ///< [m]
};

/// The compliance of an elastic layer's nodes: C_ij is the mean displacement of patch i, into its
/// body, per newton spread evenly over patch j [m/N]. Both sides' compliances add. Symmetric:
///   C_ij = sum over sides (1 - nu^2) / (pi E) mean over both patches of [1/r + Gamma(r/h) / h]
/// r is the straight distance and h the mean of both nodes' thicknesses. Near patches take the mean
/// over pairs of their triangles, in closed form where these touch (inverse_distance.h,
/// large_triangles.h); far ones take the series about their middles. Between nodes that
/// LayerCoupling does not couple, C is 0. Near free edges of the casting side, EdgeCompliance is
/// added to C.
///
/// A table of finite elements (compliance_table.h) replaces the casting side's part, free edges
/// included, between the nodes that it has. The casting side's part between these and other nodes
/// is 0.
class LayerCompliance {
 public:
  LayerCompliance(const ContactSurface& casting, const LayerNodes& nodes,
                  const LayerKernels& kernels, FreeEdges free_edges, TableEntries table = {});

  /// Writes the rows and columns `chosen`, ascending, of C. Not thread-safe.
  void fill(std::span<const int> chosen, Eigen::Ref<Eigen::MatrixXd> C);

  /// One entry [m/N].
  double operator()(int a, int b) const;

  int node_count() const { return nodes_->count(); }
  bool has_table() const { return table_.any(); }
  const EdgeCompliance& edges() const { return edges_; }
  const LayerCoupling& coupling() const { return coupling_; }
  const LayerKernels& kernels() const { return kernels_; }

  /// Whether patches at a distance [m], whose radii add up to `radii`, are far enough from each
  /// other for apart().
  static bool are_apart(double distance, double radii) { return !(distance < k_touching * radii); }

  /// The entry of two nodes that are apart and coupled, a < b [m/N].
  double apart(int a, int b) const;

  /// The additional compliance of a node if the other body covers only a part of its patch, in (0,
  /// 1] [m/N]: the half space's compliance of a square of the covered area, minus that of the
  /// whole. It grows without bound as the part vanishes, so that forces come and go smoothly.
  double of_part(int node, double part) const;

  /// A force f on a node lifts no other node by more than f times this [m/N]. Infinite if no bound
  /// is known.
  double greatest_lift() const;

  /// Whether C is positive definite, as the law needs: for up to 500 nodes exactly, for more in
  /// windows of some hundred nodes around every cell of the coupling.
  bool is_definite();

 private:
  /// Elements, triangles or patches, nearer than this times the sum of their radii are side by
  /// side: triangles then take the closed form, patches the mean over their triangles. Beyond it
  /// the error of the series is within 2e-3 for two elements, and smaller for many around one.
  static constexpr double k_touching = 1.6;

  struct Near {
    int node;
    double compliance;
  };

  /// A triangle; used only while near nodes are found.
  struct Element {
    TriangleCorners corners;
    Eigen::Vector3d middle;
    Eigen::Matrix3d covariance;
    double area, radius;
  };

  static std::vector<Element> elements_of(const ContactSurface& surface);
  void find_near(const std::vector<Element>& elements);
  double side_by_side(const std::vector<Element>& elements, int a, int b) const;
  double of_elements(const Element& a, const Element& b, bool is_same, double thickness,
                     bool is_flat) const;
  static bool bends_between(const LayerKernel& kernel, double distance, double radii,
                            double thickness);
  double sum(double inverse_distance, const Eigen::Vector3d& between,
             const Eigen::Matrix3d& covariance, double thickness, bool is_flat) const;
  /// Whether the casting side's part is that of a flat layer.
  bool is_flat(int a, int b) const { return !table_.has(a) && !table_.has(b); }
  std::vector<int> window_around(int cell, std::size_t most) const;

  const LayerNodes* nodes_;
  LayerKernels kernels_;
  TableEntries table_;
  LayerCoupling coupling_;
  EdgeCompliance edges_;
  std::vector<int> first_near_;  ///< per node, and one past the last: start in near_
  std::vector<Near> near_;       ///< per node: itself, then nodes of higher number
  std::vector<int> place_;       ///< per node: its row while C is written, or -1
};

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <vector>

#include "condyle/contact/contact_pair.h"

namespace condyle {

struct RangeFault;

/// Whether the nodes of an elastic layer carry its law: what is known at set-up, and of the result
/// with the most pressing nodes, since every contact begins with one. Part of RangeWatch.
class LayerWatch {
 public:
  /// Adds the pair's last result. Returns whether it is the worst so far that has a fault.
  bool observe(const ContactPair& pair);
  /// Adds results of their own: the worse ones count. Returns as observe().
  bool add(const LayerWatch& other);

  /// Of add_faults().
  int count() const { return is_uneven() + is_stepped() + is_wide() + is_torn() + has_odd_peak(); }
  /// Appends at most one of each kind: "uneven_layer", "coarse_nodes", "wide_contact",
  /// "torn_layer", "uneven_pressure".
  void add_faults(std::vector<RangeFault>& faults) const;

 private:
  /// The nodes of a result.
  struct Nodes {
    int pressing = 0;
    double spacing = 0;         ///< [m]
    double over_radius = 0;     ///< spacings in the radius of a circle of as many nodes
    double missing_force = 0;   ///< part of the force that is lost by even patches
    double unsure_force = 0;    ///< part of it that is unsure in sums that cancel
    double thicknesses = 0;     ///< the radius over the thickness of the layers
    double wanted_spacing = 0;  ///< at which less than 2 % of it are lost [m]
    double torn_force = 0;      ///< part of it beside seams that both sides press
    Eigen::Vector3d torn_at = Eigen::Vector3d::Zero();  ///< the largest of it, casting mesh [m]
    double odd_excess = 0, odd_ratio = 1;  ///< ElasticLayer::OddPeak, if there are enough nodes
    Eigen::Vector3d odd_at = Eigen::Vector3d::Zero();  ///< its place on the casting mesh [m]
  };

  static Nodes nodes_of(const ContactPair& pair);
  bool is_uneven() const;
  bool is_stepped() const;
  bool is_wide() const;
  bool is_torn() const;
  bool has_odd_peak() const;

  double uneven_ = 0;                                    ///< EvenPressure::error
  Eigen::Vector3d uneven_at_ = Eigen::Vector3d::Zero();  ///< its place on the casting mesh [m]
  Nodes nodes_;
};

}  // namespace condyle

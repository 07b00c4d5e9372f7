#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "core/src/contact/rigid_rims.h"

namespace condyle {

struct RangeFault;

/// Names of the meshes whose open edges are a fault; none for a mesh made from a formula, which is
/// open on purpose, such as the wall over a curve.
struct WatchedMeshes {
  std::optional<std::string_view> casting, target;
};

/// Whether contacts reach an edge under which their pressure is not to be trusted: an open one of a
/// mesh, beyond which no pressure is counted, or a sharp one of the rigid side of an elastic layer.
/// Part of RangeWatch.
class EdgeWatch {
 public:
  /// Adds the pair's last result. Returns whether it is the worst so far that has a fault.
  bool observe(const ContactPair& pair, const WatchedMeshes& names);
  /// Adds results of their own: the worst one counts. Returns as observe().
  bool add(const EdgeWatch& other);

  bool is_at_open_edge() const { return open_.area > 0; }
  bool is_at_rigid_rim() const { return rim_.pressure > 0; }

  /// Of add_faults().
  int count() const { return is_at_open_edge() + is_at_rigid_rim(); }
  /// Appends at most one of each kind: "at_open_edge", "at_rigid_rim".
  void add_faults(std::vector<RangeFault>& faults) const;

 private:
  /// The part of a contact that lies beside open edges.
  struct Open {
    double area = 0, contact_area = 0;             ///< on the casting side [m^2]
    Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< its deepest place, in the mesh's frame [m]
    std::string mesh = {};                         ///< its name
  };

  static Open open_of(const ContactPair& pair, const WatchedMeshes& names);
  bool take(const Open& open);
  bool take(const RigidRims::Reached& rim);

  Open open_;
  RigidRims::Reached rim_;
};

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "core/src/ligament/wrap_newton.h"
#include "core/src/ligament/wrap_touch.h"

namespace condyle::ligament {

/// One obstacle of a stretch between two points of a path.
struct WrapSite {
  int obstacle = 0;
  const geometry::Shape* shape = nullptr;
  const std::optional<Eigen::Vector3d>* side = nullptr;
  Pose X_WS = Pose::Identity();
  WrapMemory* memory = nullptr;
  WrapTouch touch;  ///< result
};

/// The obstacles of a stretch, in the order in which the strand passes them.
struct WrapStretch {
  std::span<WrapSite> sites;  ///< at most k_most_links
  /// If several sites do not converge together, the last move of a touching point over the size of
  /// the stretch, at most 1.
  double residual = 0;
};

/// Finds the path between two points in W over the obstacles of the stretch. If the memories tell
/// which of several obstacles the path touches, first solves for those at once by Newton's method.
/// Otherwise, or if the path no longer touches just those, sweeps over the obstacles, solving one
/// while the others are held, until those that the path touches can be solved for at once or no
/// touching point moves any more. With a mesh among the obstacles there are only sweeps.
void solve_stretch(WrapStretch& stretch, const Eigen::Vector3d& from_W,
                   const Eigen::Vector3d& to_W);

}  // namespace condyle::ligament

#pragma once

namespace condyle {

/// How well the way of a strand along its path was found (traced_path.h).
enum class PathStatus {
  complete,
  end_inside,     ///< a point lies inside an obstacle; the path goes straight through that obstacle
  not_converged,  ///< the path is the best one found; `residual` tells how good it is
};

}  // namespace condyle

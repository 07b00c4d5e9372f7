#pragma once

#include <optional>
#include <string>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// How it was told where the front of a tibial insert is.
enum class FrontFrom {
  notch,    ///< the cut-out for the posterior cruciate ligament is behind
  rim,      ///< the rim is higher in front
  dishes,   ///< the dishes are deepest behind the middle
  nothing,  ///< front and back are alike: either
};

/// What the shape of a tibial insert tells: its frame I has its origin in the middle between the
/// lowest points of the two dishes, x forward (anterior), y up (proximal) and z to the right.
struct InsertShape {
  Pose X_IM = Pose::Identity();     ///< pose of the mesh frame in I
  double width = 0, depth = 0;      ///< extents along z and x [m]
  std::optional<double> thickness;  ///< from the dishes down to the flat back, if it has one [m]
  FrontFrom front_from = FrontFrom::nothing;
};

/// Finds them: up is against the largest flat face of a closed mesh, or the mean normal of an open
/// one; z is the normal of the mirror plane that halves the wider extent. `spacing` is the distance
/// of the condyles that stand in the dishes [m]. Throws InputError naming `what` if the mesh does
/// not look like an insert: neither open nor with a flat back.
InsertShape find_insert_shape(const TriangleMesh& mesh, bool is_closed, double spacing,
                              const std::string& what);

}  // namespace condyle

#pragma once

#include <string>

#include "condyle/mesh/triangle_mesh.h"
#include "condyle/pose.h"

namespace condyle {

/// How it was told how a femoral component stands at extension.
enum class ExtensionFrom {
  flat_cut,  ///< the flat cut for the bone is level
  radius,    ///< it stands on the large radius of its condyles, 15 degrees before they tighten
  opening,   ///< its opening, between the ends of condyles and flange, is level
};

/// What the shape of a femoral component of the knee tells: its frame F has its origin in the
/// middle of the flexion axis, the axis of the circle that fits the rounded backs of both condyles,
/// with x forward (anterior), y up (proximal) and z to the right, as the ISB recommends (Wu et al.
/// 2002).
struct FemoralShape {
  Pose X_FM = Pose::Identity();  ///< pose of the mesh frame in F
  double width = 0;              ///< extent along z [m]
  double posterior_radius = 0;   ///< of that circle [m]
  double condyle_spacing = 0;    ///< between the points on which it stands, along z [m]
  ExtensionFrom extension_from = ExtensionFrom::opening;
  double lowest_x = 0, lowest_y = 0;  ///< where it stands on a plane at extension, in F [m]
};

/// Finds them: z is the normal of the mirror plane; up is near where the outline in that plane is
/// open, between the ends of the condyles and of the flange (ExtensionFrom); in front the groove is
/// shallower than the notch behind. Throws InputError naming `what` if the mesh does not look like
/// a femoral component: no mirror plane, or no two condyles with a notch between them.
FemoralShape find_femoral_shape(const TriangleMesh& mesh, const std::string& what);

}  // namespace condyle

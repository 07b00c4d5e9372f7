#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/contact/contact_block.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"

namespace condyle {

// True stiction. A bristle stands on every casting triangle in contact and holds on to the point of
// the target where the triangle touched it: the shear of the elastic layers, k z in traction at a
// stretch z along the triangle (the wire brush of Johnson 1985, sec. 8.7; rolling with creep is
// Kalker's simplified theory then). Beyond Coulomb's limit mu p the foot is dragged along, so that
// the traction stays at the limit. What holds does not creep, whatever the step.
//
// One a triangle rather than one a patch: the stiffness is that of the material, not a number to be
// guessed; torque against drilling, slip in a part of the contact and its map come by themselves;
// and no patch has to be told from another one as patches part and merge.

/// What one casting triangle remembers from step to step.
struct Bristle {
  int casting_triangle = -1;
  /// Where the triangle's centroid would be without stretch, in the target's frame [m].
  Eigen::Vector3d foot_T = Eigen::Vector3d::Zero();
  /// From the foot to the centroid along the triangle, in the target's axes [m].
  Eigen::Vector3d stretch_T = Eigen::Vector3d::Zero();
  /// At which the foot was dragged in the last step [m/s]: 0 while it holds. It decides on the
  /// coefficient in the next step, so that within a step no second solution slips where one holds.
  double slip_speed = 0;
};

/// Shear modulus over thickness of two layers that bear the same traction [Pa/m], or of the lumped
/// layer; or `stick_stiffness` where that is given.
double bristle_stiffness(const Layer& casting, const Layer& target,
                         const ContactSettings& settings);

/// Tractions of the triangles of a pressed block that `bristles` (ascending casting triangle) has,
/// none of the others; R_CT turns the target's axes into C's.
void hold(const ContactSurface& casting, const ContactSurface& target,
          const ContactSettings& settings, const Eigen::Matrix3d& R_CT,
          std::span<const Bristle> bristles, ContactBlock& block);

}  // namespace condyle

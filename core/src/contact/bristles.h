#pragma once

#include <Eigen/Core>
#include <span>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/contact_block.h"

namespace condyle {

// True stiction. Every casting triangle in contact has a bristle, which holds on to the point of
// the target where the triangle touched it. The bristle is the shear of the elastic layers: its
// traction is k z at a stretch z along the triangle (the wire brush of Johnson 1985, sec. 8.7;
// rolling with creep then follows Kalker's simplified theory). Beyond Coulomb's limit mu p the foot
// of the bristle slides, so that the traction stays at the limit. A contact that sticks does not
// creep, whatever the step.
//
// There is one bristle per triangle rather than one per patch, because then the stiffness is that
// of the material and not a guess; torque against spinning, slip in part of the contact and a map
// of slip come for free; and no patch needs to be identified as patches split and merge.

/// The bristle of one casting triangle, kept from step to step.
struct Bristle {
  int casting_triangle = -1;
  /// Position of the triangle's centroid without stretch, in the target's frame [m].
  Eigen::Vector3d foot_T = Eigen::Vector3d::Zero();
  /// Vector from the foot to the centroid along the triangle, in the target's axes [m].
  Eigen::Vector3d stretch_T = Eigen::Vector3d::Zero();
  /// Speed of the foot in the last step [m/s]; 0 while it sticks. It sets the coefficient of the
  /// next step, so that a step never has both a sticking and a slipping solution.
  double slip_speed = 0;
};

/// Shear modulus over thickness of two layers under equal traction, or of the lumped layer [Pa/m];
/// or `stick_stiffness` if that is given. Elastic layers are never lumped: each place has the
/// stiffness of a thin layer, whatever happens beside it. A rigid side does not shear.
double bristle_stiffness(const Layer& casting, const Layer& target,
                         const ContactSettings& settings);

/// Sets the tractions in a block after press(): from the bristle of each triangle, or zero if it
/// has none. `bristles` ascend by casting triangle. R_CT: rotation from the target's axes to those
/// of C.
void hold(const ContactSurface& casting, const ContactSurface& target,
          const ContactSettings& settings, const Eigen::Matrix3d& R_CT,
          std::span<const Bristle> bristles, ContactBlock& block);

}  // namespace condyle

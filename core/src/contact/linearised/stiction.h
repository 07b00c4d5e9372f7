#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "core/src/contact/linearised/linearised_friction.h"
#include "core/src/contact/linearised/linearised_geometry.h"

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

/// The bristles of a pair with stiction.
struct LinearisedBristles {
  std::vector<BristleBlock> blocks;  ///< parallel to LinearisedGeometry::blocks
  std::vector<int> triangles;        ///< casting triangle of each linearised one
  bool is_evaluated = false;         ///< forces were evaluated since bristles were linearised
};

/// Linearises the bristles of the linearised triangles of `hits`. Triangles in `known` (by
/// ascending casting triangle) stick to their feet. A triangle that newly touches sticks to the
/// point where it was one step ago by its velocity at this pose. Only the last part of its path
/// counts, since a point of a rolling body comes down from the side.
void linearise_bristles(const SurfacePair& pair, std::span<const ProximityHit> hits,
                        std::span<const Bristle> known, const LinearisedPoses& found,
                        const LinearisedGeometry& geometry, LinearisedBristles& bristles);

/// Appends the bristles of the triangles that touch after an evaluation at `motion`, in a step of
/// `dt` [s], to `kept`. `by_pressure`: of the triangles that press instead, as on an elastic layer.
void keep_bristles(const LinearisedBristles& bristles, const LinearisedGeometry& geometry,
                   bool by_pressure, const LinearisedPoses& found, const RelativeMotion& motion,
                   double dt, std::vector<Bristle>& kept);

/// Friction with stiction: elastic while the bristle holds. If it slips, the traction stays at
/// Coulomb's limit and the foot is dragged along. `stiffness` [N/m].
LinearisedFriction hold(const LinearisedTriangle& triangle, double normal_force, double stiffness,
                        const LinearisedLaw& law, const RelativeMotion& motion,
                        BristleBlock& bristles, int lane, const SlopeWanted& wanted);

}  // namespace condyle

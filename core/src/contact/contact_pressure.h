#pragma once

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_settings.h"
#include "core/src/contact/contact_block.h"
#include "core/src/contact/laws/pressure_law.h"
#include "core/src/contact/laws/user_call.h"
#include "core/src/contact/surface/patch_points.h"

namespace condyle {

/// Where the casting triangles of a pair press and rub, and along what.
struct Facing {
  const Pose &X_CT, &X_TC;
  bool follows_target;  ///< ForceDirection::target
  bool two_sided;
  bool rubs_at_hit;  ///< else at the centroid
};

/// Sets the directions of the forces of a gathered block along the casting normals and, if it
/// `rubs`, where and across what triangles rub. For blocks in which nothing depends on the target.
void face_casting(bool rubs, ContactBlock& block);

/// Sets the directions of the forces of a gathered block, the rates of proximities, and where and
/// across what triangles rub. With ForceDirection::target, triangles whose rays run along the
/// target's surface, within k_least_cosine, get a `cover` of 0. The target's normal counts for the
/// rate: a ball that slides or spins freely must not be braked.
void face_target(const ContactSurface& target, const Facing& facing, const Twist& V_TC_C,
                 ContactBlock& block);

/// Removes the pressure of triangles with no cover. Call after pressing and damping.
void release_grazing(ContactBlock& block);

/// Computes elastic pressure, its slope and energy of each triangle of a gathered block, with one
/// law for all triangles. Returns the number of proximities beyond the law's range
/// (pressure_law.h).
int press_springs(const PressureLaw& law, ContactBlock& block);

/// Computes elastic pressure, its slope and energy of each triangle with the law between its own
/// layer and that of the target triangle. Returns the number of proximities beyond the law's range.
int press_springs_of_layers(const ContactSurface& casting, const ContactSurface& target,
                            const ContactSettings& settings, ContactBlock& block);

/// Computes pressure, its slopes by proximity and by rate, and energy with a law that acts on
/// triangles.
void press_triangles(const NormalLaw& law, const ContactSurface& casting,
                     const ContactSettings& settings, const ContactSurface& target,
                     const condyle_contact& contact, ContactBlock& block);

/// Evaluates a law at the points of patches, at the rate at which each point's proximity grows.
void sample_pressure_of_patches(const NormalLaw& law, double dissipation, double layer_stiffness,
                                std::span<const PatchPoint> points, const Twist& V_TC_C,
                                const condyle_contact& contact, std::vector<NormalSample>& samples);

/// Distributes the force of each patch over its triangles in the block in proportion to proximity.
/// Each triangle's force then acts at the patch's point.
void press_patches(std::span<const PatchPoint> points, std::span<const NormalSample> samples,
                   std::span<const int> patch_of, ForceDirection direction, ContactBlock& block);

/// Applies dissipation to a pressed block (with_dissipation()) and fills normal_damping.
void damp(double dissipation, ContactBlock& block);

/// Computes Coulomb traction against the slip; fills traction and slip_damping. Uses the pressure
/// that damp() left.
void rub_triangles(const Friction& friction, const Twist& V_TC_C, ContactBlock& block);

/// Fills traction and slip_damping with zeros.
void rub_nowhere(ContactBlock& block);

/// Computes the wrenches of friction from the traction.
void find_friction(ContactBlock& block);

/// Computes traction by the user's law on triangles; fills traction and slip_damping.
void rub_by_users_law(const UserFrictionLaw& law, const condyle_contact& contact,
                      const Twist& V_TC_C, ContactBlock& block);

/// Evaluates the user's friction law at the points of patches.
void sample_friction_of_patches(const UserFrictionLaw& law, const condyle_contact& contact,
                                std::span<const PatchPoint> points,
                                std::span<const NormalSample> pressed, ForceDirection direction,
                                const Twist& V_TC_C, std::vector<FrictionSample>& samples);
void rub_patches(std::span<const NormalSample> pressed, std::span<const FrictionSample> samples,
                 std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);

}  // namespace condyle

#pragma once

#include "condyle/contact/contact_block.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/normal_law.h"
#include "condyle/contact/patch_points.h"
#include "condyle/contact/pressure_law.h"

namespace condyle {

/// Rate at which a proximity grows [m/s] when the casting body moves at `velocity` relative to the
/// target at the hit point: v . n_t / (n_c . n_t), unit outward normals, all in one frame. The
/// target's normal counts: a ball that slides or spins freely must not be braked.
double proximity_rate(const Eigen::Vector3d& casting_normal, const Eigen::Vector3d& target_normal,
                      const Eigen::Vector3d& velocity);

/// Fills the target's normals of a gathered block. X_CT: pose of the target mesh in C.
void find_target_normals(const ContactSurface& target, const Pose& X_CT, ContactBlock& block);

/// Where and along what the forces of a gathered block act: fills rubs_across, rubs_at and cover,
/// and along the target's normal the gradient. `cover` is 0 then of triangles whose rays run along the
/// target's surface, within k_least_cosine.
void set_direction(ForceDirection direction, ContactBlock& block);

/// Triangles of no cover do not press. When all others have been pressed and damped.
void release_grazing(ContactBlock& block);

/// Elastic pressure, its slope and energy of each triangle of a gathered block, by one law for all.
/// Returns how many proximities lie beyond the law's range (see pressure_law.h).
int press(const PressureLaw& law, ContactBlock& block);

/// The same by the law between each triangle's layer and that of the triangle it hit.
int press(const ContactSurface& casting, const ContactSurface& target,
          const ContactSettings& settings, ContactBlock& block);

/// By a law that acts on triangles: pressure, its slopes by proximity and its rate, energy.
void press(const NormalLaw& law, const ContactSurface& casting, const ContactSettings& settings,
           const ContactSurface& target, const Twist& V_TC_C, const condyle_contact& contact,
           ContactBlock& block);

/// Samples of patches, at the rate at which each point's proximity grows.
void sample_points(const NormalLaw& law, double dissipation, double layer_stiffness,
                   std::span<const PatchPoint> points, const Twist& V_TC_C,
                   const condyle_contact& contact, std::vector<NormalSample>& samples);

/// By a law that presses patches: the force of each, shared out by proximity over its triangles in
/// the block, all of which then stand for the patch's point.
void press(std::span<const PatchPoint> points, std::span<const NormalSample> samples,
           std::span<const int> patch_of, ForceDirection direction, ContactBlock& block);

/// Dissipation of a pressed block: see with_dissipation(); fills normal_damping. V_TC_C as in
/// ContactPair::evaluate.
void damp(double dissipation, const Twist& V_TC_C, ContactBlock& block);

/// Coulomb traction against the slip; fills traction and slip_damping. Takes the pressure as damp()
/// left it.
void rub(const Friction& friction, const Twist& V_TC_C, ContactBlock& block);

/// The same by the user's law, on triangles.
void rub(const UserFrictionLaw& law, const condyle_contact& contact, const Twist& V_TC_C,
         ContactBlock& block);

/// By the user's law on patches: the friction of each, shared out as its pressure is.
void sample_points(const UserFrictionLaw& law, const condyle_contact& contact,
                   std::span<const PatchPoint> points, std::span<const NormalSample> pressed,
                   ForceDirection direction, const Twist& V_TC_C,
                   std::vector<FrictionSample>& samples);
void rub(std::span<const NormalSample> pressed, std::span<const FrictionSample> samples,
         std::span<const int> patch_of, const Twist& V_TC_C, ContactBlock& block);

}  // namespace condyle

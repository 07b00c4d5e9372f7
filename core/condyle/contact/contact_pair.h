#pragma once

#include <memory>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/pressure_law.h"

namespace condyle {

/// Elastic-foundation contact of a casting mesh against a target mesh. A casting triangle's ray
/// starts at its centroid and runs against its outward normal, into the casting body; the distance
/// along it to the target's surface is the proximity (Smith et al. 2018). Remembers where rays hit
/// as a hint for speed alone: any history gives the same bits as a fresh pair. Not thread-safe;
/// surfaces may be shared.
class ContactPair {
 public:
  ContactPair(std::shared_ptr<const ContactSurface> casting,
              std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
              std::vector<Region> regions = {});

  const ContactSurface& casting() const { return *casting_; }
  const ContactSurface& target() const { return *target_; }
  const ContactSettings& settings() const { return settings_; }

  /// Changes law, window, damping, friction from the next evaluation on. Throws InputError.
  void set_settings(const ContactSettings& settings);

  /// Proximity, pressure, wrench, stiffness, statistics, in one call: find_hits, then assemble.
  /// X_CT is the pose of the target mesh in the casting mesh frame; V_TC_C the velocity of C
  /// relative to T, at C's origin, expressed in C. The result stays valid until the next call.
  /// Allocates nothing once the largest contact has been seen.
  const ContactResult& evaluate(const Pose& X_CT, const Twist& V_TC_C = {});

  /// The rays' hits at X_CT, ascending casting triangle, in the window
  /// [min(min_proximity, -reach), max_proximity]; reach >= 0 [m] asks for triangles about to touch.
  std::span<const ProximityHit> find_hits(const Pose& X_CT, double reach = 0);

  /// Everything that follows from given hits (which may have been moved on by a solver).
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {});

  const ContactResult& result() const { return result_; }

  /// The law between a casting and a target triangle.
  PressureLaw law(int casting_triangle, int target_triangle) const;

 private:
  // (for the author of contact_pair.cpp to fill)
  std::shared_ptr<const ContactSurface> casting_, target_;
  ContactSettings settings_;
  ContactResult result_;
};

}  // namespace condyle

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "condyle/collision/proximity_search.h"
#include "condyle/contact/contact_patches.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/pressure_law.h"
#include "condyle/contact/region_sums.h"
#include "condyle/contact/target_map.h"

namespace condyle {

/// Rate at which a proximity grows [m/s] when the casting body moves at `velocity` relative to the
/// target at the hit point: v . n_t / (n_c . n_t), unit outward normals, all in one frame. The
/// target's normal counts: a ball that slides or spins freely must not be braked.
double proximity_rate(const Eigen::Vector3d& casting_normal, const Eigen::Vector3d& target_normal,
                      const Eigen::Vector3d& velocity);

/// Elastic-foundation contact of a casting mesh against a target mesh (Smith et al. 2018). A
/// casting triangle's ray starts at its centroid c and runs against its outward normal n, into the
/// casting body; the distance along it to the target's surface is the proximity d. In contact (d >
/// 0) the triangle of area A feels at c the force (-p n + traction) A, and the target the opposite
/// there:
///   p = max(0, p_law(d) (1 + 3/2 c_diss d'))    (Hunt & Crossley 1975), d' from proximity_rate
///   traction = -mu(|v_t|) p v_t / |v_t|         v_t: slip of c along the casting triangle
/// Remembers where rays hit as a hint for speed alone: any history gives the same bits as a fresh
/// pair. Not thread-safe; surfaces may be shared.
class ContactPair {
 public:
  /// Throws InputError where a surface is missing, or settings or regions are out of range.
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

  /// Everything that follows from given hits: those of find_hits, or the same with their
  /// proximities moved on by a solver; ascending casting triangle, each once. A hit with proximity
  /// <= 0 enters the maps of proximity alone. `hits` may be those of the last result.
  const ContactResult& assemble(std::span<const ProximityHit> hits, const Pose& X_CT,
                                const Twist& V_TC_C = {});

  const ContactResult& result() const { return result_; }

  /// The law between a casting and a target triangle.
  PressureLaw law(int casting_triangle, int target_triangle) const;

 private:
  void press(const Pose& X_CT, const Twist& V_TC_C);
  TriangleContact contact_at(const ProximityHit& hit, const Pose& X_CT, const Twist& V_TC_C);
  void clear_casting_map();

  std::shared_ptr<const ContactSurface> casting_, target_;
  ContactSettings settings_;
  PressureLaw uniform_law_;  ///< where both surfaces have one layer
  ProximitySearch search_;
  RegionSums region_sums_;
  PatchFinder patch_finder_;
  TargetMap target_map_;
  std::vector<ProximityHit> found_;
  std::vector<TriangleContact> contacts_;
  ContactResult result_;
};

}  // namespace condyle

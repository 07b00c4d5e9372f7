#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Carries the values of the casting side over to the triangles of the target mesh.
///
/// A target triangle that casting triangles hit gets their area-weighted mean proximity and
/// pressure and the sum of their energies, so that both sides add up to the same energy. Where hits
/// in contact and hits across a gap meet on one triangle, those in contact alone count. Its partner
/// is the lowest casting triangle among them.
///
/// Where the target's triangles are the smaller ones, many lie in the contact without being hit.
/// These are found by flooding over the target's edges from those that were hit, and get proximity
/// and pressure (energy 0) of the casting triangle whose hit point is nearest to their centroid,
/// found by walking over the casting mesh's edges from the partner of the triangle flooded from;
/// but only if they face that casting triangle as the triangle it hit does, and if their centroid
/// is no farther from that hit point than the casting triangle's corners are from its own centroid.
///
/// Of a shape, a hit counts for the triangle of the shape's mesh that lies under it along the
/// shape's normal.
class TargetMap {
 public:
  /// Keeps references: both surfaces must outlive the map.
  TargetMap(const ContactSurface& casting, const ContactSurface& target);

  /// Takes over where the vertices of the surfaces are now.
  void renew();

  /// Makes the map anew. `casting_map` holds the values at `hits`; X_CT is the pose of the target
  /// mesh in the casting mesh frame. Allocates nothing.
  void make(std::span<const ProximityHit> hits, const SideMap& casting_map, const Pose& X_CT);

  const SideMap& map() const { return map_; }  ///< size: triangles of the target mesh

 private:
  std::span<const ProximityHit> on_mesh(std::span<const ProximityHit> hits, const Pose& X_CT);
  int triangle_under(const Eigen::Vector3d& p_T) const;
  int met_by(int casting_triangle, const SideMap& casting_map) const;
  void clear();
  void average(std::span<const ProximityHit> hits, bool in_contact, const SideMap& casting_map);
  void flood(const SideMap& casting_map, const Pose& X_CT);
  int nearest_hit(const Eigen::Vector3d& p_C, int start, const SideMap& casting_map) const;
  bool covers(int casting_triangle, int target_triangle, const Eigen::Vector3d& p_C,
              const SideMap& casting_map, const Pose& X_CT) const;

  const ContactSurface *casting_, *target_;
  /// Per casting triangle: largest distance centroid to corner; per node: to a centroid [m].
  std::vector<double> reach_;
  double mesh_error_ = 0;  ///< how far a shape's mesh lies from the shape [m]
  std::vector<int> met_;   ///< shape: triangle of its mesh met by each casting triangle
  std::vector<ProximityHit> hits_on_mesh_;
  SideMap map_;
  std::vector<double>
      weight_;                ///< per target triangle: area that hit it while it is averaged, or 0
  std::vector<int> written_;  ///< target triangles with values, in the order of the flood
};

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_surface.h"

namespace condyle {

/// Transfers the values of the casting side to the triangles of the target mesh.
///
/// A target triangle that casting triangles hit gets the area-weighted mean of their proximities
/// and pressures and the sum of their energies, so that both sides have the same total energy. If a
/// target triangle has hits in contact and hits across a gap, only those in contact count. Its
/// partner is the lowest casting triangle that counts.
///
/// If the target's triangles are the smaller ones, many lie in the contact without a hit. A flood
/// over the target's edges from the triangles that were hit finds them. They get proximity and
/// pressure, but no energy, of the casting triangle whose hit point is nearest to their centroid. A
/// walk over the casting mesh's edges finds it, starting from the partner of the triangle that the
/// flood came from. A triangle only counts if it faces the casting triangle as the triangle that
/// was hit does, and if its centroid is no farther from the hit point than the casting triangle's
/// corners are from its centroid.
///
/// On a shape, a hit counts for the triangle of the shape's mesh that lies below it along the
/// shape's normal.
class TargetMap {
 public:
  /// Keeps references: both surfaces must outlive the map.
  TargetMap(const ContactSurface& casting, const ContactSurface& target);

  /// Takes over the current positions of the surfaces' vertices.
  void renew();

  /// Makes the map. `casting_map` holds the values of `hits`; X_CT is the pose of the target mesh
  /// in the casting mesh frame; `places_C` are the points where the hits lie on the target, or
  /// empty where these are on the rays of whole triangles. Allocates nothing.
  void make(std::span<const ProximityHit> hits, std::span<const Eigen::Vector3d> places_C,
            const SideMap& casting_map, const Pose& X_CT);

  const SideMap& map() const { return map_; }  ///< one entry per triangle of the target mesh

 private:
  std::span<const ProximityHit> on_mesh(std::span<const ProximityHit> hits,
                                        std::span<const Eigen::Vector3d> places_C,
                                        const Pose& X_CT);
  int triangle_under(const Eigen::Vector3d& p_T) const;
  int met_by(int casting_triangle, const SideMap& casting_map) const;
  void clear();
  void average(std::span<const ProximityHit> hits, bool in_contact, const SideMap& casting_map);
  void flood(const SideMap& casting_map, const Pose& X_CT);
  int nearest_hit(const Eigen::Vector3d& p_C, int start, const SideMap& casting_map) const;
  bool covers(int casting_triangle, int target_triangle, const Eigen::Vector3d& p_C,
              const SideMap& casting_map, const Pose& X_CT) const;

  const ContactSurface *casting_, *target_;
  /// Per casting triangle: largest distance from the centroid to a corner; per node: largest
  /// distance to the centroid of one of its triangles [m].
  std::vector<double> reach_;
  double mesh_error_ = 0;  ///< bound on the distance of a shape's mesh from the shape [m]
  /// For shapes, per casting triangle: the triangle of the shape's mesh that it met.
  std::vector<int> met_;
  std::vector<ProximityHit> hits_on_mesh_;
  SideMap map_;
  std::vector<double> weight_;  ///< per target triangle: area of its hits during averaging, or 0
  std::vector<int> written_;    ///< target triangles with values, in the order of the flood
};

}  // namespace condyle

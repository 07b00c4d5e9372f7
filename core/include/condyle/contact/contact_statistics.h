#pragma once

#include <Eigen/Core>

namespace condyle {

/// Statistics of the triangles in contact of a whole surface, a region or a patch. Vectors are in
/// the casting mesh frame C, moments about its origin. As in OpenSim, mean_proximity and
/// mean_pressure are plain means over triangles, and the centres of an empty contact are (-1, -1,
/// -1).
struct ContactStatistics {
  /// Casting triangles in contact: proximity > 0; for an elastic layer, those that press.
  int n_contacting = 0;
  double contact_area = 0;    ///< area of these triangles [m^2]
  double mean_proximity = 0;  ///< plain mean over triangles [m]
  double max_proximity = 0;
  double mean_pressure = 0;  ///< plain mean over triangles [Pa]
  double max_pressure = 0;
  double area_weighted_mean_proximity = 0;
  double area_weighted_mean_pressure = 0;
  Eigen::Vector3d center_of_proximity = Eigen::Vector3d::Constant(-1);  ///< weighted by d A
  Eigen::Vector3d center_of_pressure = Eigen::Vector3d::Constant(-1);   ///< weighted by p A
  Eigen::Vector3d contact_force =
      Eigen::Vector3d::Zero();  ///< force on the casting body, friction included [N]
  Eigen::Vector3d contact_moment = Eigen::Vector3d::Zero();   ///< [N m]
  Eigen::Vector3d friction_force = Eigen::Vector3d::Zero();   ///< part of contact_force [N]
  Eigen::Vector3d friction_moment = Eigen::Vector3d::Zero();  ///< part of contact_moment [N m]
  double potential_energy = 0;                                ///< elastic energy [J]
};

}  // namespace condyle

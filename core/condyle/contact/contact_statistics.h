#pragma once

#include <Eigen/Core>

namespace condyle {

/// Sums over the triangles in contact of a whole surface, a region or a patch. Vectors in the
/// casting mesh frame C, moments about its origin. "As OpenSim's" means: the plain mean over
/// triangles; centres of an empty contact are (-1, -1, -1).
struct ContactStatistics {
  int n_contacting = 0;       ///< casting triangles in contact: proximity > 0
  double contact_area = 0;    ///< their area [m^2]
  double mean_proximity = 0;  ///< plain mean over triangles [m], as OpenSim's
  double max_proximity = 0;
  double mean_pressure = 0;  ///< plain mean over triangles [Pa], as OpenSim's
  double max_pressure = 0;
  double area_weighted_mean_proximity = 0;
  double area_weighted_mean_pressure = 0;
  Eigen::Vector3d center_of_proximity = Eigen::Vector3d::Constant(-1);  ///< weights d A
  Eigen::Vector3d center_of_pressure = Eigen::Vector3d::Constant(-1);   ///< weights p A
  Eigen::Vector3d contact_force =
      Eigen::Vector3d::Zero();  ///< on the casting body [N], friction included
  Eigen::Vector3d contact_moment = Eigen::Vector3d::Zero();   ///< [N m]
  Eigen::Vector3d friction_force = Eigen::Vector3d::Zero();   ///< friction's part of the force [N]
  Eigen::Vector3d friction_moment = Eigen::Vector3d::Zero();  ///< the same of the moment [N m]
  double potential_energy = 0;                                ///< elastic [J]
};

}  // namespace condyle

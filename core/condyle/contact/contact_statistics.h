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
  Eigen::Vector3d contact_moment = Eigen::Vector3d::Zero();  ///< [N m]
  double potential_energy = 0;                               ///< elastic [J]
};

/// One casting triangle in contact. Vectors in the casting mesh frame C.
struct TriangleContact {
  int casting_triangle = -1;
  double area = 0;              ///< [m^2]
  double proximity = 0;         ///< > 0 [m]
  double pressure = 0;          ///< damping included, >= 0 [Pa]
  double potential_energy = 0;  ///< elastic [J]
  double stiffness = 0;         ///< d pressure / d proximity [Pa/m]
  double normal_damping = 0;    ///< d pressure / d (rate of proximity) [Pa s/m]
  double slip_damping = 0;      ///< friction traction per slip speed [Pa s/m]
  Eigen::Vector3d centroid = Eigen::Vector3d::Zero();
  Eigen::Vector3d normal = Eigen::Vector3d::Zero();    ///< unit, outward
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();  ///< of friction, on the casting body [Pa]
  Eigen::Vector3d force = Eigen::Vector3d::Zero();     ///< on the casting body, at the centroid [N]
};

/// Running sums from which statistics are made. Sums of disjoint sets of triangles add up.
struct ContactSums {
  int count = 0;
  double area = 0;
  double proximity = 0, max_proximity = 0;
  double pressure = 0, max_pressure = 0;
  double proximity_area = 0, pressure_area = 0;
  Eigen::Vector3d first_moment_of_proximity = Eigen::Vector3d::Zero();
  Eigen::Vector3d first_moment_of_pressure = Eigen::Vector3d::Zero();
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();
  double energy = 0;

  void add(const TriangleContact& contact);
  void add(const ContactSums& other);
};

ContactStatistics statistics_of(const ContactSums& sums);

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "condyle/collision/proximity_search.h"
#include "condyle/pose.h"

namespace condyle {

/// Sums over the triangles in contact of a whole surface, a region or a patch. Vectors in the
/// casting mesh frame C, moments about its origin. "As OpenSim's" means: the plain mean over
/// triangles; centres of an empty contact are (-1, -1, -1).
struct ContactStatistics {
  int n_contacting = 0;       ///< casting triangles with proximity > 0
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

/// A set of casting triangles whose statistics are kept apart: named, decided once.
struct Region {
  std::string name;
  std::vector<int> triangles;  ///< casting triangles, ascending
};

struct RegionStatistics {
  std::string name;
  ContactStatistics statistics;
};

/// Triangles in contact that hang together over shared edges of the casting mesh.
struct ContactPatch {
  std::vector<int> triangles;  ///< casting triangles, ascending
  ContactStatistics statistics;
};

/// Values per triangle of one side. A triangle out of contact has pressure 0; where its ray met
/// nothing in the window its proximity is 0 and `partner` is -1.
struct SideMap {
  std::vector<double> proximity;         ///< [m]
  std::vector<double> pressure;          ///< [Pa]
  std::vector<double> potential_energy;  ///< [J] per triangle
  std::vector<int> partner;              ///< triangle of the other mesh, or -1
};

/// All that one evaluation of a pair yields.
struct ContactResult {
  SideMap casting;  ///< size: triangles of the casting mesh
  SideMap target;   ///< size: triangles of the target mesh; see contact_pair.h for how it is made

  /// Rays that met the target inside the window, ascending casting triangle.
  std::vector<ProximityHit> hits;

  /// Friction traction on each casting triangle [Pa], frame C; parallel to `hits`.
  std::vector<Eigen::Vector3d> traction;

  ContactStatistics total;
  std::vector<RegionStatistics>
      regions;                        ///< the six half spaces -x +x -y +y -z +z, then the user's
  std::vector<ContactPatch> patches;  ///< largest force first

  /// Wrench on the casting body (moment about the casting frame's origin) and on the target body
  /// (moment about the *same point*), both in C: exactly opposite.
  Wrench F_casting_C, F_target_C;

  /// -d(F_casting)/d(displacement) and -d(F_casting)/d(velocity) of the casting mesh relative to
  /// the target at fixed contact set, about C's origin, in C, symmetric positive semi-definite: K =
  /// sum k A g g^T, g = [c x n; n] (DESIGN of the solver in plugin/session).
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();

  int clamped_triangles = 0;  ///< proximity beyond the nonlinear law's range: see pressure_law.h
};

}  // namespace condyle

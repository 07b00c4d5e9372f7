#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_statistics.h"
#include "condyle/contact/on_read.h"
#include "condyle/pose.h"

namespace condyle {

/// A named set of casting triangles with statistics of its own, fixed when a pair is made.
struct Region {
  std::string name;
  std::vector<int> triangles;  ///< casting triangles, ascending
};

struct RegionStatistics {
  std::string name;
  ContactStatistics statistics;
};

/// Triangles in contact that are connected over shared edges of the casting mesh: `triangle_count`
/// entries of ContactResult::patch_triangles from `first_triangle` on.
struct ContactPatch {
  int first_triangle = 0;
  int triangle_count = 0;
  ContactStatistics statistics;
};

/// Values per triangle of one side. A triangle out of contact has pressure 0. If its ray met
/// nothing in the window, its proximity is 0 and `partner` is -1. target_map.h describes the map of
/// the target side.
struct SideMap {
  SideMap() = default;
  explicit SideMap(std::size_t triangles)
      : proximity(triangles, 0.0),
        pressure(triangles, 0.0),
        potential_energy(triangles, 0.0),
        partner(triangles, -1) {}

  std::vector<double> proximity;         ///< [m]
  std::vector<double> pressure;          ///< [Pa]
  std::vector<double> potential_energy;  ///< energy of the triangle [J]
  std::vector<int> partner;              ///< triangle of the other mesh, or -1
};

/// How an elastic layer was solved (Formulation::elastic_layer).
struct LayerFigures {
  int nodes = 0;            ///< on the casting surface
  double node_spacing = 0;  ///< square root of the mean area of their patches [m]
  int candidates = 0;       ///< nodes that could press
  int active_nodes = 0;  ///< nodes that press; below some 60, peaks may be off by several per cent
  int passes = 0;        ///< systems that were solved
  /// What the conditions of contact are missed by, over the force (complementarity.h).
  double residual = 0;
};

/// The result of one evaluation of a pair.
struct ContactResult {
  /// One entry per casting triangle; ContactPair::target_map has the target side.
  StructOnRead<SideMap> casting;

  /// Rays that met the target inside the window, by ascending casting triangle. For an elastic
  /// layer also those of gaps that may close.
  std::vector<ProximityHit> hits;

  /// Friction traction on each casting triangle [Pa], in C. Parallel to `hits`; empty if the pair
  /// has no friction.
  std::vector<Eigen::Vector3d> traction;

  /// Force of the pressure on each casting triangle over its area [Pa], in C. Parallel to `hits`.
  /// Empty if the force follows the casting normal n: then the thrust is -pressure n.
  std::vector<Eigen::Vector3d> thrust;

  ContactStatistics total;
  /// -x +x -y +y -z +z (see regions.h), then the user's regions.
  std::vector<RegionStatistics> regions;
  ListOnRead<ContactPatch> patches;  ///< largest force first
  ListOnRead<int> patch_triangles;   ///< casting triangles, patch by patch, ascending in each patch

  /// Velocity of C relative to T, at C's origin, in C, for which the result was computed. sliding.h
  /// uses it to find how the total, a region or a patch slides.
  Twist V_TC_C;

  /// Wrenches on the casting body and on the target body, both in C with moments about the origin
  /// of C. They are exactly opposite.
  Wrench F_casting_C, F_target_C;

  /// -d(F_casting)/d(displacement) and -d(F_casting)/d(velocity) of the casting mesh relative to
  /// the target, about C's origin, in C, for a fixed set of contacts and fixed geometry. Symmetric
  /// positive semi-definite. See contact_linearisation.h. The stiffness of an elastic layer has the
  /// change of geometry too, and may be negative in some directions (elastic/elastic_layer.h).
  MatrixOnRead stiffness, damping;

  /// Triangles whose proximity exceeds the range of the nonlinear law (pressure_law.h).
  int clamped_triangles = 0;

  /// All zero unless the formulation is elastic_layer.
  LayerFigures layer;
};

}  // namespace condyle

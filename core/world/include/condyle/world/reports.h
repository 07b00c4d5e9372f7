#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>

#include "condyle/contact/contact_result.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"
#include "condyle/world/step_report.h"

namespace condyle {

class ContactPair;
struct SessionPair;

/// One pair in contact range, as of the last substep. The step itself needs neither pressure maps
/// nor statistics, so they are computed on the first call that asks for them: a simulation that
/// reads every tenth step pays for every tenth step. The functions throw InputError once the pair
/// is gone or a later substep has solved it again. Read a report from one thread at a time.
struct PairReport {
  ColliderId casting, target;
  Pose X_WC, X_WT;     ///< poses of the mesh frames in the world, at which the contact was found
  Wrench F_casting_W;  ///< mean wrench on the casting body over the substep, world frame, about the
                       ///< body's centre of mass at the start of the substep

  /// Pressure per casting triangle or node, wrench and statistics at the end of the substep, in the
  /// casting mesh frame.
  const ContactResult& result() const;

  /// Number of casting triangles (or nodes) in contact at the end of the substep.
  int touching_triangles() const;
  /// Whether the mesh is too coarse for this contact. Force and pressure are rough if fewer than
  /// ten triangles touch, and contact may be missed altogether if the casting triangles are larger
  /// than the target (casts_better). Refine the casting mesh, or let the other side cast.
  bool is_coarse() const;

  /// Values per triangle of the casting mesh, even if its nodes cast (triangle_map.h).
  const SideMap& casting_map() const;
  /// Values per triangle of the target mesh (target_map.h).
  const SideMap& target_map() const;

  /// The pair that computed result(): both surfaces, and the pose of the target mesh in the casting
  /// mesh frame.
  const ContactPair& contact_pair() const;

  /// The forces of result() on the vertices of both surfaces, in the casting mesh frame
  /// (find_vertex_forces).
  const VertexForces& vertex_forces() const;

  /// The pair and the substep of this report, from which the functions of PairReport compute their
  /// values.
  struct Source {
    std::weak_ptr<SessionPair> pair;  ///< of the session
    std::int64_t substep = -1;        ///< number of the substep; -1: none
  } source;
};

/// What state a strand is in.
enum class StrandCondition {
  slack,  ///< not longer than its slack length; exerts no force
  taut,
  cut,   ///< cut by cut_strand(); exerts no force
  torn,  ///< failed completely (failure strain); exerts no force
};

/// One strand, as of the last substep. If the strand is cut, `length` and the strain are those that
/// it would have if it were intact.
struct StrandReport {
  StrandId id;
  StrandCondition condition = StrandCondition::slack;
  ligament::StrandForce force;
  double length = 0;             ///< length of the strand [m]
  double lengthening_speed = 0;  ///< rate of change of the length [m/s]
  double torn = 0;               ///< failed fraction of the strand, from 0 to 1
  ligament::PathStatus path_status = ligament::PathStatus::complete;
  Eigen::Vector3d p_WA, p_WB;  ///< first and last point of the strand, world frame [m]
};

}  // namespace condyle

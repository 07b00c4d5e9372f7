#pragma once

#include <Eigen/Geometry>
#include <cstdint>
#include <memory>
#include <string>

#include "condyle/contact/contact_surface.h"
#include "condyle/world/step_report.h"
#include "core/src/solver/pair_step.h"
#include "core/world/src/nearness.h"

namespace condyle {

/// A surface on a body of the engine.
struct SessionCollider {
  ColliderId id;
  int body = -1;  ///< number of its body
  std::shared_ptr<const ContactSurface> surface;
  Pose X_BS = Pose::Identity();              ///< pose in the frame of the body's centre of mass
  std::string name;                          ///< name in messages
  Eigen::AlignedBox3d box_S;                 ///< bounding box of the surface's vertices
  double thinnest_layer = 0;                 ///< [m]
  Extent extent;                             ///< of the surface
  std::shared_ptr<MovingVertices> vertices;  ///< null unless its vertices move
  bool is_soft = false;                      ///< its vertices are masses that forces move
  BodyMotion* body_motion = nullptr;         ///< motion of its body in the current substep
  SurfaceMotion motion;                      ///< motion in the current substep
  std::int64_t moved_in_substep = -1;        ///< substep of `motion`
  bool was_put = true;  ///< the user moved its body since the last substep, or it is new
};

/// Sets the surface, and what follows from it.
void set_surface(std::shared_ptr<const ContactSurface> surface, SessionCollider& collider);

/// The collider as a side of a pair during a step.
PairSide side_of(const SessionCollider& collider);

}  // namespace condyle

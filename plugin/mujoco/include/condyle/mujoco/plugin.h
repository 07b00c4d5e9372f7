#pragma once

#include <mujoco/mujoco.h>

#include <Eigen/Core>
#include <memory>
#include <string>

#include "condyle/contact/layer.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/session.h"

namespace condyle {
class ContactSurface;
}

namespace condyle::mujoco {

class MujocoSession;

/// Condyle in a MuJoCo model. Pairs of registered geoms get the contact of their settings
/// (ContactSettings), all others keep MuJoCo's own contact. MuJoCo's filters still hold: contype
/// and conaffinity, excluded bodies, parent and child.
///
/// Contact is solved by MuJoCo's own solver, together with joints, equalities, limits, tendons and
/// actuators: where triangles touch at the pose that the velocities predict, a few rows of
/// constraint stand for them, whose convex cost is backward Euler of the law. Friction has rows of
/// its own. All numbers of a body are those of MuJoCo's body ids.
///
/// step() makes a step of MuJoCo's that is repeated, where contact has changed much within it, from
/// the velocities to which it led. mj_step() may be called instead, which solves contact once; call
/// update() after it to have the reports.
///
/// While the plugin exists, it is the collision function of the types of the registered geoms and
/// MuJoCo's passive callback, and passes on to those that were there before. These are global in
/// MuJoCo: several plugins may exist, each for its mjData, on threads of their own.
///
/// The constructor throws InputError where the step would not be the law's: integrators other than
/// Euler, passive forces disabled, a library of another version than the headers. Friction needs
/// elliptic cones and the solver Newton or CG; noslip iterations are refused.
class Plugin : public AnySession {
 public:
  /// Keeps references to both. `data` must be of this model.
  Plugin(mjModel& model, mjData& data, const StepSettings& settings = {});

  /// Registers a geom with an elastic layer. Spheres, capsules, cylinders, boxes, ellipsoids and
  /// planes become analytic shapes; a mesh is taken as it is, concave or not, with the vertices of
  /// the model, which are of single precision. Sets the geom's margin and gap so that contact is
  /// found before the first touch. An empty name becomes the geom's, or "collider N". Throws
  /// InputError if there is no such geom, if it is registered already, if its type is not known or
  /// the layer is out of range.
  ColliderId add_collider(int geom, const Layer& layer, const std::string& name = "");

  /// Registers a prepared surface at pose X_GS in the frame of a geom, whose own shape then only
  /// tells MuJoCo when to look for contact. Precondition: its bounding sphere contains the surface.
  ColliderId add_collider(int geom, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_GS = Pose::Identity(), const std::string& name = "");

  /// Makes a step of the model's time step, as mj_step() does. Throws SimulationError if MuJoCo's
  /// buffers are too small for the rows (njmax and nconmax, or memory, in <size>), or a state is
  /// not finite.
  void step();

  /// Takes over what the last mj_step() did: events, sliding and wear, friction that sticks, and
  /// the reports. step() does so by itself.
  void update();

  /// The wrench on a body's centre of mass by all registered contacts in the last step, world
  /// frame.
  Wrench contact_wrench(int body) const;

 private:
  MujocoSession& session_;  ///< is *state_
};

}  // namespace condyle::mujoco

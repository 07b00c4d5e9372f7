#pragma once

#include <LinearMath/btScalar.h>

#if defined(CONDYLE_BULLET_DOUBLE) != defined(BT_USE_DOUBLE_PRECISION)
#error \
    "Bullet's precision differs from the plugin's: link condyle::bullet with BT_USE_DOUBLE_PRECISION, or condyle::bullet_float without it."
#endif

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/layer.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/session.h"
#include "condyle/world/step_report.h"

class btCollisionObject;
class btDynamicsWorld;
class btRigidBody;
class btSoftBody;

namespace condyle {
class ContactSurface;
class DeformableSurface;
namespace ligament {
struct StrandPath;
}
}  // namespace condyle

namespace condyle::bullet {

class WorldSession;
struct WorldMemory;

using condyle::Integration;
using condyle::StageTimes;
/// Settings of the step.
using PluginSettings = StepSettings;

/// What a collider is called, and which part of its body it is.
struct ColliderOptions {
  int compound_child = -1;  ///< index of a btCompoundShape's child; -1: the whole shape
  std::string name;         ///< name in messages; empty: "collider N"
};

/// Condyle in a Bullet world. The constructor installs it: pairs of registered colliders get the
/// contact of their settings (ContactSettings), all other pairs keep Bullet's own contact. The
/// destructor restores Bullet as it was; it may run at any time between steps, but before the
/// world's destructor.
///
/// Bullet's rules still hold: collision filters, user callbacks and actions, sleeping and waking,
/// bodies without contact response. In particular:
/// - Remove colliders and strands before their body leaves the world. If a body is missing in a
///   step, stepSimulation() throws a SimulationError that names what is still registered on it, and
///   the world is as before; remove that, and go on. A body that comes back, and one whose proxy is
///   made anew (refreshBroadphaseProxy), is registered anew.
/// - A shape is read when it is registered. After changing it, remove the collider and add it
///   again.
/// - A kinematic body moves once per stepSimulation(), to the pose of its motion state. In contact
///   it moves at constant velocity through the substeps and hits whatever is in its way. To
///   teleport it instead, set its interpolation transform as well.
/// - m_minimumSolverBatchSize is 1 while the plugin is installed, so that no island's result
///   depends on other islands.
/// - Different worlds may be stepped on different threads. A world and its plugin belong to one
///   thread at a time.
/// - If a user's function fails (user_function.h), stepSimulation() throws a SimulationError and
///   restores the world and the plugin to the state before the failed substep, without reports. You
///   may change the law and go on. If one call makes several substeps, those before the failure
///   stand, and the time of the failed one and of those after it is lost.
/// - If a pose, velocity, force, torque or gravity of a body is not a finite number, or a velocity
///   is so large, or will be by the forces, that the square of its energy is not, stepSimulation()
///   throws a SimulationError that names the body (name_bodies), before the bodies move. The world
///   is as before, without reports: repair the body and go on.
/// - If a body is as fast as that at the end of a substep, it throws a SimulationError that names
///   the body, and restores the state as above.
/// - If contact finds no balance even with the most sub-steps allowed, a sub-step is taken without
///   it and reported with a residual of 1 (StepReport). Where a user's law, forces along the
///   casting normal or a soft body take part, or joints fail, stepSimulation() throws a
///   SimulationError that names the pair and a remedy, and restores the state as above.
///
/// The constructor throws InputError for worlds that it does not support:
/// btDiscreteDynamicsWorldMt, btMultiBodyDynamicsWorld, and solvers other than
/// btSequentialImpulseConstraintSolver. If such a solver is set later, stepSimulation() throws.
class Plugin : public AnySession {
 public:
  /// Installs Condyle in the world, which must live longer than the plugin. Throws InputError for
  /// settings out of range and for worlds and solvers that it does not support.
  explicit Plugin(btDynamicsWorld& world, const PluginSettings& settings = {});

  /// Registers a body's own collision shape with an elastic layer. Bullet's primitives become
  /// analytic shapes (collider_shape.h), meshes and hulls become triangle meshes (surface_shape.h).
  /// The shape's scaling and the pose of a compound's child are taken into account. The children of
  /// a compound are registered one by one; children that are not registered keep Bullet's contact.
  /// Throws InputError if the shape is of neither kind, if the layer is out of range, or if the
  /// body is not in this world or is already registered.
  ColliderId add_collider(btRigidBody& body, const Layer& layer, const ColliderOptions& = {});

  /// Registers a prepared surface at pose X_BS in the body's frame (centre of mass). Bullet then
  /// uses the body's shape in its broad phase only. Precondition: the shape's bounding box contains
  /// the surface; nothing checks this, and contact outside of the box may be missed. Throws
  /// InputError if the surface is null, if X_BS is not a rotation and a finite shift, if the body
  /// has no collision shape, or if the body is not in this world or is already registered.
  ColliderId add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const ColliderOptions& = {});

  /// Registers a surface whose vertices the user moves with move_vertices(), at pose X_BS in the
  /// body's frame (centre of mass). Only move_vertices() may move it. Throws InputError as for a
  /// prepared surface, and if another collider already has this surface.
  ColliderId add_collider(btRigidBody& body, std::shared_ptr<DeformableSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const ColliderOptions& = {});

  /// Registers the faces of a soft body in a btSoftRigidDynamicsWorld. Faces must be
  /// counter-clockwise seen from outside; the vertices are the nodes, and the surface's frame is
  /// the world frame. Contact with rigid bodies is solved like any other contact, and its forces
  /// act on the nodes, so momentum is conserved. The solver accounts for how far nodes yield within
  /// the step (linearised_block.h), so light nodes are not flung away. Only normal laws that act on
  /// triangles and regularised friction are supported: no stiction and no user's law. Two soft
  /// bodies keep Bullet's own contact, and so do a soft body and an unregistered body. Bodies that
  /// press on a soft body stay awake. After adding or removing nodes or faces, remove the collider
  /// and add it again. Throws InputError if the body has no faces or a face of area 0, is not in
  /// this world or is already registered, or if the default contact does not support a soft body.
  ColliderId add_collider(btSoftBody& soft, const Layer& layer, const ColliderOptions& = {});

  /// Adds a straight strand between points of two bodies, given in their centre-of-mass frames. A
  /// strand only pulls. Throws InputError as for a path.
  StrandId add_strand(const ligament::Strand&, btRigidBody& body_a, const Eigen::Vector3d& p_A,
                      btRigidBody& body_b, const Eigen::Vector3d& p_B);

  /// Adds a strand that passes through via points and over obstacles (strand_path.h). Points and
  /// obstacles are fixed to bodies: the path's indices refer to `bodies`, and its coordinates are
  /// in their centre-of-mass frames. The tension is the same along the whole strand, without
  /// friction, so a cable runs over a pulley without turning it. Throws InputError for an invalid
  /// strand or path, a body that is not in this world, a body listed twice, fewer than two bodies,
  /// and moving points, because Bullet has no coordinate to drive them.
  StrandId add_strand(const ligament::Strand&, std::span<btRigidBody* const> bodies,
                      const ligament::StrandPath& path);

  /// The wrench that the strand exerted on a body at the end of the last substep, world frame,
  /// about the body's centre of mass. Zero for bodies that the strand does not touch, and if it
  /// applies no force.
  Wrench strand_wrench(StrandId, const btRigidBody& body) const;

  /// Sets a function that is called after each substep of `dt` [s], when the reports are ready and
  /// the listener of on_contact_event() has heard of its events.
  void on_substep(std::function<void(double dt)> listener);

  /// Sets a function that returns what messages call a body of the world whose pose, velocity or
  /// load is not finite, such as "body 3". Without it, or where it returns an empty text, they name
  /// the body's first collider, or a strand on it, and its place in the world's list of objects.
  void name_bodies(std::function<std::string(const btCollisionObject&)> name_of);

  /// What world and plugin carry from step to step, for a game that rolls back, or a study that
  /// branches: poses, velocities, forces and sleep of bodies, nodes of soft bodies, Bullet's own
  /// contacts and impulses of joints with their warm starts; friction that sticks, energy in
  /// layers, touch, sliding and wear, damage of strands, positions of vertices, energies, time.
  /// Settings, static bodies, and what users keep in joints or motion states are not among it. Call
  /// between steps.
  std::shared_ptr<const WorldMemory> save() const;
  /// Returns to a moment of this world, or of one that was made in the same way: with the same
  /// objects, constraints, colliders and strands, added in the same order. Reports are empty until
  /// the next step. Steps from there give the same bits as they did the first time, as long as
  /// settings, loads and motions are the same, with two exceptions. With an elastic layer, whose
  /// solver starts from its last solution, they give the same to ContactSettings::layer_tolerance;
  /// and a fixed time step (stepSimulation(dt, n) with n > 0) starts with the rest of time that
  /// Bullet has now. Throws InputError, and changes nothing, if the world is not made in the same
  /// way.
  void restore(const WorldMemory& memory);
  /// An estimate of the memory that a moment takes [bytes].
  static std::size_t size_of(const WorldMemory& memory);
  /// A hash of a moment's bits, to compare two runs of a game on a network step by step, or on two
  /// machines: where it differs they have parted. Equal hashes, of worlds made in the same way,
  /// mean the same state, but for geodesics of wraps, which start steps and follow from poses.
  static std::uint64_t hash_of(const WorldMemory& memory);

  /// Number of pairs kept in memory with the state of their search, about a megabyte each for fine
  /// meshes: pairs that were near in one of the last 8 substeps, and pairs with a sliding record.
  std::size_t kept_pairs() const;

 private:
  WorldSession& session_;  ///< is *state_
};

}  // namespace condyle::bullet

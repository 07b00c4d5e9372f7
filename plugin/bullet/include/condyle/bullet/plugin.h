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
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/finding.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"

class btDynamicsWorld;
class btRigidBody;
class btSoftBody;

namespace condyle {
class ContactPair;
class ContactSurface;
class DeformableSurface;
namespace ligament {
struct StrandPath;
}
}  // namespace condyle

namespace condyle::bullet {

class WorldSession;

using condyle::Integration;
using condyle::StageTimes;
using PluginSettings = StepSettings;

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
///   is so large that the square of its energy is not, stepSimulation() throws a SimulationError
///   that names the body, before the bodies move. The world is as before, without reports: repair
///   the body and go on.
/// - If contact finds no balance even with the most sub-steps allowed, a sub-step is taken without
///   it and reported with a residual of 1 (StepReport). Where a user's law, forces along the
///   casting normal or a soft body take part, or joints fail, stepSimulation() throws a
///   SimulationError that names the pair and a remedy, and restores the state as above.
///
/// The constructor throws InputError for worlds that it does not support:
/// btDiscreteDynamicsWorldMt, btMultiBodyDynamicsWorld, and solvers other than
/// btSequentialImpulseConstraintSolver. If such a solver is set later, stepSimulation() throws.
class Plugin {
 public:
  explicit Plugin(btDynamicsWorld& world, const PluginSettings& settings = {});
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

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

  /// Moves the vertices of a deformable collider to these positions [m], in the surface's frame, by
  /// the end of the next substep. In contact they move at constant velocity during that substep and
  /// rest afterwards. The contact forces on them act on the body; PairReport::vertex_forces gives
  /// them. Throws InputError, and changes nothing, under the conditions of
  /// DeformableSurface::move_vertices.
  void move_vertices(ColliderId, std::span<const Eigen::Vector3d> vertices);

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

  /// The surface of a collider as of the last substep, for drawing and for vertex_forces().
  const ContactSurface& surface(ColliderId) const;
  void remove_collider(ColliderId);

  /// Sets the settings of all pairs that have none of their own. In these pairs the better side
  /// casts (casts_better) or, if both are equally good, the collider registered first.
  void set_default_contact(const ContactSettings&);

  /// Sets the settings of one pair, and which side casts. By default the first collider casts if
  /// there are regions (they belong to the casting mesh), else the better side. If both sides cast,
  /// there are two reports, each with half of the force. Throws InputError for invalid settings or
  /// regions, regions with an automatic casting side, an unknown collider, two colliders on one
  /// body, two soft bodies, or settings that a soft body does not support.
  void set_contact(ColliderId first, ColliderId second, const ContactSettings&,
                   std::vector<Region> regions = {}, std::optional<CastingSide> = {});

  /// Adds a straight strand between points of two bodies, given in their centre-of-mass frames. A
  /// strand only pulls.
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
  void remove_strand(StrandId);

  // Changes to a strand between steps. Each acts from the next substep on and wakes the strand's
  // bodies. Each throws InputError for an unknown strand or a value out of range, and then changes
  // nothing.

  /// Sets all parameters of the law: stiffness [N per unit strain], slack length [m], transition
  /// strain, damping [N s per unit strain], failure strain. Damage that has occurred remains.
  void set_strand(StrandId, const ligament::Strand&);
  /// Set the slack length so that, at the bodies' present poses, the strand has this strain (> -1)
  /// or this spring force [N] (>= 0).
  void set_reference_strain(StrandId, double strain);
  void set_reference_force(StrandId, double force);
  /// Cuts the strand: it exerts no force until it is restored.
  void cut_strand(StrandId);
  /// Undoes a cut. If the strand is not cut, heals all damage from failure.
  void restore_strand(StrandId);
  /// Tears the whole strand, as if it had failed.
  void tear_strand(StrandId);

  /// The strand's present parameters.
  const ligament::Strand& strand(StrandId) const;
  /// The strand's length at the bodies' present poses [m].
  double strand_length(StrandId) const;
  /// The wrench that the strand exerted on a body at the end of the last substep, world frame,
  /// about the body's centre of mass. Zero for bodies that the strand does not touch, and if it
  /// applies no force.
  Wrench strand_wrench(StrandId, const btRigidBody& body) const;
  /// Points along the strand at the bodies' present poses, world frame [m], for drawing: the ends
  /// of its straight pieces, and points at most `step` > 0 [m] apart where it wraps.
  std::vector<Eigen::Vector3d> strand_polyline(StrandId, double step) const;

  void set_settings(const PluginSettings&);
  const PluginSettings& settings() const;

  /// Reports of the last substep: pairs in the order of their casting, then their target colliders,
  /// strands in the order in which they were added. Reading them does not affect the simulation.
  std::span<const PairReport> pairs() const;
  std::span<const StrandReport> strands() const;
  const StageTimes& times() const;

  /// How the last substep was solved, and its residual (step_report.h). All 0 if a user's law
  /// failed in it.
  const StepReport& step_report() const;
  /// Sums over all substeps since the plugin was installed, with times as time() counts them.
  const StepTotals& step_totals() const;

  /// What looks wrong in the world as it is now, in pairs of colliders that Bullet's filters let
  /// touch. Ask it before the first step, and again where bodies fall through one another:
  /// - "units": gravity, sizes, masses, moduli and max_proximity do not fit together, as in a world
  ///   in millimetres with the defaults, which are in metres. Said of one pair;
  /// - "lumped_layers": layers too different to be averaged (ContactSettings::lumped). Said of one
  ///   pair of each two layers;
  /// - "beyond_max_proximity": most of an overlap is deeper than max_proximity and so ignored;
  /// - "initial_overlap": bodies that were put where they are overlap by more than a tenth of their
  ///   layers, which throws them apart.
  /// Deformable surfaces and soft bodies are left out. Takes a search for each pair of which the
  /// boxes meet; does not affect the simulation.
  std::vector<Finding> findings() const;

  /// Where energy came from and went in the last substep (solver/step.h). All 0 if a user's law
  /// failed in it.
  const EnergyLedger& energy() const;
  /// Where energy came from and went since the plugin was installed.
  const EnergyLedger& energy_totals() const;

  /// Sets a function that is called after each substep, when the reports are ready.
  void on_substep(std::function<void(double dt)> listener);

  /// Sets a function that is called after each substep, before the listener of on_substep(), once
  /// for each first touch and last release in that substep, ordered by time, then by colliders. An
  /// empty function turns events off.
  ///
  /// The time of an event is when the pair's greatest proximity passes through zero along the
  /// bodies' motion, to 1e-10 s. For a first touch this is the motion under external forces alone
  /// (by Bullet's convention: at the velocity of the substep's end), so that the time does not
  /// depend on the contact that follows; joints and strands count from the next substep on. If a
  /// pair is not solved in the next substep, because its bodies have moved far apart or Bullet's
  /// filters refuse it, its release is at the end of the last substep that solved it. A pair whose
  /// collider is removed, or whose casting side changes, has no release. If a pair already touches
  /// when it is first found, or when the listener is set, its touch is at the start of the substep.
  /// Pairs without an awake dynamic body have no events.
  void on_contact_event(std::function<void(const ContactEvent&)> listener);

  /// Simulated time since the plugin was installed: the sum of all substeps [s].
  double time() const;

  /// Sliding distance, friction work and wear of a pair, from its first contact or the last
  /// clear_sliding() to the end of the last substep. Empty unless the pair's settings ask for it
  /// (ContactSettings::record_sliding, wear_coefficient). The record survives separation and
  /// changes of settings, except a change of the casting side or of the casting elements
  /// (ContactSettings::casts_from). It is deleted with either collider, and the reference is valid
  /// until then. If only one side casts, the order of the two colliders does not matter.
  const SlidingRecord& sliding(ColliderId casting, ColliderId target) const;
  /// Wear depth per triangle of the casting mesh [m], even if its nodes cast. Empty while there is
  /// no wear, or if the other mesh casts.
  std::vector<double> worn_depth(ColliderId casting, ColliderId target) const;
  void clear_sliding();  ///< clears the records of all pairs

  /// Number of pairs kept in memory with the state of their search, about a megabyte each for fine
  /// meshes: pairs that were near in one of the last 8 substeps, and pairs with a sliding record.
  std::size_t kept_pairs() const;

 private:
  std::unique_ptr<WorldSession> session_;
};

}  // namespace condyle::bullet

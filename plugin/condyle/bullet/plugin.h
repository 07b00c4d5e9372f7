#pragma once

#include <LinearMath/btScalar.h>

#if defined(CONDYLE_BULLET_DOUBLE) != defined(BT_USE_DOUBLE_PRECISION)
#error \
    "Bullet's precision differs from the plugin's: link condyle::bullet with BT_USE_DOUBLE_PRECISION, or condyle::bullet_float without it."
#endif

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/bullet/contact_event.h"
#include "condyle/contact/casting_side.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/contact/deformable_surface.h"
#include "condyle/contact/sliding_record.h"
#include "condyle/contact/vertex_forces.h"
#include "condyle/ligament/course_path.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/solver/stage_times.h"
#include "condyle/solver/step_settings.h"

class btDynamicsWorld;
class btRigidBody;
class btSoftBody;

namespace condyle::bullet {

class WorldSession;
struct EnergyLedger;
struct PairState;
struct StepReport;
struct StepTotals;
struct StrandState;

using condyle::Integration;
using condyle::StageTimes;
using PluginSettings = StepSettings;

/// As ColliderId.
struct StrandId {
  int value = -1;
  bool operator==(const StrandId&) const = default;
};

struct ColliderOptions {
  int compound_child = -1;  ///< index of the child of a btCompoundShape, or -1: the whole shape
  std::string name;         ///< for messages; default "collider N"
};

/// One pair in contact range, as of the last substep; valid until the next one. The step itself
/// needs no pressure map and no statistics: they are assembled when first asked for, so that a
/// simulation that looks at every tenth step pays for every tenth. Not for several threads at once.
struct PairReport {
  ColliderId casting, target;
  Pose X_WC, X_WT;     ///< mesh frames in the world at the end of the step that found the contact
  Wrench F_casting_W;  ///< mean over the substep, world frame, about the casting body's centre of
                       ///< mass at its start

  /// Pressure per casting triangle or node, wrench, statistics, in the casting mesh frame, at the
  /// end of the substep.
  const ContactResult& result() const;

  /// How many casting triangles (or nodes) touch at the end of the substep.
  int touching_triangles() const;
  /// Whether force and pressure are rough, for fewer than ten triangles touch, or may be missing
  /// altogether, for the casting side has triangles that are larger than the target (casts_better).
  /// Give the casting mesh finer triangles, or let the other side cast.
  bool is_coarse() const;

  /// Values per triangle of the casting mesh, whatever casts (triangle_map.h).
  const SideMap& casting_map() const;
  /// The same as seen from the target: values per triangle of the target mesh (target_map.h).
  const SideMap& target_map() const;

  /// What made result(): both surfaces, and the pose of the target mesh in the casting mesh frame.
  const ContactPair& contact_pair() const;

  /// The forces of result() on the vertices of both surfaces, in the casting mesh frame
  /// (vertex_forces.h).
  const VertexForces& vertex_forces() const;

  PairState* state = nullptr;  ///< the plugin's own
};

enum class StrandCondition {
  slack,  ///< no longer than its slack length: no force
  taut,
  cut,   ///< by cut_strand(): no force
  torn,  ///< by its failure strain, all of it: no force
};

/// One strand, as of the last substep; valid until the next one. `length` and strain of a strand
/// that is cut are those that it would have.
struct StrandReport {
  StrandId id;
  StrandCondition condition = StrandCondition::slack;
  LigamentForce force;
  double length = 0;             ///< [m]
  double lengthening_speed = 0;  ///< [m/s]
  double torn = 0;               ///< the part of it that failure has taken, from 0 to 1
  CourseStatus course_status = CourseStatus::complete;
  Eigen::Vector3d p_WA, p_WB;  ///< first and last point in the world [m]

  /// What the strand exerts on a body, in the world frame about its centre of mass; nothing on
  /// bodies that are not of its course.
  Wrench wrench_on(const btRigidBody& body) const;

  const StrandState* strand = nullptr;  ///< the plugin's own
};

/// Condyle in a Bullet world. Construction installs it: pairs of registered colliders get
/// elastic-foundation contact, every other pair keeps Bullet's own. Destruction (at any time
/// between steps, before the world's) restores Bullet as it was.
///
/// Bullet's rules go on to hold: collision filters, the user's callbacks and actions, sleep and
/// waking, bodies without contact response. In particular:
/// - A body may be removed from the world, and deleted, at any time between steps. All that was
///   registered on it ends with the next step or call of the plugin's, unless it is back by then;
///   registering it again takes the place of what there was. refreshBroadphaseProxy() ends nothing.
/// - A shape is read when it is registered. After changing it, remove the collider and add it
/// again.
/// - A kinematic body is moved once per stepSimulation(), as its motion state does. Contact sees it
///   move evenly through the substeps, from where it was, and meet whatever is on its way. To put
///   it elsewhere without that, set its interpolation transform too.
/// - m_minimumSolverBatchSize is 1 while the plugin is installed, so that islands of bodies without
///   colliders do not depend on the others.
/// - Worlds may be stepped on several threads, each world with its plugin on one at a time.
/// - Where a function of the user's fails (user_function.h), stepSimulation() throws a
///   SimulationError, and world and plugin are as before the substep that failed, but that there
///   are no reports: change the law and go on. Of several substeps in one call those before it stay
///   made, and the time of the others is not made up for.
/// - Where contact finds no balance even in the most sub-steps, stepSimulation() throws a
///   SimulationError that names the pair and what would help. Unless there are functions of the
///   user's, for which all is taken back, the world is then of use for looking only.
///
/// Throws InputError for worlds it can not serve (btDiscreteDynamicsWorldMt,
/// btMultiBodyDynamicsWorld, a solver other than btSequentialImpulseConstraintSolver; for one set
/// later, from stepSimulation()).
class Plugin {
 public:
  explicit Plugin(btDynamicsWorld& world, const PluginSettings& settings = {});
  ~Plugin();
  Plugin(const Plugin&) = delete;
  Plugin& operator=(const Plugin&) = delete;

  /// Registers a body's own collision shape with a layer. Bullet's primitives are pressed on as the
  /// analytic shapes that they are (collider_shape.h); meshes and hulls by their triangles
  /// (collider_mesh.h). Scaling and compound children's poses are honoured; of a compound, children
  /// are registered one by one, and those that are not keep Bullet's contact. Throws InputError
  /// where the shape has neither, the layer is out of range, or the body is not in this world or is
  /// registered already.
  ColliderId add_collider(btRigidBody& body, const Layer& layer, const ColliderOptions& = {});

  /// Registers a prepared surface, at pose X_BS in the body's frame (centre of mass). The body's
  /// shape serves Bullet's broad phase alone: its bounding box must hold the surface. Errors as
  /// above.
  ColliderId add_collider(btRigidBody& body, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const ColliderOptions& = {});

  /// The same with a surface whose vertices the user moves (move_vertices). It must be no other
  /// collider's, and nobody else may move it.
  ColliderId add_collider(btRigidBody& body, std::shared_ptr<DeformableSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const ColliderOptions& = {});

  /// Where the vertices of such a collider shall be at the end of the next substep, in the
  /// surface's frame [m]: contact sees them go there evenly, with the velocity that takes, and rest
  /// from then on. Their forces go to the body; PairReport::vertex_forces tells them. Throws
  /// InputError, and changes nothing, as DeformableSurface::move_vertices.
  void move_vertices(ColliderId, std::span<const Eigen::Vector3d> vertices);

  /// Registers the faces of a soft body of a btSoftRigidDynamicsWorld, counter-clockwise seen from
  /// outside; its vertices are the nodes, its frame is the world. Contact of rigid bodies with it
  /// is solved as any other, and its forces are handed to the nodes, momentum being kept; how far
  /// the nodes yield within the step counts (frozen_block.h), so that light ones are not thrown.
  /// Laws act on triangles, friction is regularised. Two soft bodies keep Bullet's own contact, and
  /// so does one with what is not registered. What presses on a soft body stays awake. After nodes
  /// or faces were added or taken away, remove the collider and add it again. Throws InputError
  /// where it has no faces, one of area 0, or is not in this world.
  ColliderId add_collider(btSoftBody& soft, const Layer& layer, const ColliderOptions& = {});

  /// What a collider presses with, as of the last substep: for drawing and for vertex_forces().
  const ContactSurface& surface(ColliderId) const;
  void remove_collider(ColliderId);

  /// Settings of pairs not set otherwise. Of these the side casts that does it better
  /// (casts_better); of two that are alike, the collider registered first.
  void set_default_contact(const ContactSettings&);

  /// Settings of one pair, and which of the two casts: where nothing is said the first if there are
  /// regions, which are of the casting mesh, else the side that does it better. Where both cast
  /// there are two reports, each of half of the force. Throws InputError for regions with a casting
  /// side that is to be found automatically.
  void set_contact(ColliderId first, ColliderId second, const ContactSettings&,
                   std::vector<Region> regions = {}, std::optional<CastingSide> = {});

  /// A straight strand between points of two bodies (centre-of-mass frames); tension only.
  StrandId add_strand(const LigamentStrand&, btRigidBody& body_a, const Eigen::Vector3d& p_A,
                      btRigidBody& body_b, const Eigen::Vector3d& p_B);

  /// A strand through via points and over obstacles (strand_course.h), all of them fixed to the
  /// bodies that the course's indices mean: frames of their centres of mass. One tension pulls all
  /// along it, without friction, so a cable runs over a pulley and does not turn it. Throws
  /// InputError for a strand or course that is not valid, a body that is not in this world, fewer
  /// than two different bodies, and moving points, for which Bullet has no coordinate.
  StrandId add_strand(const LigamentStrand&, std::span<btRigidBody* const> bodies,
                      const StrandCourse& course);
  void remove_strand(StrandId);

  // Live changes, between steps, from the next substep on. All wake the strand's bodies; all throw
  // InputError for a strand that is not there or a value out of range, and change nothing then.

  /// All parameters of the law, in its units: stiffness [N per unit strain], slack length [m],
  /// transition strain, damping [N s per unit strain], failure. What failure has taken stays.
  void set_strand(StrandId, const LigamentStrand&);
  /// Sets the slack length so that the strand has this strain (> -1), or this spring force [N]
  /// (>= 0), at the length that it has where the bodies are now.
  void set_reference_strain(StrandId, double strain);
  void set_reference_force(StrandId, double force);
  /// The strand exerts nothing from now on, until it is restored.
  void cut_strand(StrandId);
  /// Takes back a cut; of a strand that is not cut, all that failure has torn.
  void restore_strand(StrandId);
  /// All of it is torn, as if it had failed.
  void tear_strand(StrandId);

  /// Its parameters now.
  const LigamentStrand& strand(StrandId) const;
  /// Its length where the bodies are now [m].
  double strand_length(StrandId) const;
  /// Points along it in the world where the bodies are now, for drawing: at most `step` > 0 [m]
  /// apart where it wraps, else the ends of its straight pieces.
  std::vector<Eigen::Vector3d> strand_polyline(StrandId, double step) const;

  void set_settings(const PluginSettings&);
  const PluginSettings& settings() const;

  /// What the last substep found. Reading changes nothing of the simulation.
  std::span<const PairReport> pairs() const;
  std::span<const StrandReport> strands() const;
  const StageTimes& times() const;

  /// How the last substep was solved, and what was left over (step_report.h); all 0 where a law of
  /// the user's failed in it.
  const StepReport& step_report() const;
  /// The same of all substeps since the plugin was installed. Times are time()'s.
  const StepTotals& step_totals() const;

  /// Where energy came from and went in the last substep (energy_ledger.h); all 0 where a law of
  /// the user's failed in it.
  const EnergyLedger& energy() const;
  /// The same since the plugin was installed.
  const EnergyLedger& energy_totals() const;

  /// Called after each substep, when the reports are ready.
  void on_substep(std::function<void(double dt)> listener);

  /// Called after each substep, before the listener of the substep, for each first touch and last
  /// release in it, in the order of time, then of colliders. An empty one turns it off.
  ///
  /// The moment is the zero of the pair's greatest proximity along the bodies' motion, to 1e-10 s:
  /// for a first touch that in which nothing but external forces act on them in this substep (as
  /// Bullet moves bodies: at their speed at its end), so that it does not depend on what the
  /// contact does then; joints and strands count from the next one on. A pair that parts by removal
  /// or by going far apart ends its encounter with the last substep that met it. A
  /// pair that touches when it is first met, or when the listener is set, begins at the start of
  /// the substep. Pairs without a dynamic body that is awake have no events.
  void on_contact_event(std::function<void(const ContactEvent&)> listener);

  /// Sum of all substeps since the plugin was installed [s].
  double time() const;

  /// Sliding distance, friction's work and wear of a pair since it first met or was cleared, until
  /// the end of the last substep; nothing unless its settings ask for it
  /// (ContactSettings::record_sliding, wear_coefficient). Stays while the pair is apart, and
  /// through changes of its settings but of what casts; goes with either collider. Valid until
  /// then. Where one of the two casts it does not matter which is named first.
  const SlidingRecord& sliding(ColliderId casting, ColliderId target) const;
  /// Its depth of wear per triangle of the casting mesh [m], whatever casts; empty while nothing
  /// is, or where it is the other mesh that casts.
  std::vector<double> worn_depth(ColliderId casting, ColliderId target) const;
  void clear_sliding();  ///< of all pairs

  /// How many pairs have a search state, of about a megabyte where meshes are fine: those that may
  /// have met in one of the last 8 substeps, and those with a record of sliding.
  std::size_t kept_pairs() const;

 private:
  std::unique_ptr<WorldSession> session_;
};

}  // namespace condyle::bullet

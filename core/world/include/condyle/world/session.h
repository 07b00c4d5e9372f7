#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/finding.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/engine.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"

namespace condyle {

class ContactSurface;
class DeformableSurface;
struct EngineMemory;
struct EngineSession;
struct SessionState;
namespace ligament {
struct StrandPath;
}

/// Contact and ligaments in a world, whatever engine steps it: what a Session and a bullet::Plugin
/// have in common. Where an engine divides its steps, "step" here means such a substep.
class AnySession {
 public:
  AnySession(const AnySession&) = delete;
  AnySession& operator=(const AnySession&) = delete;

  /// Moves the vertices of a deformable collider to these positions [m], in the surface's frame, by
  /// the end of the next step, during which they move at constant velocity. Throws InputError, and
  /// changes nothing, under the conditions of DeformableSurface::move_vertices.
  void move_vertices(ColliderId collider, std::span<const Eigen::Vector3d> vertices);
  /// The surface of a collider as of the last step.
  const ContactSurface& surface(ColliderId collider) const;
  /// Does nothing if the collider has been removed.
  void remove_collider(ColliderId collider);

  /// Sets the settings of all pairs that have none of their own. In these pairs the better side
  /// casts (casts_better) or, if both are equally good, the collider registered first. Throws
  /// InputError for invalid settings.
  void set_default_contact(const ContactSettings& settings);
  /// Sets the settings of one pair, and which side casts. By default the first collider casts if
  /// there are regions (they belong to the casting mesh), else the better side. If both sides cast,
  /// there are two reports, each with half of the force. Throws InputError for invalid settings or
  /// regions, regions with an automatic casting side, an unknown collider, two colliders on one
  /// body, two soft bodies, or settings that a soft body does not support.
  void set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                   std::vector<Region> regions = {}, std::optional<CastingSide> side = {});

  /// Does nothing if the strand has been removed.
  void remove_strand(StrandId strand);

  // Changes to a strand between steps. Each acts from the next step on and wakes the strand's
  // bodies. Each throws InputError for an unknown strand or a value out of range, and then changes
  // nothing.

  /// Sets all parameters of the law: stiffness [N per unit strain], slack length [m], transition
  /// strain, damping [N s per unit strain], failure strain. Damage that has occurred remains.
  /// Throws InputError for an unknown strand or a value out of range.
  void set_strand(StrandId strand, const ligament::Strand& parameters);
  /// Set the slack length so that, at the bodies' present poses, the strand has this strain (> -1)
  /// or this spring force [N] (>= 0).
  void set_reference_strain(StrandId strand, double strain);
  void set_reference_force(StrandId strand, double force);
  /// Cuts the strand: it exerts no force until it is restored.
  void cut_strand(StrandId strand);
  /// Undoes a cut. If the strand is not cut, heals all damage from failure.
  void restore_strand(StrandId strand);
  /// Tears the whole strand, as if it had failed.
  void tear_strand(StrandId strand);

  /// The strand's present parameters.
  const ligament::Strand& strand(StrandId strand) const;
  /// The strand's length at the bodies' present poses [m].
  double strand_length(StrandId strand) const;
  /// Points along the strand at the bodies' present poses, world frame [m], for drawing: the ends
  /// of its straight pieces, and points at most `step` > 0 [m] apart where it wraps.
  std::vector<Eigen::Vector3d> strand_polyline(StrandId strand, double step) const;

  /// Settings of the step. Throws InputError for values out of range.
  void set_settings(const StepSettings& settings);
  const StepSettings& settings() const;

  /// Reports of the last step: pairs in the order of their casting, then their target colliders,
  /// strands in the order in which they were added. Reading them does not affect the simulation.
  std::span<const PairReport> pairs() const;
  std::span<const StrandReport> strands() const;
  const StageTimes& times() const;

  /// How the last step was solved, and its residual (step_report.h). All 0 if a user's law failed
  /// in it.
  const StepReport& step_report() const;
  /// Sums over all steps, with times as time() counts them.
  const StepTotals& step_totals() const;
  /// Where energy came from and went in the last step (solver/step.h), and since the start. The
  /// former is all 0 if a user's law failed in it.
  const EnergyLedger& energy() const;
  const EnergyLedger& energy_totals() const;
  /// Sum of all steps [s].
  double time() const;

  /// Sets a function that is called after each step, once for each first touch and last release in
  /// that step, ordered by time, then by colliders. An empty function turns events off.
  ///
  /// The time of an event is when the pair's greatest proximity passes through zero along the
  /// bodies' motion, to 1e-10 s. For a first touch this is the motion under external forces alone
  /// (at the velocity of the step's end), so that the time does not depend on the contact that
  /// follows; joints and strands count from the next step on. If a pair is not solved in the next
  /// step, because its bodies have moved far apart or the engine's filters refuse it, its release
  /// is at the end of the last step that solved it. A pair whose collider is removed, or whose
  /// casting side changes, has no release. If a pair already touches when it is first found, or
  /// when the listener is set, its touch is at the start of the step. Pairs without an awake
  /// dynamic body have no events.
  void on_contact_event(std::function<void(const ContactEvent&)> listener);

  /// What looks wrong in the world as it is now, in pairs of colliders that the engine's filters
  /// let touch. Ask it before the first step, and again where bodies fall through one another:
  /// - "units": gravity, sizes, masses, moduli and max_proximity do not fit together, as in a world
  ///   in millimetres with the defaults, which are in metres. Said of one pair;
  /// - "mesh_inward": a closed mesh is wound inward, so that contact acts through the body. Said of
  ///   one collider of each surface;
  /// - "lumped_layers": layers too different to be averaged (ContactSettings::lumped). Said of one
  ///   pair of each two layers;
  /// - "beyond_max_proximity": most of an overlap is deeper than max_proximity and so ignored;
  /// - "initial_overlap": bodies that were put where they are overlap by more than a tenth of their
  ///   layers, which throws them apart;
  /// - "passed_through": in the last step the middle of a body came through the other's surface,
  ///   deeper than the layers. StepReport::passed counts these pairs in each step. Only bodies with
  ///   closed meshes are followed.
  /// Gravity is the change of velocity by forces over a second. Deformable surfaces and soft bodies
  /// are left out. Takes a search for each pair of which the
  /// boxes meet; does not affect the simulation.
  std::vector<Finding> findings() const;

  /// Sliding distance, friction work and wear of a pair, from its first contact or the last
  /// clear_sliding() to the end of the last step. Empty unless the pair's settings ask for it
  /// (ContactSettings::record_sliding, wear_coefficient). The record survives separation and
  /// changes of settings, except a change of the casting side or of the casting elements
  /// (ContactSettings::casts_from). It is deleted with either collider, and the reference is valid
  /// until then. If only one side casts, the order of the two colliders does not matter.
  const SlidingRecord& sliding(ColliderId casting, ColliderId target) const;
  /// Wear depth per triangle of the casting mesh [m], even if its nodes cast. Empty while there is
  /// no wear, or if the other mesh casts.
  std::vector<double> worn_depth(ColliderId casting, ColliderId target) const;
  void clear_sliding();  ///< clears the records of all pairs

 protected:
  explicit AnySession(std::unique_ptr<SessionState> state);
  ~AnySession();

  std::unique_ptr<SessionState> state_;
};

/// Contact and ligaments in the steps of an engine of your own: examples/own_engine.cpp is one. The
/// engine tells where its bodies are and what its joints demand; the session solves contact,
/// ligaments and joints together and moves the bodies. (For Bullet, which moves its bodies itself,
/// there is bullet::Plugin.)
///
/// A body keeps its number while anything is registered on it: remove colliders and strands before
/// their body. A body whose pose is not the one to which the session moved it was put elsewhere by
/// the engine: its pairs then keep no energy from before.
class Session : public AnySession {
 public:
  /// Keeps a reference to the bodies. Throws InputError for settings out of range.
  explicit Session(EngineBodies& bodies, const StepSettings& settings = {});

  /// Registers a surface at pose X_BS in the frame of a body; see BodyState. An empty name becomes
  /// "collider N". Throws InputError if the surface is null, if there is no such body, or if X_BS
  /// is not a rotation and a finite shift.
  ColliderId add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const std::string& name = "");
  /// Registers a surface whose vertices the user moves with move_vertices(). Only move_vertices()
  /// may move it. Throws InputError also if another collider has this surface.
  ColliderId add_collider(int body, std::shared_ptr<DeformableSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const std::string& name = "");

  /// Adds a strand along a path whose bodies are `bodies`, with points in their frames. Throws
  /// InputError for an invalid strand or path, a body that does not exist or is listed twice, fewer
  /// than two bodies, and points that move with a coordinate.
  StrandId add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                      const ligament::StrandPath& path);
  /// The wrench that the strand exerted on a body at the end of the last step, world frame, about
  /// the body's centre of mass. Zero for bodies that the strand does not touch, and if it applies
  /// no force.
  Wrench strand_wrench(StrandId strand, int body) const;

  /// Makes a step of `dt` > 0 [s]: reads the bodies, finds contact, solves it together with strands
  /// and rows, writes the rows' impulses, and moves the bodies with mass. Throws InputError if a
  /// state or a row is not finite, or names no body, and SimulationError if a user's law fails or
  /// joints and contact find no balance; the bodies are then where they were, and the session must
  /// be made anew.
  void step(double dt, std::span<JointRow> rows = {});

  /// What the session carries from step to step: friction that sticks, energy in layers, touch,
  /// sliding and wear, damage of strands, positions of deformable vertices, energies, time.
  std::shared_ptr<const EngineMemory> save() const;
  /// Returns to a moment of this session at which the same colliders, contacts and strands were
  /// registered, without reports. The engine puts its bodies back itself; steps from there then
  /// give the same bits as they did the first time. With an elastic layer, whose solver starts from
  /// its last solution, they give the same to ContactSettings::layer_tolerance. Throws InputError,
  /// and changes nothing, if the memory is of other colliders or strands.
  void restore(const EngineMemory& memory);
  /// A hash of a moment's bits, to compare two runs of a game on a network step by step, or on two
  /// machines: where it differs they have parted. Equal hashes, of sessions made in the same way,
  /// mean the same state beside the engine's, but for geodesics of wraps, which start steps and
  /// follow from poses.
  static std::uint64_t hash_of(const EngineMemory& memory);

 private:
  EngineSession& session_;  ///< is *state_
};

}  // namespace condyle

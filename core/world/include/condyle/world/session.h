#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/finding.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
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

/// Contact and ligaments in the steps of an engine of your own: examples/own_engine.cpp is one. The
/// engine tells where its bodies are and what its joints demand; the session solves contact,
/// ligaments and joints together and moves the bodies. (For Bullet, which moves its bodies itself,
/// there is bullet::Plugin.)
///
/// A body keeps its number while anything is registered on it: remove colliders and strands before
/// their body. A body whose pose is not the one to which the session moved it was put elsewhere by
/// the engine: its pairs then keep no energy from before.
class Session {
 public:
  /// Keeps a reference to the bodies. Throws InputError for settings out of range.
  explicit Session(EngineBodies& bodies, const StepSettings& settings = {});
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Registers a surface at pose X_BS in the frame of a body; see BodyState. An empty name becomes
  /// "collider N". Throws InputError if the surface is null, if there is no such body, or if X_BS
  /// is not a rotation and a finite shift.
  ColliderId add_collider(int body, std::shared_ptr<const ContactSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const std::string& name = "");
  /// Registers a surface whose vertices the user moves with move_vertices(). Only move_vertices()
  /// may move it. Throws InputError also if another collider has this surface.
  ColliderId add_collider(int body, std::shared_ptr<DeformableSurface> surface,
                          const Pose& X_BS = Pose::Identity(), const std::string& name = "");
  /// Moves the vertices of a deformable collider to these positions [m], in the surface's frame, by
  /// the end of the next step, during which they move at constant velocity. Throws InputError, and
  /// changes nothing, under the conditions of DeformableSurface::move_vertices.
  void move_vertices(ColliderId collider, std::span<const Eigen::Vector3d> vertices);
  /// The surface of a collider as of the last step.
  const ContactSurface& surface(ColliderId collider) const;
  /// Does nothing if the collider has been removed.
  void remove_collider(ColliderId collider);

  /// Sets the settings of all pairs that have none of their own. In these pairs the better side
  /// casts (casts_better). Throws InputError for invalid settings.
  void set_default_contact(const ContactSettings& settings);
  /// Sets the settings of one pair, and which side casts; if both do, there are two reports, each
  /// with half of the force. Throws InputError for invalid settings or regions, regions with an
  /// automatic casting side, an unknown collider, or two colliders on one body.
  void set_contact(ColliderId first, ColliderId second, const ContactSettings& settings,
                   std::vector<Region> regions = {}, CastingSide side = CastingSide::first);

  /// Adds a strand along a path whose bodies are `bodies`, with points in their frames. Throws
  /// InputError for an invalid strand or path, a body that does not exist or is listed twice, fewer
  /// than two bodies, and points that move with a coordinate.
  StrandId add_strand(const ligament::Strand& strand, std::span<const int> bodies,
                      const ligament::StrandPath& path);
  /// Does nothing if the strand has been removed.
  void remove_strand(StrandId strand);

  // Changes to a strand between steps. Each acts from the next step on, and throws InputError for
  // an unknown strand or a value out of range, and then changes nothing.

  /// Sets all parameters of the law. Damage that has occurred remains.
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
  /// The wrench that the strand exerted on a body at the end of the last step, world frame, about
  /// the body's centre of mass. Zero for bodies that the strand does not touch, and if it applies
  /// no force.
  Wrench strand_wrench(StrandId strand, int body) const;
  /// Points along the strand at the bodies' present poses, world frame [m], for drawing: the ends
  /// of its straight pieces, and points at most `step` > 0 [m] apart where it wraps.
  std::vector<Eigen::Vector3d> strand_polyline(StrandId strand, double step) const;

  /// Settings of the step. Throws InputError for values out of range.
  void set_settings(const StepSettings& settings);
  const StepSettings& settings() const;

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

  /// Reports of the last step: pairs in the order of their casting, then their target colliders,
  /// strands in the order in which they were added.
  std::span<const PairReport> pairs() const;
  std::span<const StrandReport> strands() const;
  const StepReport& step_report() const;
  /// Sums over all steps.
  const StepTotals& step_totals() const;
  const StageTimes& times() const;
  /// Where energy came from and went in the last step (solver/step.h), and since the start.
  const EnergyLedger& energy() const;
  const EnergyLedger& energy_totals() const;
  /// Sum of all steps [s].
  double time() const;

  /// Sets a function that is called at the end of each step for each first touch and last release
  /// in it, ordered by time, then by colliders. An empty function turns events off.
  void on_contact_event(std::function<void(const ContactEvent&)> listener);

  /// What looks wrong in the world as it is now, in pairs of colliders that may meet: units,
  /// layers, overlaps. The keys and texts are those of bullet::Plugin::findings(); gravity is the
  /// change of velocity by forces over a second. Takes a search for each pair of which the boxes
  /// meet.
  std::vector<Finding> findings() const;

  /// Sliding distance, friction work and wear of a pair, in either order if one side casts, from
  /// its first contact or the last clear_sliding() on. Empty unless its settings ask for it
  /// (ContactSettings::record_sliding, wear_coefficient). Valid until a collider is removed.
  const SlidingRecord& sliding(ColliderId casting, ColliderId target) const;
  /// Wear depth per triangle of the casting mesh [m]; empty while there is none.
  std::vector<double> worn_depth(ColliderId casting, ColliderId target) const;
  void clear_sliding();  ///< clears the records of all pairs

 private:
  std::unique_ptr<EngineSession> state_;
};

}  // namespace condyle

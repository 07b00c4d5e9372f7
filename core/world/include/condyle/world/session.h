#pragma once

#include <Eigen/Core>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/pose.h"
#include "condyle/solver/step.h"
#include "condyle/world/engine.h"
#include "condyle/world/reports.h"
#include "condyle/world/step_report.h"

namespace condyle {

class ContactSurface;
struct SessionState;

/// Contact and ligaments in the steps of an engine of your own: examples/own_engine.cpp is one. The
/// engine tells where its bodies are and what its joints demand; the session solves contact,
/// ligaments and joints together and moves the bodies. (For Bullet, which moves its bodies itself,
/// there is bullet::Plugin.)
///
/// A body keeps its number while anything is registered on it: remove that first. A body whose pose
/// is not the one to which the session moved it was put elsewhere by the engine: its pairs then
/// keep no energy from before.
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

  /// Makes a step of `dt` > 0 [s]: reads the bodies, finds contact, solves it together with strands
  /// and rows, writes the rows' impulses, and moves the bodies with mass. Throws InputError if a
  /// state or a row is not finite, or names no body, and SimulationError if a user's law fails or
  /// joints and contact find no balance; the bodies are then where they were, and the session must
  /// be made anew.
  void step(double dt, std::span<JointRow> rows = {});

  /// Reports of the last step: pairs in the order of their casting, then their target colliders,
  /// strands in the order in which they were added.
  std::span<const PairReport> pairs() const;
  std::span<const StrandReport> strands() const;
  const StepReport& step_report() const;
  const StageTimes& times() const;
  /// Where energy came from and went in the last step (solver/step.h), and since the start.
  const EnergyLedger& energy() const;
  const EnergyLedger& energy_totals() const;
  /// Sum of all steps [s].
  double time() const;

  /// Sets a function that is called at the end of each step for each first touch and last release
  /// in it, ordered by time, then by colliders. An empty function turns events off.
  void on_contact_event(std::function<void(const ContactEvent&)> listener);

 private:
  std::unique_ptr<SessionState> state_;
};

}  // namespace condyle

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/finding.h"
#include "condyle/world/reports.h"
#include "core/world/src/contact_events.h"
#include "core/world/src/pair_table.h"
#include "core/world/src/session_strand.h"
#include "core/world/src/step_ledger.h"
#include "core/world/src/step_tally.h"

namespace condyle {

struct SessionMemory;

/// A session but for what depends on its engine: what the user registers, the pairs, what is
/// carried from step to step, and the reports. Bodies are known by numbers. The session of an
/// engine derives from it, finds the near pairs and solves the islands.
struct SessionState {
  explicit SessionState(const StepSettings& given) : settings(given) {}
  virtual ~SessionState() = default;

  // What an engine tells of a body.
  virtual Pose pose_of(int body) const = 0;       ///< of the centre of mass, world frame
  virtual Twist velocity_of(int body) const = 0;  ///< of the centre of mass, world frame
  virtual bool is_moved(int body) const = 0;      ///< whether forces move it
  virtual void wake(int body) = 0;
  virtual bool lets_meet(int a, int b) const = 0;
  virtual bool was_put(int body) const = 0;  ///< it is new, or not where the last step left it
  /// Gravity on a body [m/s^2], and its mass [kg]; 0 if forces do not move it.
  struct Falling {
    double gravity = 0, mass = 0;
  };
  virtual Falling falling_of(int body) const = 0;

  // The user's calls (session_calls.cpp): see AnySession. Each names the call that
  // it is in the messages of its errors.

  std::string name_or_number(const std::string& name) const;
  /// Adds a collider that is complete but for its id.
  SessionCollider& add(SessionCollider added);
  /// Does nothing if it has been removed.
  virtual void remove_collider(ColliderId id);
  SessionCollider& collider(ColliderId id, const char* call);
  void move_vertices(ColliderId id, std::span<const Eigen::Vector3d> vertices);
  void set_default_contact(const ContactSettings& given);
  void set_contact(ColliderId first, ColliderId second, PairContact contact);

  StrandId add_strand(const ligament::Strand& strand, std::vector<int> bodies,
                      const ligament::StrandPath& path);
  virtual void remove_strand(StrandId id);
  SessionStrand& strand(StrandId id, const char* call);
  void set_strand(StrandId id, const ligament::Strand& parameters);
  void set_reference_strain(StrandId id, double strain);
  void set_reference_force(StrandId id, double force);
  void cut_strand(StrandId id);
  void restore_strand(StrandId id);
  void tear_strand(StrandId id);
  double strand_length(StrandId id);
  Wrench strand_wrench(StrandId id, int body);
  std::vector<Eigen::Vector3d> strand_polyline(StrandId id, double step);

  const SlidingRecord& sliding(ColliderId casting, ColliderId target) const;
  std::vector<double> worn_depth(ColliderId casting, ColliderId target) const;
  void clear_sliding();
  void set_event_listener(std::function<void(const ContactEvent&)> listener);

  /// What looks wrong as the bodies are now (session_findings.cpp).
  std::vector<Finding> findings() const;

  // Parts of a step (session_state.cpp), in this order.

  /// Clears the results of the last step.
  void clear_results();
  /// Clears those of the last part of a step, but for its events and for what passed through.
  void clear_part();
  /// Starts the motion of vertices that the user moves.
  void begin_vertices(double dt);
  /// Updates the bounds of the surfaces whose vertices move.
  void bound_vertices();
  /// Takes over the pairs in `near`, ordered by their colliders. `kinetic`: energy of the bodies.
  void begin_pairs(double kinetic);
  /// Makes the reports, and calls the users' functions that follow a step. `dt` is its length.
  void publish(double dt);
  /// Closes the energy ledger with the kinetic energy at the end, ends the encounters of pairs that
  /// have parted, and advances the time. A step whose energies are not finite is left out of their
  /// totals. `ends_step`: the step, and not a part of it, has ended and counts in the totals of
  /// steps.
  void close(double kinetic, double dt, bool ends_step);

  void save(SessionMemory& memory) const;
  void restore(const SessionMemory& memory);

  StepSettings settings;
  bool is_motion = true;  ///< Island::is_motion
  std::map<int, SessionCollider> colliders;
  std::vector<SessionCollider*> deformed;  ///< those whose vertices move
  std::map<int, SessionStrand> strands;
  PairTable contacts;
  ContactEvents events;
  double time = 0;           ///< sum of all steps until now [s]
  std::int64_t substep = 0;  ///< number of the step

  // Of the step:
  StageTimes times;
  std::vector<SessionPair*> near;
  StepTally tally;
  WorkDone work;
  StepLedger ledger;
  StepTotals totals;
  std::vector<PairReport> pair_reports;
  std::vector<StrandReport> strand_reports;
  std::vector<Finding> passed;  ///< bodies that came through one another

 private:
  void read_bodies(SessionStrand& strand) const;
  std::vector<Pose> poses_of(const SessionStrand& strand) const;
  void publish_strands();
  void note_passed();
  std::optional<Finding> units_of(const SessionCollider& falling, const SessionCollider& a,
                                  const SessionCollider& b, const ContactSettings& of_pair) const;
  void call_post_steps(double dt);
  void wake(const SessionStrand& strand);

  int next_collider_ = 0, next_strand_ = 0;
  std::vector<SessionStrand*> strand_list_;
};

/// What a session carries from step to step.
struct SessionMemory {
  struct OfStrand {
    ligament::Strand parameters;
    ligament::PathMemory memory;
    ligament::StrandDamage damage;
    double energy = -1;
    bool is_cut = false;
  };
  double time = 0;
  std::int64_t substep = 0;
  std::map<std::pair<int, int>, PairMemory> pairs;
  std::map<int, OfStrand> strands;
  std::map<int, MovingVertices::Memory> vertices;  ///< by collider
  StepLedger ledger;
  StepTotals totals;
};

/// An estimate of its size [bytes].
std::size_t size_of(const SessionMemory& memory);

}  // namespace condyle

#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/solver/step.h"
#include "condyle/world/equilibrium_report.h"
#include "condyle/world/step_report.h"
#include "engine/engine_name.h"
#include "world/pull_spring.h"
#include "world/scene_moment.h"
#include "world/settling.h"
#include "world/shown_world.h"

namespace condyle {

struct BuiltBody;
class MadeMeshes;
struct PlacedSurface;
struct ShownSoFar;
class SceneEngine;

inline constexpr double k_least_rate = 1, k_most_rate = 1e5;  ///< steps per second of a run [Hz]

/// A first touch or last release of contacts()[contact].
struct WorldEvent {
  int contact = -1;
  ContactEvent event;
};

/// A scene simulated in an engine with Condyle's session. For use by one thread.
class SceneWorld final : public ShownWorld {
 public:
  /// Reads the meshes and builds everything. Throws InputError that names the entry of the scene,
  /// also if the scene names libraries that are not loaded (scene_libraries.h). `shared`: meshes of
  /// the previous world, reused here and passed on to the next (world/made_meshes.h).
  explicit SceneWorld(scene::Scene scene, MadeMeshes* shared = nullptr,
                      EngineName engine = EngineName::bullet);
  ~SceneWorld() override;
  SceneWorld(const SceneWorld&) = delete;
  SceneWorld& operator=(const SceneWorld&) = delete;

  const scene::Scene& scene() const override { return scene_; }
  EngineName engine() const { return engine_name_; }

  /// Advances the engine by one step of dt > 0 [s]. Throws SimulationError that names the step and
  /// the body if a pose is not finite or a speed is absurd; after that the world must not be
  /// stepped. Throws SimulationError that names the pair if a user's law fails or contact finds no
  /// balance; the world is then as it was before the step.
  void step(double dt);
  double time() const override { return time_; }
  bool is_settling() const override { return !settling_.is_over; }
  long step_count() const { return steps_; }

  /// The masses, meshes and surfaces of the scene's bodies, without their motion.
  std::span<const BuiltBody> built() const;

  /// The state of settling. While a scene settles, step_count() does not count and time() is 0.
  const Settling& settling() const { return settling_; }

  /// Returns to the start: time 0, or the start of settling if the scene settles. Live changes of
  /// settings, layers and strands are kept, as are cuts.
  void reset() { start(); }

  /// What the scene carries from step to step, between steps. Changes nothing.
  std::shared_ptr<const SceneMoment> save() const;
  /// Returns to a moment of this world, with its settings, strands and loads: steps from there give
  /// the same bits again, with an elastic layer the same to its tolerance. Contacts have no report
  /// until the next step. A reset does not matter. Throws InputError, and changes nothing, if a
  /// layer was changed since the moment (can_restore()).
  void restore(const SceneMoment& moment);
  bool can_restore(const SceneMoment& moment) const;

  std::span<const WorldBody> bodies() const override { return bodies_; }
  std::span<const WorldContact> contacts() const override { return contacts_; }
  std::span<const WorldStrand> strands() const override { return strands_; }

  /// Sliding and wear of a contact since the start, if its settings request them
  /// (sliding_record.h). Valid until the next change.
  const SlidingRecord& sliding(int contact) const;
  std::vector<double> worn_depth(int contact) const override;

  /// After this call, events() holds the first touches and last releases of the last step in order
  /// of time.
  void follow_events();
  std::span<const WorldEvent> events() const { return events_; }

  /// May be called before the first step.
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const override;
  double strand_length(int strand) const override;

  /// Recomputed by each step.
  std::span<const Reading> readings() const override { return readings_; }
  std::span<const ClosedFormReading> closed_form() const override { return closed_form_; }
  std::string closed_form_text() const override { return closed_form_text_; }
  /// From the next start() or step() on, also observes these figures (without their theory), for
  /// watched(). Call it before the first step. Throws InputError if one names what the scene lacks.
  void watch(std::span<const scene::ShownAgainst> figures);
  std::span<const Reading> watched() const override { return watched_; }

  /// Sets the number of threads that share the work of a step, >= 1 (default: 1). The results are
  /// bitwise the same for any number.
  void set_threads(int threads);

  /// Wall time of the last step(): the stages of the session, and the whole step [s].
  const StageTimes& stage_times() const;
  double step_wall_time() const { return wall_time_; }

  /// How the last step was solved, and totals over all steps since time 0, by time(). Where steps
  /// lead to static balance, passes are the iterations of its search, and the residual is its own.
  const StepReport& step_report() const;
  /// The balance to which the last step led, if steps are no motions.
  std::optional<EquilibriumReport> balance() const;
  const StepTotals& step_totals() const { return totals_; }
  /// Where energy came from and went to since time 0.
  const EnergyLedger& energy() const { return energy_; }
  /// Whether energy() says something: the engine keeps an account of it.
  bool keeps_energy() const;
  /// Totals over the settling steps before time 0; their times are as in Settling::time.
  const StepTotals& settling_totals() const { return settling_totals_; }

  ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const override;

  // Live changes; they act from the next step on.
  void set_contact_settings(int contact, const ContactSettings& settings) override;
  void set_layer(MeshIndex index, const Layer& layer) override;
  void set_strand(int strand, const ligament::Strand& parameters) override;
  /// Sets the slack length that gives the strand this strain (> -1), or this force [N] (>= 0), at
  /// the current poses of the bodies.
  void set_reference_strain(int strand, double strain);
  void set_reference_force(int strand, double force);
  /// A cut strand exerts no force. restore_strand() undoes a cut; on a strand that is not cut it
  /// repairs what failure has torn.
  void cut_strand(int strand) override;
  void restore_strand(int strand) override;
  void mend_strand(int strand) override;  ///< the strand must not be cut
  void tear_strand(int strand) override;
  void set_load_factor(double factor) override;  ///< the default is 1
  double load_factor() const override { return load_factor_; }
  std::span<const Drive> drives() const override { return drives_; }
  void set_drive(int drive, std::optional<double> by_hand) override;
  void set_held(int body, bool is_held) override;
  /// While false, the time of motions and loads stands still.
  void set_motion_running(bool running) { motion_running_ = running; }
  bool motion_running() const { return motion_running_; }

  /// Pulls the point p_B of a dynamic body towards p_W with a damped spring of this stiffness [N/m]
  /// until release() is called. A held body is not pulled.
  void pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W, double stiffness);
  /// Turns it towards the rotation R_WB in the same way, with a stiffness in [N m/rad].
  void twist(int body, const Eigen::Matrix3d& R_WB, double stiffness);
  void release();
  /// The force or moment of pull() or twist() in the last step; 0 if there was none.
  const Wrench& pulled() const { return pulled_; }

  // For programs: dynamic bodies between steps. Velocities are those of the body's origin, moments
  // are about it, all in the world frame. Contacts and strands show the last step until the next.
  Twist velocity(int body) const;
  void set_motion(int body, const Pose& X_WB, const Twist& V_WB);
  void push(int body, const Wrench& F_W);  ///< acts in the next step

 private:
  void list_bodies();
  void list_contacts();
  void list_strand(const scene::SceneLigament& ligament);
  void start();
  void share_work();
  void listen();
  void publish_strands();
  void publish_carried();
  void publish_soft_bodies();
  double next_clock(double dt) const;
  double load_share(double at_clock) const;
  DriveClock drive_clock(double at_clock) const;
  void start_drives();
  void make_step(double dt);
  void count_step(double dt);
  void find_fastest();
  void settle(double dt);
  void set_contact(const WorldContact& contact);
  void hold(int body, bool is_held);
  bool can_be_pulled(int body) const;
  void publish();
  PlacedSurface side(MeshIndex index) const;
  void evaluate_now(std::size_t index);
  void require_sane() const;
  void list_closed_forms();
  void read_closed_forms();
  void observe_shown();
  double force_on(const std::string& body_name) const;
  ColliderId collider(MeshIndex index) const;
  void list_identities(SceneMoment& moment) const;
  WorldMesh& mesh_at(MeshIndex index) { return bodies_[index.body].meshes[index.mesh]; }

  scene::Scene scene_;
  std::size_t contacts_named_ = 0;  ///< number of contacts in the file; reversed ones follow
  std::vector<BuiltBody> built_;
  EngineName engine_name_;
  std::unique_ptr<SceneEngine> engine_;

  double time_ = 0;
  double clock_ = 0;  ///< time of motions and loads [s]; stops while motion is off
  Settling settling_;
  double slow_time_ = 0;
  long steps_ = 0;
  double load_factor_ = 1;
  bool motion_running_ = true;
  int threads_ = 1;
  double wall_time_ = 0;
  StepReport report_;  ///< of the last step
  StepTotals totals_, settling_totals_;
  EnergyLedger energy_;
  std::optional<PullSpring> pull_;
  Wrench pulled_;
  std::vector<Drive> drives_;

  std::vector<WorldBody> bodies_;
  std::vector<WorldContact> contacts_;
  /// Parallel to contacts_: pairs that a live change has re-evaluated since the last step, else
  /// null.
  std::vector<std::unique_ptr<ContactPair>> evaluated_;
  bool follows_events_ = false;
  std::vector<WorldEvent> events_;
  std::vector<WorldStrand> strands_;
  std::vector<Reading> readings_;
  std::vector<ClosedFormReading> closed_form_;  ///< of the closed forms, then of what is shown
  std::vector<scene::ShownAgainst> observed_;   ///< those of the scene, then those watched
  std::vector<ShownSoFar> shown_;               ///< parallel to observed_
  std::vector<Reading> watched_;
  std::string closed_form_text_;
};

/// Resolves a command line argument to a scene file: a path, or the name of a shipped scene. Throws
/// InputError that lists the shipped scenes.
std::filesystem::path find_scene(const std::string& path_or_name);

/// The folder of the shipped scenes, in assets().
std::filesystem::path shipped_scenes();

}  // namespace condyle

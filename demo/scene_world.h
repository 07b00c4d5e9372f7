#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/bullet/energy_ledger.h"
#include "condyle/bullet/step_report.h"
#include "findings/start_findings.h"
#include "shown_world.h"

namespace condyle {

/// How a scene comes to rest before time 0, as its SceneSettle says.
struct Settling {
  bool is_over = true;      ///< also where the scene does not settle
  bool is_at_rest = false;  ///< over, and slow enough; false: the limit was reached
  double time = 0;          ///< that it takes or took [s]
  double speed = 0;         ///< of the fastest body, as of the last of its steps [m/s]
  std::string fastest;      ///< that body
};

/// A first touch or last release of contacts()[contact].
struct WorldEvent {
  int contact = -1;
  bullet::ContactEvent event;
};

/// A scene brought to life in a Bullet world with Condyle's plugin. One thread.
class SceneWorld final : public ShownWorld {
 public:
  /// Reads meshes and builds everything. Throws InputError that names the entry of the scene, also
  /// where it names libraries that are not loaded (scene_libraries.h).
  explicit SceneWorld(Scene scene);
  ~SceneWorld() override;
  SceneWorld(const SceneWorld&) = delete;
  SceneWorld& operator=(const SceneWorld&) = delete;

  const Scene& scene() const override;

  /// Advances by dt > 0 [s], one step of the engine. Throws SimulationError that names step and
  /// body where a pose is not finite or a speed absurd; the world is then of use for looking only.
  /// Throws it too where a law of the user's fails; the world is then as before the step.
  void step(double dt);
  double time() const override;
  long step_count() const;

  /// How the scene is placed; as it was read, whatever has moved or changed since.
  SceneStart look_at_start() const;

  /// While a scene settles, its steps do not count, and time() is 0.
  const Settling& settling() const;

  /// Back to time 0, and before it where the scene settles; live changes of settings, layers and
  /// strands stay, cuts too.
  void reset();

  std::span<const WorldBody> bodies() const override;
  std::span<const WorldContact> contacts() const override;
  std::span<const WorldStrand> strands() const override;

  /// Sliding and wear of a contact since the start, where its settings ask for that
  /// (sliding_record.h); valid until the next change.
  const SlidingRecord& sliding(int contact) const;
  std::vector<double> worn_depth(int contact) const override;

  /// From now on events() has the first touches and last releases of the last step, in the order of
  /// their times.
  void follow_events();
  std::span<const WorldEvent> events() const;

  /// Also before the first step.
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const override;
  double strand_length(int strand) const override;

  /// Recomputed by each step.
  std::span<const Reading> readings() const override;
  std::span<const ClosedFormReading> closed_form() const override;
  std::string closed_form_text() const override;

  /// Threads that share the work of a step, >= 1 (default: 1); the result is the same to the bit.
  void set_threads(int threads);

  /// Wall time of the last step(): the plugin's stages, and the whole [s].
  const bullet::StageTimes& stage_times() const;
  double step_wall_time() const;

  /// How the last step was solved, and all since time 0, by time().
  const bullet::StepReport& step_report() const;
  const bullet::StepTotals& step_totals() const;
  /// Where energy came from and went since time 0.
  const bullet::EnergyLedger& energy() const;
  /// Of the steps before time 0, where the scene settles; their times are Settling::time.
  const bullet::StepTotals& settling_totals() const;

  ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const override;

  // Live changes, for the simulation from the next step on.
  void set_contact_settings(int contact, const ContactSettings& settings) override;
  void set_layer(MeshIndex mesh, const Layer& layer) override;
  void set_strand(int strand, const LigamentStrand& parameters) override;
  /// Sets the slack length so that the strand has this strain (> -1), or this force [N] (>= 0),
  /// where the bodies are now.
  void set_reference_strain(int strand, double strain);
  void set_reference_force(int strand, double force);
  /// A strand that is cut pulls nothing; restoring takes back a cut, or, where it
  /// is not cut, what failure has torn.
  void cut_strand(int strand) override;
  void restore_strand(int strand) override;
  void mend_strand(int strand) override;  ///< of one that is not cut
  void tear_strand(int strand) override;
  void set_load_factor(double factor) override;  ///< 1 by default
  double load_factor() const override;
  void set_motion_running(bool running);  ///< the time of motions and loads stands still
                                          ///< while false
  bool motion_running() const;

  /// Pulls the point p_B of a dynamic body towards p_W with a damped spring [N/m], until release().
  void pull(int body, const Eigen::Vector3d& p_B, const Eigen::Vector3d& p_W, double stiffness);
  void release();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The scene file that an argument means: a path, or the bare name of a scene that ships with the
/// program. Throws InputError that lists the shipped ones.
std::filesystem::path find_scene(const std::string& path_or_name);

/// Folder of the shipped scenes, in the build.
std::filesystem::path shipped_scenes();

}  // namespace condyle

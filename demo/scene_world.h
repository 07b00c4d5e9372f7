#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/model/scene.h"

namespace condyle {

/// A mesh of a body as it is drawn. `mesh` and `surface` stay the same objects until reset(),
/// except that set_layer() replaces `surface` (its triangles stay the same).
struct WorldMesh {
  std::string name;
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;  ///< null: drawn only
  Pose X_BM = Pose::Identity();
};

struct WorldBody {
  std::string name;
  BodyKind kind = BodyKind::dynamic;
  double mass = 0;               ///< [kg]; 0 unless dynamic
  Pose X_WB = Pose::Identity();  ///< now
  std::vector<WorldMesh> meshes;
};

/// One side of a contact: bodies()[body].meshes[mesh].
struct MeshIndex {
  int body = -1, mesh = -1;
  bool operator==(const MeshIndex&) const = default;
};

struct WorldContact {
  std::string name;
  MeshIndex casting, target;
  ContactSettings settings;
  Layer casting_layer, target_layer;  ///< per-triangle thickness: that of triangle 0
  /// As of the last step; null where the meshes are out of range. `report->result()` has the maps.
  const bullet::PairReport* report = nullptr;
};

/// What a strand pulls one body with, in the world frame, about the body's centre of mass.
struct StrandPull {
  int body = -1;  ///< -1: the world
  Wrench wrench_W;
};

struct WorldStrand {
  std::string name;
  LigamentStrand strand;          ///< as it is now, after live changes
  bool is_cut = false;            ///< by cut_strand()
  std::vector<StrandPull> pulls;  ///< one for each body of its path; as of the last step
  /// Force, strain, length, slack, taut, cut or torn; null before the first step.
  const bullet::StrandReport* report = nullptr;
};

/// A figure with its name and unit, such as {"flexion", "deg", 54.2}.
struct Reading {
  std::string name, unit;
  double value = 0;
};

/// A measured figure and what theory says it must be.
struct ClosedFormReading {
  std::string name, unit;
  double measured = 0, expected = 0;
};

/// A scene brought to life in a Bullet world with Condyle's plugin. One thread.
class SceneWorld {
 public:
  /// Reads meshes and builds everything. Throws InputError that names the entry of the scene.
  explicit SceneWorld(Scene scene);
  ~SceneWorld();
  SceneWorld(const SceneWorld&) = delete;
  SceneWorld& operator=(const SceneWorld&) = delete;

  const Scene& scene() const;

  /// Advances by dt > 0 [s], one step of the engine. Throws SimulationError that names step and
  /// body where a pose is not finite or a speed absurd; the world is then of use for looking only.
  void step(double dt);
  double time() const;  ///< [s]
  long step_count() const;

  /// Back to time 0; live changes of settings, layers and strands stay, cuts too.
  void reset();

  std::span<const WorldBody> bodies() const;
  std::span<const WorldContact> contacts() const;
  std::span<const WorldStrand> strands() const;

  /// Points along the strand in the world where the bodies are now, also before the first step: at
  /// most `step` > 0 [m] apart where it wraps, else the ends of its straight pieces.
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const;
  /// Its length where the bodies are now [m].
  double strand_length(int strand) const;

  /// The scene's own figures: driven angles, loads; recomputed by each step.
  std::span<const Reading> readings() const;
  /// Empty where the scene names no closed form; the text says which formula.
  std::span<const ClosedFormReading> closed_form() const;
  const std::string& closed_form_text() const;

  /// Threads that share the work of a step, >= 1 (default: 1); the result is the same to the bit.
  void set_threads(int threads);

  /// Wall time of the last step(): the plugin's stages, and the whole [s].
  const bullet::StageTimes& stage_times() const;
  double step_wall_time() const;

  // Live changes, from the next step on. They throw InputError where a value is out of range, and
  // change nothing then.
  void set_contact_settings(int contact, const ContactSettings& settings);
  /// Uniform layer of one side; rebuilds that ContactSurface.
  void set_layer(MeshIndex mesh, const Layer& layer);
  void set_strand(int strand, const LigamentStrand& parameters);
  /// Sets the slack length so that the strand has this strain (> -1), or this force [N] (>= 0),
  /// where the bodies are now.
  void set_reference_strain(int strand, double strain);
  void set_reference_force(int strand, double force);
  /// A strand that is cut pulls nothing; restoring takes back a cut, or, where it
  /// is not cut, what failure has torn.
  void cut_strand(int strand);
  void restore_strand(int strand);
  void set_load_factor(double factor);  ///< of all loads, 1 by default
  double load_factor() const;
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

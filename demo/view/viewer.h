#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "core/scene/src/scene_libraries.h"
#include "engine/engine_name.h"
#include "view/camera.h"
#include "view/view_options.h"

struct GLFWwindow;

namespace condyle {

/// The scene behind the start page.
inline constexpr const char* k_first_scene = "knee_replacement";

struct ViewerOptions {
  std::string scene;  ///< file, or name of a shipped scene; empty: the start page
  std::vector<scene::NamedLayer> layers;  ///< of geoms of `scene`, a robot
  std::string lesson;  ///< file, or name of a shipped lesson, in place of `scene`
  EngineName engine = EngineName::bullet;  ///< moves the bodies of the scene
  double rate = 0;                         ///< step rate [Hz]; 0: the scene's rate
  double speed = 1;                        ///< simulated seconds per second of wall time
  ViewSize size{1600, 1000};               ///< size of the window [pixels]
  bool keeps_size = false;                 ///< that of the last window, if there was one, instead
  scene::LibraryUse libraries = scene::LibraryUse::refused;  ///< if allowed, the user is not asked
  bool forget_libraries = false;   ///< deletes earlier answers about libraries
  std::optional<double> ui_scale;  ///< multiplies the size of text; empty: as in the settings
  bool timings = false;            ///< shows the wall time of each stage of a step

  std::string compare;  ///< another scene, stepped with `scene`; empty: none
  CompareBy compare_by = CompareBy::side_by_side;

  std::string motion;            ///< recorded states for replaying the OpenSim model `scene`
  std::string geometry;          ///< with `motion`: folder of the meshes
  bool missing_default = false;  ///< with `motion`: coordinates without a column keep defaults
  std::optional<double> at;      ///< with `motion`: shows this time and pauses [s]

  /// If not 0: runs this many frames of 1/60 s without showing a window, then ends.
  int frames = 0;
  std::filesystem::path screenshot;  ///< written after `frames` frames
  std::optional<Theme> theme;        ///< of the panels; empty: as in the settings
  std::optional<Backdrop> backdrop;  ///< empty: as `theme`, or as in the settings without it
  Field field = Field::pressure;
  MapColors colors;
  bool wireframe = false, normals = false;
  int boxes = -1;                   ///< level of the boxes of the search; -1: none
  double trail = 0;                 ///< see ViewOptions::trail_seconds
  std::string cut;                  ///< see named_cut(); empty: none
  std::vector<std::string> probes;  ///< places that get a probe, BODY/MESH/TRIANGLE
  double drawn_from = 0;            ///< nothing is drawn of the map below it [SI]
  double spacing = 0;               ///< of contours and bands [SI]; 0: the ticks of the bar
  std::filesystem::path film;       ///< of `frames` pictures, if not empty (film.h)
  double film_rate = 30;            ///< its pictures per second
  bool panels = true;               ///< false: only scene and scales
  bool scales = true;               ///< false: only the scene
  int picture_scale = 1;            ///< multiplies the pixels of window and text, with `frames`
  bool transparent = false;         ///< the screenshot has no background

  std::function<void(GLFWwindow*)> user;  ///< acts in each frame in place of a person, for tests
};

struct ViewerState;

/// The viewer, opened.
class OpenViewer {
 public:
  /// Opens the window and what it shows. Throws NoWindow or InputError.
  explicit OpenViewer(const ViewerOptions& options);
  ~OpenViewer();
  OpenViewer(const OpenViewer&) = delete;
  OpenViewer& operator=(const OpenViewer&) = delete;

  /// Runs until the window is closed, or makes the frames that the options count.
  void run();

  /// Instead of run(): shows the next picture, for browsers, which ask for each of them. Returns
  /// whether the user goes on.
  bool show_next();

  const ViewerState& state() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// Opens the window and runs until it is closed. Throws NoWindow or InputError.
void run_viewer(const ViewerOptions& options);

}  // namespace condyle

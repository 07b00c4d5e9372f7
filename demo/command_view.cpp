#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "commands.h"
#include "condyle/error.h"
#include "engine_option.h"
#include "layer_option.h"
#include "library_option.h"
#include "number_checks.h"
#include "view/film.h"
#include "view/no_window.h"
#include "view/viewer.h"
#include "word_option.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_examples = R"(Examples:
  condyle view                          pictures of all scenes that ship with the program
  condyle view hip                      another scene that ships with the program
  condyle view --lesson cruciates       a lesson: a scene with tasks and questions
  condyle view my_scene.json --rate 60  a scene of your own, 60 steps per second
  condyle view hip --compare my_hip.json  two scenes side by side, in step
  condyle view DM.osim                  the joint of an OpenSim model, on its ligaments
  condyle view DM.osim --motion states.sto --geometry Geometry
                                        its recorded motion, with pressure and strands
  condyle view DM.osim --motion states.sto --at 1.2 --frames 1 --screenshot knee.png
                                        a picture of it at 1.2 s
  condyle view robot.xml --layer pad_left:E=1e6,h=0.004 --layer pad_right:E=1e6,h=0.004 --layer cup:E=1e8,h=0.004
                                        a robot for MuJoCo whose finger pads feel a cup's pressure
  condyle view hip --frames 120 --screenshot hip.png
                                        no window: two seconds, then a picture of it)";

constexpr int k_narrowest = 200, k_widest = 8192;  // [pixels]

ViewSize parse_size(const std::string& text) {
  ViewSize size;
  char rest = 0;
  const int found = std::sscanf(text.c_str(), "%dx%d%c", &size.width, &size.height, &rest);
  const bool fits = found == 2 && std::min(size.width, size.height) >= k_narrowest &&
                    std::max(size.width, size.height) <= k_widest;
  if (fits) return size;
  throw InputError(
      fmt::format("--size {}: expected WIDTHxHEIGHT in pixels, each {} to {}, such as "
                  "1600x1000",
                  text, k_narrowest, k_widest));
}

bool names_png(const std::filesystem::path& file) {
  const std::filesystem::path extension = file.extension();
  return extension == ".png" || extension == ".PNG";
}

void view_scene(const ViewerOptions& options) try {
  run_viewer(options);
} catch (const NoWindow& error) {
  const std::string instead =
      options.motion.empty() ? fmt::format("simulate {} --seconds 10",
                                           options.scene.empty() ? k_first_scene : options.scene)
                             : fmt::format("analyze {} --motion {}", options.scene, options.motion);
  throw InputError(
      fmt::format("no window can be opened ({}); without one, run: condyle {} --out results",
                  error.what(), instead));
}

}  // namespace

void view_default_scene() {
  ViewerOptions options;
  options.keeps_size = true;
  view_scene(options);
}

void add_view_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("view", "Open a scene in a window and run it");
  command->footer(k_examples);
  auto options = std::make_shared<ViewerOptions>();
  auto size = std::make_shared<std::string>();
  CLI::Option* scene = command->add_option(
      "scene", options->scene,
      "scene file, name of a shipped scene, OpenSim model, or robot for MuJoCo (.xml, .urdf) "
      "(default: a page with "
      "pictures of the shipped scenes)");
  command
      ->add_option("--lesson", options->lesson,
                   "open this lesson with its scene: a file, or the name of a shipped one")
      ->excludes(scene);
  add_layer_option(*command, options->layers)->excludes("--lesson");
  CLI::Option* motion =
      command
          ->add_option("--motion", options->motion,
                       "play this recorded motion of an OpenSim model (.sto, .mot) instead")
          ->type_name("STATES.sto");
  command
      ->add_option("--geometry", options->geometry,
                   "with --motion: folder of the meshes; default: the model's folder and Geometry "
                   "in it")
      ->type_name("DIR")
      ->needs(motion);
  command
      ->add_flag("--missing-default", options->missing_default,
                 "with --motion: use default values for coordinates that it lacks")
      ->needs(motion);
  command->add_option("--at", options->at, "with --motion: show this time and wait [s]")
      ->type_name("T")
      ->check(finite_number())
      ->needs(motion);
  command
      ->add_option("--rate", options->rate,
                   "steps per simulated second [Hz] (default: the scene's)")
      ->check(finite_between(k_least_rate, k_most_rate))
      ->excludes(motion);
  add_engine_option(*command, options->engine)->excludes(motion);
  CLI::Option* compare =
      command
          ->add_option("--compare", options->compare,
                       "another scene (file or name) to compare with, stepped with this one")
          ->type_name("SCENE")
          ->excludes(motion);
  add_word_option(*command, "--compare-by", options->compare_by,
                  "how both are shown; difference: of pressure, on the same mesh")
      ->needs(compare);
  command->add_option("--speed", options->speed, "simulated or recorded seconds per second")
      ->capture_default_str()
      ->check(finite_between(1e-3, 1e3));
  command
      ->add_option("--ui-scale", options->ui_scale,
                   "text size, as a multiple of the display's; with --frames: of that at 96 dpi "
                   "(default: as last chosen in the window)")
      ->check(finite_between(0.5, 4.0));
  add_library_option(*command, options->libraries);
  command->add_flag("--forget-libraries", options->forget_libraries,
                    "ask again about libraries of laws that you allowed or refused before");
  command->add_flag("--timings", options->timings, "show how long each stage of a step takes");
  command->add_option(
      "--size", *size,
      "window size in pixels, WIDTHxHEIGHT (default: that of the last window, at first "
      "1600x1000)");
  command
      ->add_option("--frames", options->frames,
                   "draw this many frames of 1/60 s without showing a window, then exit")
      ->check(whole_positive());
  command->add_option("--screenshot", options->screenshot,
                      "with --frames: picture (PNG) of the whole window after the last frame");
  add_word_option(*command, "--theme", options->theme,
                  "colours of the panels and of the background (default: as last chosen in the "
                  "window, at first dark)");
  add_word_option(
      *command, "--background", options->backdrop,
      "what is behind the scene; light for papers and projectors (default: as --theme)");
  add_word_option(*command, "--field", options->field, "what the map shows");
  add_word_option(*command, "--color-map", options->colors.map, "colours of the map");
  command->add_flag("--reversed", options->colors.reversed, "turn the colours of the map round");
  command->add_flag("--bands", options->colors.bands,
                    "one colour for all values from one tick of the colour bar to the next");
  command
      ->add_option("--trail", options->trail,
                   "show centres of pressure, and where they were up to so long before [s]")
      ->check(finite_between(0, 60.0));
  command->add_flag("--wireframe", options->wireframe, "draw meshes as the sides of triangles");
  command->add_flag("--normals", options->normals,
                    "draw the normals of casting triangles in contact");
  command
      ->add_option("--search-boxes", options->boxes,
                   "draw this level of the boxes in which contact is searched (0: the smallest)")
      ->check(CLI::Range(0, 3));
  command
      ->add_option("--cut", options->cut,
                   "leave out what is beyond this place on an axis of the world [mm]; -x=12: the "
                   "other side")
      ->type_name("x=12");
  command
      ->add_option("--probe", options->probes,
                   "pin a probe to this triangle of a mesh in contact; several are allowed")
      ->type_name("BODY/MESH/TRIANGLE")
      ->allow_extra_args(false);
  command->add_flag("!--no-panels", options->panels, "show only scene and scales, without panels");
  command->add_flag("!--bare", options->scales, "show only the scene, without any text");
  command
      ->add_option("--picture-scale", options->picture_scale,
                   "with --frames: times as many pixels along each side of the picture, text too")
      ->capture_default_str()
      ->check(CLI::Range(1, 4));
  command
      ->add_option(
          "--drawn-from", options->drawn_from,
          "draw nothing of the map below this value of its field, in SI units (Pa, m, ...)")
      ->check(finite_between(0, 1e15));
  command
      ->add_option("--spacing", options->spacing,
                   "distance of contours and bands in the field's SI unit (default: the ticks of "
                   "the colour bar)")
      ->check(finite_between(0, 1e15));
  command
      ->add_option("--film", options->film,
                   "with --frames: film of all frames, by ffmpeg (.mp4, .webm, .mkv, .mov, or an "
                   "animated .gif); a name without ending: folder of pictures")
      ->type_name("FILE");
  command
      ->add_option("--film-rate", options->film_rate,
                   "with --film: pictures per second, each of which is a frame")
      ->capture_default_str()
      ->check(finite_between(10, 120));
  command->add_flag("--transparent", options->transparent,
                    "with --screenshot: no background, and no panels");
  command->callback([command, options, size] {
    require_engine(*command, options->scene, options->engine);
    if (options->transparent && options->screenshot.empty())
      throw InputError("--transparent needs --screenshot, the picture without a background");
    if (options->picture_scale > 1 && options->frames == 0)
      throw InputError("--picture-scale needs --frames, the number of frames to run before it");
    if (options->transparent) options->panels = false;
    if (!options->film.empty()) {
      require_film_name(options->film);
      if (options->frames == 0)
        throw InputError("--film needs --frames, the number of its pictures");
      if (!options->screenshot.empty())
        throw InputError("--film and --screenshot exclude each other: make the picture by itself");
    }
    if (!options->screenshot.empty() && options->frames == 0) {
      throw InputError("--screenshot needs --frames, the number of frames to run before it");
    }
    if (!options->screenshot.empty() && !names_png(options->screenshot)) {
      throw InputError(fmt::format("--screenshot {}: pictures are PNG files; end its name in .png",
                                   options->screenshot.string()));
    }
    if (!options->motion.empty() && !options->scene.ends_with(".osim")) {
      throw InputError(
          fmt::format("--motion needs an OpenSim model, which {} is not: condyle view "
                      "MODEL.osim --motion {}",
                      options->scene, options->motion));
    }
    options->keeps_size = size->empty();
    if (!size->empty()) options->size = parse_size(*size);
    view_scene(*options);
  });
}

}  // namespace condyle

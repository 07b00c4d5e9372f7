#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/terminal.h"
#include "commands.h"
#include "condyle/error.h"
#include "condyle/scene/scene_build.h"
#include "condyle/scene/scene_file.h"
#include "core/src/files/file_bytes.h"
#include "findings/start_findings.h"
#include "library_option.h"
#include "world/casting_sides.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_check_footer = R"(
SCENE is a scene file or the name of a shipped one: knee_replacement, hip, ball_on_plate, finger_pad,
ground_and_groove, pulley, knee_extension, knee_drawer, knee_varus, cam_follower, gripper, gear_pair,
bouncing_balls, soft_pad, springs_and_layer.

Reads each scene with its files and builds what a simulation starts from: meshes, layers, masses,
regions, strands. Runs and writes nothing. For a valid scene it prints its size, the gap or overlap of
each contact at the start, and warnings; for an invalid one the file, place, value and allowed values
(exit 2). It lists the libraries of laws that a run would load, and for what.

Example:
  condyle check my_scene.json other.json hip)";

struct CheckOptions {
  std::vector<std::string> scenes;
  scene::LibraryUse libraries = scene::LibraryUse::refused;
};

/// Calls `make` and prefixes the place to the message of an InputError.
template <class Make>
auto made_at(const std::string& place, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const InputError& error) {
  throw InputError(fmt::format("{}: {}", place, error.what()));
}

BuiltBody build_body(const scene::Scene& scene, const scene::SceneBody& body,
                     const std::string& place) {
  BuiltBody built;
  std::vector<TriangleMesh> meshes;
  const auto mesh_place = [&](std::size_t m) { return fmt::format("{}.meshes[{}]", place, m); };
  for (std::size_t m = 0; m < body.meshes.size(); ++m) {
    meshes.push_back(made_at(mesh_place(m), [&] { return make_mesh(body.meshes[m]); }));
    built.meshes.push_back({std::make_shared<const TriangleMesh>(meshes.back()), nullptr});
  }
  if (body.kind == scene::BodyKind::dynamic)
    built.mass = made_at(place, [&] { return make_body_mass(body, meshes); });
  for (std::size_t m = 0; m < body.meshes.size(); ++m) {
    const scene::SceneMesh& mesh = body.meshes[m];
    if (!mesh.layer) continue;
    const auto surface =
        made_at(mesh_place(m), [&] { return make_surface(mesh, std::move(meshes[m]), mesh.name); });
    built.meshes[m].surface = surface;
    for (std::size_t c = 0; c < scene.contacts.size(); ++c) {
      const scene::SceneContact& contact = scene.contacts[c];
      if (contact.casting.body != body.name || contact.casting.mesh != mesh.name) continue;
      made_at(fmt::format("{}: contacts[{}]", scene.file.string(), c),
              [&] { return make_regions(contact, *surface); });
    }
  }
  return built;
}

/// Builds the scene as a simulation would, so that a scene that passes the check can be run. Throws
/// InputError.
std::vector<BuiltBody> build(const scene::Scene& scene) {
  const auto place = [&](const char* list, std::size_t i) {
    return fmt::format("{}: {}[{}]", scene.file.string(), list, i);
  };
  std::vector<BuiltBody> built;
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    built.push_back(build_body(scene, scene.bodies[b], place("bodies", b)));
  }
  for (std::size_t l = 0; l < scene.ligaments.size(); ++l) {
    const scene::SceneLigament& ligament = scene.ligaments[l];
    made_at(place("ligaments", l),
            [&] { return make_strand(ligament, initial_length(scene, ligament)); });
  }
  return built;
}

/// Prints the overlap or gap of each contact at the start.
void print_start(const scene::Scene& scene, const SceneStart& start) {
  for (const ContactStart& contact : start.contacts) {
    const bool overlap = contact.overlap > 0;
    print("{}: contact '{}' starts with {} of {:.4g} mm\n", scene.file.string(), contact.contact,
          overlap ? "an overlap" : "a gap", 1e3 * (overlap ? contact.overlap : contact.gap));
  }
  print_warnings(start.findings, scene.file.string() + ": ");
}

/// Lists the libraries that a run would load; loads them only if that is allowed.
void check_libraries(scene::Scene& scene, scene::LibraryUse use) {
  if (use == scene::LibraryUse::allowed) return load_user_functions(scene, use);
  require_library_files(scene);
  for (const scene::SceneLibrary& library : libraries_of(scene)) {
    print("{}: would load {} for {}; not loaded without --allow-libraries\n", scene.file.string(),
          library.file.string(), fmt::to_string(fmt::join(library.uses, ", ")));
  }
}

/// Checks one scene and returns whether it can be run.
bool check(const std::string& path_or_name, scene::LibraryUse libraries) {
  try {
    const std::filesystem::path file = find_scene(path_or_name);
    scene::Scene scene = scene::read_scene(file, shipped_scenes());
    check_libraries(scene, libraries);
    const std::size_t contacts = scene.contacts.size();
    const std::vector<BuiltBody> built = with_memory_for(file, [&] { return build(scene); });
    choose_casting_sides(scene, built);
    const SceneStart start = look_at_start(scene, built);
    print("{}: {} bodies, {} contacts, {} ligaments, {} joints; no errors\n", file.string(),
          scene.bodies.size(), contacts, scene.ligaments.size(), scene.joints.size());
    print_start(scene, start);
    return true;
  } catch (const InputError& error) {
    print_error("condyle: {}\n", error.what());
    return false;
  }
}

void check_all(const std::vector<std::string>& scenes, scene::LibraryUse libraries) {
  const auto is_right = [&](const std::string& scene) { return check(scene, libraries); };
  const auto wrong =
      scenes.size() - static_cast<std::size_t>(std::ranges::count_if(scenes, is_right));
  if (wrong > 0) {
    throw InputError(fmt::format("{} of {} scenes cannot be run", wrong, scenes.size()));
  }
}

}  // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Check scene files without running them");
  command.footer(k_check_footer);
  const auto options = std::make_shared<CheckOptions>();
  command.add_option("scene", options->scenes, "Scene files (.json), or names of shipped ones")
      ->required();
  add_library_option(command, options->libraries);
  command.callback([options] { check_all(options->scenes, options->libraries); });
}

}  // namespace condyle

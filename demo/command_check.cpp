#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "commands.h"
#include "condyle/error.h"
#include "condyle/mesh/file_bytes.h"
#include "condyle/model/scene_build.h"
#include "condyle/model/scene_file.h"
#include "scene_world.h"

namespace condyle {
namespace {

constexpr const char* k_footer = R"(
SCENE is a scene file or the name of a shipped one: knee_replacement, hip, ball_on_plate, finger_pad,
ground_and_groove, pulley, knee_extension, cam_follower, gripper,
gear_pair, bouncing_balls, soft_pad. Reads each
and all that it needs, and makes of it what a simulation starts with: meshes, layers, masses, regions,
strands. Runs nothing and writes nothing. Says nothing of a scene that is right but its size; of one
that is not, file, place, value and what is allowed (exit 2).

Example:
  condyle check my_scene.json other.json hip)";

/// What `make` refuses is said with the place that it came from.
template <class Make>
auto made_at(const std::string& place, Make&& make) try {
  return std::forward<Make>(make)();
} catch (const InputError& error) {
  throw InputError(fmt::format("{}: {}", place, error.what()));
}

void build_body(const Scene& scene, const SceneBody& body, const std::string& place) {
  std::vector<TriangleMesh> meshes;
  const auto mesh_place = [&](std::size_t m) { return fmt::format("{}.meshes[{}]", place, m); };
  for (std::size_t m = 0; m < body.meshes.size(); ++m) {
    meshes.push_back(made_at(mesh_place(m), [&] { return make_mesh(body.meshes[m]); }));
  }
  if (body.kind == BodyKind::dynamic) made_at(place, [&] { return make_body_mass(body, meshes); });
  for (std::size_t m = 0; m < body.meshes.size(); ++m) {
    const SceneMesh& mesh = body.meshes[m];
    if (!mesh.layer) continue;
    const auto surface =
        made_at(mesh_place(m), [&] { return make_surface(mesh, std::move(meshes[m]), mesh.name); });
    for (std::size_t c = 0; c < scene.contacts.size(); ++c) {
      const SceneContact& contact = scene.contacts[c];
      if (contact.casting.body != body.name || contact.casting.mesh != mesh.name) continue;
      made_at(fmt::format("{}: contacts[{}]", scene.file.string(), c),
              [&] { return make_regions(contact, *surface); });
    }
  }
}

/// As a simulation would, so that what check lets pass can be run. Throws InputError.
void build(const Scene& scene) {
  const auto place = [&](const char* list, std::size_t i) {
    return fmt::format("{}: {}[{}]", scene.file.string(), list, i);
  };
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    build_body(scene, scene.bodies[b], place("bodies", b));
  }
  for (std::size_t l = 0; l < scene.ligaments.size(); ++l) {
    const SceneLigament& ligament = scene.ligaments[l];
    made_at(place("ligaments", l),
            [&] { return make_strand(ligament, initial_length(scene, ligament)); });
  }
}

/// Of a shipped scene in the source tree, which lacks the meshes that the build makes.
std::string hint_on_meshes(const std::filesystem::path& file) {
  std::error_code ignored;
  const bool has_meshes = exists(file.parent_path().parent_path() / "meshes", ignored);
  if (has_meshes || !exists(shipped_scenes() / file.filename(), ignored)) return {};
  return fmt::format(" (the build makes the meshes of the shipped scenes: condyle check {})",
                     file.stem().string());
}

/// Whether it can be run.
bool check(const std::string& path_or_name) {
  std::filesystem::path file = path_or_name;
  try {
    file = find_scene(path_or_name);
    Scene scene = read_scene(file);
    load_user_functions(scene);
    with_memory_for(file, [&] { build(scene); });
    fmt::print("{}: {} bodies, {} contacts, {} ligaments, {} joints; no errors\n", file.string(),
               scene.bodies.size(), scene.contacts.size(), scene.ligaments.size(),
               scene.joints.size());
    return true;
  } catch (const InputError& error) {
    fmt::print(stderr, "condyle: {}{}\n", error.what(), hint_on_meshes(file));
    return false;
  }
}

void check_all(const std::vector<std::string>& scenes) {
  const auto wrong = scenes.size() - static_cast<std::size_t>(std::ranges::count_if(scenes, check));
  if (wrong > 0) {
    throw InputError(fmt::format("{} of {} scenes can not be run", wrong, scenes.size()));
  }
}

}  // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Check scene files without running them");
  command.footer(k_footer);
  const auto scenes = std::make_shared<std::vector<std::string>>();
  command.add_option("scene", *scenes, "Scene files (.json), or names of shipped ones")->required();
  command.callback([scenes] { check_all(*scenes); });
}

}  // namespace condyle

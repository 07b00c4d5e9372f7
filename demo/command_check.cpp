#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "condyle/error.h"
#include "condyle/model/scene_build.h"
#include "condyle/model/scene_file.h"

namespace condyle {
namespace {

constexpr const char* k_footer = R"(
Reads each scene file and all that it needs, and makes of it what a simulation starts with: meshes,
layers, masses, regions, strands. Runs nothing and writes nothing. Says nothing of a scene that is
right but its size; of one that is not, file, place, value and what is allowed (exit 2).

Example:
  condyle check my_scene.json other.json)";

/// As a simulation would, so that what check lets pass can be run. Throws InputError.
void build(Scene& scene) {
  find_wrapped_meshes(scene);
  load_user_functions(scene);
  std::vector<std::vector<TriangleMesh>> meshes;
  for (const SceneBody& body : scene.bodies) {
    std::vector<TriangleMesh>& made = meshes.emplace_back();
    for (const SceneMesh& mesh : body.meshes) made.push_back(make_mesh(mesh));
    if (body.kind == BodyKind::dynamic) make_body_mass(body, made);
  }
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    for (std::size_t m = 0; m < scene.bodies[b].meshes.size(); ++m) {
      const SceneMesh& mesh = scene.bodies[b].meshes[m];
      if (!mesh.layer) continue;
      const auto surface =
          make_surface(mesh, std::move(meshes[b][m]), scene.bodies[b].name + "." + mesh.name);
      for (const SceneContact& contact : scene.contacts)
        if (contact.casting.body == scene.bodies[b].name && contact.casting.mesh == mesh.name)
          make_regions(contact, *surface);
    }
  }
  for (const SceneLigament& ligament : scene.ligaments)
    make_strand(ligament, initial_length(scene, ligament));
}

void check(const std::vector<std::string>& files) {
  int wrong = 0;
  for (const std::string& file : files) {
    try {
      Scene scene = read_scene(file);
      build(scene);
      fmt::print("{}: {} bodies, {} contacts, {} ligaments, {} joints; no errors\n", file,
                 scene.bodies.size(), scene.contacts.size(), scene.ligaments.size(),
                 scene.joints.size());
    } catch (const InputError& error) {
      fmt::print(stderr, "condyle: {}\n", error.what());
      ++wrong;
    }
  }
  if (wrong > 0)
    throw InputError(fmt::format("{} of {} scenes can not be run", wrong, files.size()));
}

}  // namespace

void add_check_command(CLI::App& app) {
  CLI::App& command = *app.add_subcommand("check", "Check scene files without running them");
  command.footer(k_footer);
  const auto files = std::make_shared<std::vector<std::string>>();
  command.add_option("scene", *files, "Scene files (.json)")->required();
  command.callback([files] { check(*files); });
}

}  // namespace condyle

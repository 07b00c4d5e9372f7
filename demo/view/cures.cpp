#include "view/cures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "condyle/mesh/mesh_repair.h"
#include "core/src/mesh/written_mesh.h"
#include "view/file_list.h"
#include "view/opened_files.h"

namespace condyle {
namespace {

constexpr std::array k_repairable = {"mesh_inward", "mesh_inconsistent_winding",
                                     "mesh_duplicate_triangles"};

bool is_about(const Finding& finding, const scene::SceneBody& body, const scene::SceneMesh& mesh) {
  // start_findings.cpp writes both.
  return finding.place == fmt::format("body '{}', mesh '{}'", body.name, mesh.name) ||
         (finding.kind == "inside_out" &&
          finding.text.find(fmt::format("mesh '{}' of body '{}'", mesh.name, body.name)) !=
              std::string::npos);
}

std::optional<Cure> cure_of(const Finding& finding, const scene::MeshFromFile& source) {
  Cure cure;
  if (std::ranges::find(k_repairable, finding.kind) != k_repairable.end()) return cure;
  if (finding.kind == "inside_out") {
    cure.kind = Cure::Kind::turn;
    return cure;
  }
  if (finding.kind != "mesh_unit") return {};
  cure.kind = Cure::Kind::unit;
  cure.unit = likely_unit(source.file);
  if (cure.unit == source.unit) return {};
  return cure;
}

}  // namespace

std::optional<Cure> cure_of(const Finding& finding, const scene::Scene& scene) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b) {
    for (std::size_t m = 0; m < scene.bodies[b].meshes.size(); ++m) {
      const scene::SceneMesh& mesh = scene.bodies[b].meshes[m];
      const auto* source = std::get_if<scene::MeshFromFile>(&mesh.source);
      if (!source || !is_about(finding, scene.bodies[b], mesh)) continue;
      std::optional<Cure> cure = cure_of(finding, *source);
      if (!cure) return {};
      cure->body = static_cast<int>(b);
      cure->mesh = static_cast<int>(m);
      return cure;
    }
  }
  return {};
}

std::string words_of_cure(const Cure& cure) {
  switch (cure.kind) {
    case Cure::Kind::repair:
      return "Repair into a new file";
    case Cure::Kind::turn:
      return "Turn into a new file";
    case Cure::Kind::unit:
      return std::string("Read in ") + word_of(cure.unit);
  }
  return "";
}

std::string carry_out(const Cure& cure, scene::Scene& scene) {
  scene::SceneMesh& of = scene.bodies[cure.body].meshes[cure.mesh];
  auto& source = std::get<scene::MeshFromFile>(of.source);
  if (cure.kind == Cure::Kind::unit) {
    source.unit = cure.unit;
    return fmt::format("{} is read in {}", source.file.filename().string(), word_of(cure.unit));
  }
  const bool turns = cure.kind == Cure::Kind::turn;
  const std::filesystem::path file = free_name(
      source.file.parent_path(), source.file.stem().string() + (turns ? "_turned" : "_repaired"),
      source.file.extension().string());
  const TriangleMesh read = mesh::read_mesh(source.file, source.unit);
  const mesh::RepairedMesh repaired =
      mesh::repair(mesh::as_written(file, read, source.unit), {.turn_all = turns});
  mesh::write_mesh(file, repaired.mesh, source.unit);
  source.file = file;
  std::string done;
  for (const std::string& sentence : repaired.done) done += (done.empty() ? "" : "; ") + sentence;
  return fmt::format("wrote {}: {}", file.string(), done);
}

}  // namespace condyle

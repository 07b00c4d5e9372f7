// condyle mesh: reports the contents and the defects of a mesh file, and repairs it.
#include <fmt/core.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "commands.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "core/scene/src/json_text.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/written_mesh.h"
#include "number_checks.h"
#include "out_folder.h"
#include "terminal.h"

namespace condyle {
namespace {

constexpr const char* k_mesh_footer = R"(
Reads STL, OBJ, PLY and VTP; prints triangles, size, area, volume and defects, each with its remedy.
Defects do not make the command fail; a contact surface may well be open.

Examples:
  condyle mesh femur.stl --unit mm
  condyle mesh femur.stl --unit mm --repair femur.ply --repair-unit m --weld-distance 1e-6
  condyle mesh insert.vtp --json)";

struct MeshOptions {
  std::string file;
  std::string unit = "m";
  std::string repair_file, repair_unit;
  mesh::RepairOptions repair;
  bool json = false;
};

/// A repaired mesh and the file to which it is written.
struct WrittenRepair {
  std::string file;
  mesh::RepairedMesh repaired;
};

std::string repair_text(const WrittenRepair& repair) {
  std::string text = "Repair:\n";
  for (const std::string& sentence : repair.repaired.done) {
    text += fmt::format("  - {}.\n", sentence);
  }
  if (repair.repaired.done.empty()) text += "  - nothing to repair.\n";
  return text + "\n" + to_text(repair.repaired.report, repair.file);
}

nlohmann::ordered_json repair_json(const WrittenRepair& repair) {
  return {{"file", repair.file},
          {"done", repair.repaired.done},
          {"report", nlohmann::ordered_json::parse(to_json(repair.repaired.report))}};
}

void print_report(const MeshOptions& options, const mesh::MeshReport& report,
                  const WrittenRepair* repair) {
  if (!options.json) {
    print("{}", to_text(report, fmt::format("{} (unit {})", options.file, options.unit)));
    if (repair) print("\n{}", repair_text(*repair));
    return;
  }
  nlohmann::ordered_json json = {{"file", options.file},
                                 {"unit", options.unit},
                                 {"report", nlohmann::ordered_json::parse(to_json(report))}};
  if (repair) json["repair"] = repair_json(*repair);
  print("{}\n", scene::json_text(json));
}

void run(const MeshOptions& options) {
  const mesh::LengthUnit unit = mesh::parse_length_unit(options.unit);
  const mesh::MeshInFile read = mesh::read_mesh_with_findings(options.file, unit);
  const mesh::MeshReport report = inspect(read);
  if (options.repair_file.empty()) {
    print_report(options, report, nullptr);
    return;
  }
  require_no_input(options.repair_file, "--repair", {options.file});
  const mesh::LengthUnit repair_unit =
      options.repair_unit.empty() ? unit : mesh::parse_length_unit(options.repair_unit);
  // Repair the mesh as the file will store it: the rounding of its coordinates may flatten
  // triangles.
  const WrittenRepair repair{
      options.repair_file,
      mesh::repair(as_written(options.repair_file, read.mesh, repair_unit), options.repair)};
  clear_folder_of(repair.file);
  mesh::write_mesh(repair.file, repair.repaired.mesh, repair_unit);
  print_report(options, report, &repair);
}

}  // namespace

void add_mesh_command(CLI::App& app) {
  auto options = std::make_shared<MeshOptions>();
  CLI::App* command = app.add_subcommand("mesh", "Report on a mesh file, and repair it");
  command->footer(k_mesh_footer);
  command->add_option("FILE", options->file, "Mesh: .stl, .obj, .ply or .vtp")->required();
  command->add_option("--unit", options->unit, "Unit of the file: m, cm, mm, um or in")
      ->capture_default_str();
  command->add_flag("--json", options->json, "Print JSON, in SI units, instead of text");
  CLI::Option* repair =
      command->add_option("--repair", options->repair_file, "Repair the mesh and write it here");
  command
      ->add_option("--repair-unit", options->repair_unit,
                   "Unit of the repaired file; default: that of FILE")
      ->needs(repair);
  command
      ->add_option("--weld-distance", options->repair.weld_distance,
                   "Merge vertices at most this far apart [m]")
      ->check(finite_number())
      ->capture_default_str()
      ->needs(repair);
  command
      ->add_flag("--turn", options->repair.turn_all,
                 "Turn all triangles of an open mesh; closed parts end up outward anyway")
      ->needs(repair);
  command->callback([options] { with_memory_for(options->file, [&] { run(*options); }); });
}

}  // namespace condyle

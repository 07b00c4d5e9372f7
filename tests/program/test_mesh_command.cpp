#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test::mesh_command_tests {

TEST_CASE("condyle mesh reports on a file in its unit", "[program][mesh]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "box.obj").string();
  mesh::write_mesh(file, mesh::make_box({0.01, 0.02, 0.03}), mesh::LengthUnit::millimetre);
  const ProgramRun run = run_program("mesh " + file + " --unit mm");
  CHECK(run.exit_code == 0);
  CHECK(run.errors.empty());
  CHECK(contains(run.output, file + " (unit mm)\n"));
  CHECK(contains(run.output, "triangles             12\n"));
  CHECK(contains(run.output, "size                  10 x 20 x 30 mm\n"));
  CHECK(contains(run.output, "volume                6000 mm^3\n"));
  CHECK(contains(run.output, "No findings.\n"));

  const ProgramRun wrong_unit = run_program("mesh " + file);
  CHECK(wrong_unit.exit_code == 0);
  CHECK(contains(wrong_unit.output, "looks like millimetres taken for metres"));
  CHECK(contains(wrong_unit.output, "Remedy: read the file as millimetres."));
}

TEST_CASE("condyle mesh prints JSON for programs", "[program][mesh]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "grid.ply").string();
  mesh::write_mesh(file, mesh::make_plane_grid(0.02, 0.02, 4, 4), mesh::LengthUnit::metre);
  const ProgramRun run = run_program("mesh " + file + " --json");
  CHECK(run.exit_code == 0);
  const auto json = nlohmann::json::parse(run.output);
  CHECK(json["unit"] == "m");
  CHECK(json["report"]["triangles"] == 32);
  CHECK(json["report"]["open_edges"] == 16);
  CHECK(json["report"]["findings"][0]["kind"] == "open_edges");
}

TEST_CASE("condyle mesh names polygons that cross themselves", "[program][mesh]") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("bow.obj", "v 0 0 0\nv 20 20 0\nv 20 0 0\nv 0 10 0\nf 1 2 3 4\n").string();
  const ProgramRun run = run_program("mesh " + file + " --unit mm");
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output,
                 "  - 1 polygon of the file crosses or touches itself, the first is "
                 "number 1: its triangles may overlap or lie outside it.\n"));
}

TEST_CASE("condyle mesh repairs into another format and unit", "[program][mesh]") {
  const TemporaryFolder folder;
  TriangleMesh damaged = mesh::make_icosphere(0.02, 2);
  for (auto& triangle : damaged.triangles) std::swap(triangle[1], triangle[2]);
  damaged.triangles.push_back(damaged.triangles.front());
  const std::string file = (folder / "ball.vtp").string();
  const std::string repaired = (folder / "ball.ply").string();
  mesh::write_mesh(file, damaged, mesh::LengthUnit::metre);

  const ProgramRun run =
      run_program("mesh " + file + " --repair " + repaired + " --repair-unit mm");
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "  - dropped 1 triangle on the vertices of an earlier one.\n"));
  CHECK(contains(run.output, "  - turned 1 closed part outward.\n"));
  CHECK(contains(run.output, repaired + "\n  triangles             320\n"));
  const ProgramRun again = run_program("mesh " + repaired + " --unit mm --json");
  const auto report = nlohmann::json::parse(again.output)["report"];
  CHECK(report["findings"].empty());
  CHECK(report["volume_m3"] > 0);
}

TEST_CASE("condyle mesh refuses bad input with exit code 2 and one line", "[program][mesh]") {
  const TemporaryFolder folder;
  const auto check = [](const std::string& arguments, const std::string& error) {
    INFO(arguments);
    const ProgramRun run = run_program("mesh " + arguments);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    INFO(run.errors);
    CHECK(contains(run.errors, error));
  };
  const std::string box = (folder / "box.stl").string();
  mesh::write_mesh(box, mesh::make_box({0.01, 0.02, 0.03}), mesh::LengthUnit::metre);
  check((folder / "none.stl").string(), "none.stl: no such file; check the path\n");
  check(folder.write("empty.stl", "").string(), "empty.stl: is empty;");
  check(box + " --unit furlong", "'furlong' is no unit of length; give m, cm, mm, um or in\n");
  check(box + " --repair /dev/full", "names no mesh format");
  check(box + " --repair " + (folder / "no/box.stl").string(), "does not exist; create it first");
  check(box + " --repair " + (folder / "a.stl").string() + " --weld-distance -1",
        "the weld distance is -1 m");
  check(box + " --turn", "--turn requires --repair");
  check("", "FILE is required");
  CHECK(folder.file_count() == 2);
}

TEST_CASE("condyle mesh --help shows examples", "[program][mesh]") {
  const ProgramRun run = run_program("mesh --help");
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "condyle mesh femur.stl --unit mm"));
}

}  // namespace condyle::test::mesh_command_tests

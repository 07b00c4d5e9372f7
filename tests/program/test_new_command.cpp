// condyle new, run as by a user on a terminal and off it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "condyle/mesh/mesh_file.h"
#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test::new_command_tests {
namespace {

using Catch::Contains;

/// The shipped knee's parts in a unit, as files of a folder.
void export_knee(const TemporaryFolder& folder, mesh::LengthUnit unit) {
  const std::filesystem::path meshes =
      std::filesystem::path(CONDYLE_PROGRAM).parent_path().parent_path() / "assets/meshes";
  for (const auto& [from, to] : {std::pair{"knee_femoral_component.ply", "f.stl"},
                                 std::pair{"knee_tibial_insert.ply", "i.stl"}})
    mesh::write_mesh(folder / to, mesh::read_mesh(meshes / from, mesh::LengthUnit::metre), unit);
}

std::string notes_of(const TemporaryFolder& folder) {
  return nlohmann::json::parse(file_content(folder / "knee.json"))["notes"].dump();
}

/// Runs the command on a terminal, whose keyboard types `answers`.
ProgramRun run_on_terminal(const TemporaryFolder& folder, const std::string& answers,
                           const std::string& options = "") {
  return run_command(
      fmt::format("cd '{}' && printf '{}' | script -qec \"{} new f.stl i.stl --overwrite --out "
                  "knee.json {}\" /dev/null",
                  (folder / "").string(), answers, CONDYLE_PROGRAM, options));
}

}  // namespace

TEST_CASE("condyle new: asks on a terminal what it can only guess, and nowhere else", "[program]") {
  const TemporaryFolder folder;
  export_knee(folder, mesh::LengthUnit::inch);
  const std::string plain = fmt::format("cd '{}' && {} new f.stl i.stl --overwrite --out knee.json",
                                        (folder / "").string(), CONDYLE_PROGRAM);
  ProgramRun run = run_command("yes left | head -3 | sh -c \"" + plain + "\"");
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(run.errors.empty());
  CHECK_THAT(notes_of(folder), Contains("Read the first part: ") && Contains("is in cm"));

  if (run_command("script --version").exit_code != 0) {
    WARN("no script of util-linux, which gives a program a terminal");
    return;
  }
  // The guesses are kept by empty lines and at the end of the input.
  run = run_on_terminal(folder, "\\n");
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("The files are in [cm] or in?") &&
                             Contains("The side of the body is [right] or left?"));
  CHECK_THAT(notes_of(folder), Contains("a right knee") && !Contains("1.00 times as large"));

  run = run_on_terminal(folder, "in\\nwest\\nleft\\n\\n");
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("Answer right or left") && Contains("is [kept] or turned?"));
  CHECK_THAT(notes_of(folder), Contains("a left knee") && Contains("1.00 times as large"));

  run = run_on_terminal(folder, "", "--no-questions");
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, !Contains("The side of the body"));
  run = run_on_terminal(folder, "\\n\\n", "--unit in --side left --turn-insert");
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, !Contains("[cm]") && !Contains("[right]"));
}

}  // namespace condyle::test::new_command_tests

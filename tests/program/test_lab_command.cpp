// condyle lab, run as by a user, on a slab that rests on a floor.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "slab_scene.h"

namespace condyle::test::lab_command_tests {
namespace {

using Catch::Contains;
using nlohmann::json;

/// Runs `condyle lab` on a scene with these tests; OUT in `options` is a folder.
ProgramRun run_lab(const TemporaryFolder& folder, const json& tests, const std::string& before,
                   const std::string& options = "") {
  const auto file = folder.write("slab.json", slab_with(tests).dump());
  return run_program(fmt::format("lab {} '{}' {}", before, file.string(), options));
}

}  // namespace

TEST_CASE("condyle lab: a scene's own tests are run into folders of their names", "[program]") {
  const TemporaryFolder folder;
  const std::string out = (folder / "out").string();
  const json tests = {{{"test", "contact"}},
                      {{"test", "laxity"}, {"name", "drawer"}, {"points", 3}, {"forward", 30}}};
  const ProgramRun run = run_lab(folder, tests, "", fmt::format("--out '{}'", out));
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("contact: Slab") && Contains("drawer: Slab"));
  const json contact = json::parse(file_content(folder / "out/contact/contact.json"));
  CHECK(contact["tables"][0]["rows"][0][3].get<double>() == Approx(0.125).epsilon(1e-6));  // [MPa]
  CHECK(std::filesystem::exists(folder / "out/contact/contact.csv"));
  CHECK_THAT(file_content(folder / "out/drawer/laxity.csv"), Contains("+-30 N"));
}

TEST_CASE("condyle lab: the command has the options of a scene's test", "[program]") {
  const TemporaryFolder folder;
  const std::string out = fmt::format("--out '{}'", (folder / "out").string());
  const ProgramRun run = run_lab(folder, {}, "laxity", "--points 3 --turning 1.5 " + out);
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  const std::string rows = file_content(folder / "out/laxity.csv");
  CHECK_THAT(rows, Contains("+-1.5 N m") && Contains("+-100 N"));
  const std::string curve = file_content(folder / "out/laxity_turning.csv");
  CHECK(std::ranges::count(curve, '\n') == 4);

  for (const auto& [options, problem] :
       {std::pair{"laxity --points 2", "--points: '2' is not a whole number from 3 to 1001"},
        std::pair{"wear --straight-share 2", "--straight-share: '2' is not"},
        std::pair{"contact --forward 3", "--forward"}, std::pair{"hip --side up", "--side"}}) {
    const ProgramRun wrong = run_lab(folder, {}, options);
    CHECK(wrong.exit_code == 2);
    CHECK_THAT(wrong.errors, Contains(problem));
  }
}

TEST_CASE("condyle lab: what is missing or wrong is said with its place", "[program]") {
  const TemporaryFolder folder;
  ProgramRun run = run_lab(folder, {}, "");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("slab.json: lists no tests; add the key 'tests'"));

  run = run_lab(folder, {{{"test", "contact"}, {"angels", {0}}}}, "");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("slab.json: tests[0]") && Contains("did you mean 'angles'"));

  run = run_lab(folder, {{{"test", "hip"}, {"name", "cup"}}}, "");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("test 'cup'") && Contains("neither side is a cup"));

  run = run_program("lab pad");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("condyle lab pad SCENE"));
  run = run_program("lab");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("condyle lab SCENE"));
}

}  // namespace condyle::test::lab_command_tests

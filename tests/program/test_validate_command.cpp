// condyle validate: the laws against closed forms and finite elements, as a user runs it.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"

namespace condyle::test::validate_command_tests {

using Catch::Contains;
using nlohmann::json;

namespace {

/// Number of times that a part occurs in a text.
int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

/// A plate of 1 MPa and nu 0.5 without end under a rigid sphere of 30 mm, 1 mm deep: Hertz.
json hertz_oracle() {
  const double force = 4.0 / 3 * 1e6 / 0.75 * std::sqrt(0.03) * std::pow(1e-3, 1.5);
  const json pose = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.029, 0, 0, 0, 1};
  return {
      {"source", "Hertz 1882"},
      {"casting", "plate.obj"},
      {"casting_layer", "E=1e6,nu=0.5,h=half_space"},
      {"target", "ball.json"},
      {"target_layer", "rigid"},
      {"cases", json::array({{{"id", "deep"},
                              {"T_target_in_casting", pose},
                              {"figures",
                               {{"force", {{"value", force}, {"tolerance", 0.01}}},
                                {"center_of_pressure_x",
                                 {{"value", 0}, {"tolerance", 1e-4}, {"absolute", true}}}}}}})}};
}

}  // namespace

TEST_CASE("validate: the quick form passes and writes one page with plots", "[validate]") {
  const TemporaryFolder folder;
  const ProgramRun run =
      run_program(fmt::format("validate --quick --out '{}'", (folder / "out").string()));
  INFO(run.output << run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.output, Contains("kappa, nu 0.3, a/h 0.2") && !Contains("FAIL"));

  const std::string page = file_content(folder / "out" / "validation.html");
  for (const char* words : {"Context of use", "Question of interest", "code verification",
                            "calculation verification", "Comparator", "Acceptance", "Verdict"})
    CHECK_THAT(page, Contains(words));
  CHECK(count_of(page, "<svg") >= 4);
  CHECK(count_of(page, "<svg") == count_of(page, "</svg>"));
  CHECK(count_of(page, "<polyline") > 8);
  // No figure is NaN, and the page has more passing verdicts than the terminal.
  CHECK(count_of(page, "nan") == 0);
  CHECK(count_of(page, "class=\"pass\">pass") > count_of(run.output, "  pass  "));
  // Self-contained: nothing is loaded from elsewhere.
  CHECK_THAT(page, !Contains("src=") && !Contains("<link") && !Contains("url("));
  for (const auto& entry : std::filesystem::directory_iterator(folder / "out"))
    CHECK(entry.path().filename() == "validation.html");
}

TEST_CASE("validate: figures of the user's own are checked, and a wrong one fails", "[validate]") {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "plate.obj", mesh::make_plane_grid(24e-3, 24e-3, 40, 40),
                   mesh::LengthUnit::metre);
  folder.write("ball.json", R"({"kind": "sphere", "radius": 0.03})");
  const auto run_with = [&](const json& oracle) {
    const std::string file = folder.write("hertz.json", oracle.dump()).string();
    return run_program(fmt::format("validate --only-oracles --oracles '{}'", file));
  };
  json oracle = hertz_oracle();
  const ProgramRun right = run_with(oracle);
  INFO(right.output << right.errors);
  CHECK(right.exit_code == 0);
  CHECK_THAT(right.output, Contains("pass  force, deep") && Contains("2 of 2 checks pass"));

  json& force = oracle["cases"][0]["figures"]["force"];
  force["value"] = 1.02 * force["value"].get<double>();
  const ProgramRun wrong = run_with(oracle);
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.output, Contains("FAIL  force, deep") && Contains("1 of 2 checks pass"));

  oracle["cases"][0]["figures"]["forse"] = force;
  const ProgramRun misspelt = run_with(oracle);
  CHECK(misspelt.exit_code == 2);
  CHECK_THAT(misspelt.errors, Contains("cases[0].figures") && Contains("forse"));
  oracle = hertz_oracle();
  oracle["casting"] = "missing.obj";
  CHECK(run_with(oracle).exit_code == 2);
  CHECK(run_program("validate --only-oracles").exit_code == 2);
}

}  // namespace condyle::test::validate_command_tests

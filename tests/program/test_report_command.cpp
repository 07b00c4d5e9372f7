// condyle report, run as by a user, on folders of results.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "slab_scene.h"

namespace condyle::test::report_command_tests {
namespace {

using Catch::Contains;
using nlohmann::json;

/// A folder in which commands are run: paths are relative, as a user writes them.
class Bench {
 public:
  ProgramRun run(const std::string& arguments) const {
    return run_command(fmt::format("cd '{}' && env -u DISPLAY -u WAYLAND_DISPLAY {} {}",
                                   (folder_ / "").string(), CONDYLE_PROGRAM, arguments));
  }
  void write(const std::string& name, const json& scene) const {
    folder_.write(name, scene.dump());
  }
  std::string page(const std::string& name) const { return file_content(folder_ / name); }
  std::filesystem::path operator/(const std::string& name) const { return folder_ / name; }

 private:
  TemporaryFolder folder_;
};

json tested_slab(double modulus = 5e6) {
  json slab =
      slab_with({{{"test", "contact"}},
                 {{"test", "laxity"}, {"name", "drawer"}, {"points", 31}, {"forward", 30}}});
  for (json& body : slab["bodies"]) body["meshes"][0]["layer"]["elastic_modulus"] = modulus;
  return slab;
}

void require_page(const ProgramRun& run) {
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
}

}  // namespace

TEST_CASE("condyle report: a folder of condyle lab becomes a page without testing again",
          "[program]") {
  const Bench bench;
  bench.write("slab.json", tested_slab());
  require_page(bench.run("lab slab.json --out lab"));
  require_page(bench.run("report lab --out page.html"));
  const std::string page = bench.page("page.html");
  for (const char* part :
       {"condyle lab slab.json --out lab", "Contact 'rest'", "0.125", "class=\"maps\"",
        "Laxity, forward", "<polyline", "slab/sole", "Placement at the start", "</html>"}) {
    INFO(part);
    CHECK_THAT(page, Contains(part));
  }
  CHECK_THAT(page, !Contains(">nan<"));

  // Figures are those of the folder, not of a new test: they stay when the scene goes.
  std::filesystem::remove(bench / "slab.json");
  require_page(bench.run("report lab --out again.html"));
  CHECK_THAT(bench.page("again.html"), Contains("0.125") && Contains("slab.json is not there"));
}

TEST_CASE("condyle report: a folder of one test, and two of them beside each other", "[program]") {
  const Bench bench;
  bench.write("soft.json", tested_slab());
  json stiff = tested_slab();
  stiff["loads"][0]["force"][1] = -220;
  bench.write("stiff.json", stiff);
  require_page(bench.run("lab contact soft.json --out soft"));
  require_page(bench.run("lab contact stiff.json --out stiff"));
  require_page(bench.run("report soft --compare stiff --out page.html"));
  CHECK_THAT(bench.page("page.html"), Contains("0.125") && Contains("<td>220</td>") &&
                                          Contains("(+10.0 %)") && Contains("difference marked"));
}

TEST_CASE("condyle report: a folder of condyle simulate has curves, pictures and findings",
          "[program]") {
  const Bench bench;
  bench.write("slab.json", tested_slab());
  require_page(bench.run("simulate slab.json --seconds 0.2 --vtp --every 10 --out run"));
  require_page(bench.run("report run --out page.html"));
  const std::string page = bench.page("page.html");
  for (const char* part : {"condyle simulate slab.json --seconds 0.2", "rest.force [N]",
                           "<polyline", "class=\"maps\"", "slab/sole", "0.2 s"}) {
    INFO(part);
    CHECK_THAT(page, Contains(part));
  }
  bench.write("slab.json", tested_slab(6e6));
  require_page(bench.run("simulate slab.json --seconds 0.2 --out other"));
  require_page(bench.run("report run --compare other --out two.html"));
  CHECK_THAT(bench.page("two.html"), Contains("difference"));
}

TEST_CASE("condyle report: what is no folder of results is refused with what makes one",
          "[program]") {
  const Bench bench;
  bench.write("slab.json", tested_slab());
  std::filesystem::create_directory(bench / "empty");
  ProgramRun run = bench.run("report empty --out page.html");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("empty: has no results") &&
                             Contains("condyle lab SCENE --out empty") &&
                             Contains("condyle simulate SCENE --out"));
  CHECK_FALSE(std::filesystem::exists(bench / "page.html"));

  require_page(bench.run("lab contact slab.json --out lab"));
  run = bench.run("report lab --compare slab.json --out page.html");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("--compare") && Contains("two scenes or two folders"));
  run = bench.run("report lab --angles 0,30 --out page.html");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("--angles"));
  run = bench.run("report lab --out lab/contact.json");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("the command reads this file"));

  // The name of a shipped scene and of a folder with results.
  require_page(bench.run("lab contact slab.json --out hip"));
  run = bench.run("report hip --out page.html");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("hip/"));
  require_page(bench.run("report hip/ --out page.html"));

  std::filesystem::resize_file(bench / "lab/contact.json", 30);
  run = bench.run("report lab --out page.html");
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Contains("contact.json"));
}

}  // namespace condyle::test::report_command_tests

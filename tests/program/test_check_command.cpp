#include <catch2/catch.hpp>
#include <fstream>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle {

TEST_CASE("condyle check names what is wrong in each scene, and runs nothing", "[program][check]") {
  const TemporaryFolder folder;
  const std::string good = (folder / "good.json").string(), bad = (folder / "bad.json").string(),
                    lost = (folder / "lost.json").string();
  std::ofstream(good) << R"({"condyle_scene": 1, "bodies": [{"name": "a", "kind": "dynamic",
    "density": 1000, "meshes": [{"name": "m", "primitive": {"shape": "box", "size": [1, 1, 1]},
    "layer": {"material": "steel", "thickness": 0.01}}]}]})";
  std::ofstream(bad) << R"({"condyle_scene": 1, "bodies": [{"name": "a", "kind": "dynamik"}]})";
  std::ofstream(lost) << R"({"condyle_scene": 1, "bodies": [{"name": "a", "kind": "fixed",
    "meshes": [{"name": "m", "file": "nowhere.stl", "unit": "mm"}]}]})";

  const ProgramRun right = run_program("check " + good);
  CHECK(right.exit_code == 0);
  CHECK(right.errors.empty());
  CHECK(contains(right.output, "good.json: 1 bodies"));

  const ProgramRun wrong = run_program("check " + bad + " " + good + " " + lost);
  CHECK(wrong.exit_code == 2);
  CHECK(contains(wrong.errors, "bad.json: bodies[0].kind"));
  CHECK(contains(wrong.errors, "did you mean 'dynamic'"));
  CHECK(contains(wrong.errors, "nowhere.stl"));
  CHECK(contains(wrong.errors, "2 of 3 scenes"));
  CHECK(contains(wrong.output, "good.json: 1 bodies"));
  CHECK(folder.file_count() == 3);
}

}  // namespace condyle

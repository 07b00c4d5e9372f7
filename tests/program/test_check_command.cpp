#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <sstream>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"
#include "schema/broken_scene.h"
#include "schema/random_scene.h"
#include "schema/scene_schema.h"
#include "support/few_or_all.h"

namespace condyle::test::check_command_tests {
namespace {

/// The lines of a text that begin with `intro` and a file's name, by that name.
std::map<std::string, std::vector<std::string>> lines_by_file(const std::string& text,
                                                              const std::string& intro) {
  std::map<std::string, std::vector<std::string>> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    REQUIRE(line.starts_with(intro));
    line = line.substr(intro.size());
    lines[line.substr(0, line.find(": "))].push_back(line);
  }
  return lines;
}

/// The lines of a text without those that begin with `intro`.
std::string without_lines(const std::string& text, const std::string& intro) {
  std::string rest;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(intro)) rest += line + "\n";
  }
  return rest;
}

const std::string k_warning = "condyle: warning: ";

/// A random scene without users' functions and parts' compliances, whose files do not exist.
Document scene_that_runs(DocumentMaker& maker, std::mt19937_64& random) {
  while (true) {
    Document scene = make_scene(maker, random, "ball.obj");
    const std::string text = scene.value.dump();
    if (!contains(text, "\"library\"") && !contains(text, "\"compliance\"")) return scene;
  }
}

}  // namespace

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

TEST_CASE("condyle check takes shipped scenes by name", "[program][check]") {
  const ProgramRun shipped = run_program("check ball_on_plate pulley");
  CHECK(shipped.exit_code == 0);
  CHECK(contains(shipped.output, "ball_on_plate.json: 2 bodies"));

  const ProgramRun misspelt = run_program("check ball_on_plait");
  CHECK(misspelt.exit_code == 2);
  CHECK(contains(misspelt.errors, "did you mean 'ball_on_plate'"));
}

TEST_CASE("a shipped scene runs by its file in the source tree, and where it is copied to",
          "[program][check]") {
  const std::filesystem::path source = std::filesystem::path(CONDYLE_SOURCE_DIR) / "assets/scenes";
  const TemporaryFolder folder;
  std::string files;
  for (const auto& entry : std::filesystem::directory_iterator(source)) {
    std::filesystem::copy_file(entry.path(), folder / entry.path().filename());
    files += " " + entry.path().string() + " " + (folder / entry.path().filename()).string();
  }
  const ProgramRun run = run_program("check" + files);
  INFO(run.errors);
  CHECK(run.exit_code == 0);

  const auto history = [&](const std::string& scene, const std::string& out) {
    simulate(scene, 0.02, 240, (folder / out).string());
    return file_content(folder / out / "history.csv");
  };
  const std::string name = "ball_on_plate", file = name + ".json";
  const std::string expected = history(name, "by_name");
  CHECK(history((source / file).string(), "by_file") == expected);
  CHECK(history((folder / file).string(), "by_copy") == expected);
}

TEST_CASE("a mesh that is nowhere is named where the scene has it", "[program][check]") {
  const TemporaryFolder folder;
  const std::string scene =
      folder
          .write("scene.json", R"({"condyle_scene": 1, "bodies": [{"name": "a", "kind": "fixed",
    "meshes": [{"name": "m", "file": "../meshes/no_such.ply", "unit": "m"}]}]})")
          .string();
  const ProgramRun run = run_program("check " + scene);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, (folder / "..").lexically_normal().string()));
  CHECK(contains(run.errors, "no_such.ply"));
}

TEST_CASE("condyle check passes random scenes that are right", "[program][check][rounds]") {
  const TemporaryFolder folder;
  write_ball(folder);
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  std::string files;
  const int count = few_or_all(120, 300);
  for (int i = 0; i < count; ++i) {
    const Document scene = scene_that_runs(maker, random);
    files += " " + folder.write(std::to_string(i) + ".json", scene.value.dump(1)).string();
  }
  const ProgramRun run = run_program("check" + files);
  INFO("seed " << seed << ": " << run.errors);
  CHECK(run.exit_code == 0);
  // Warnings may remain, since bodies may be far apart.
  CHECK(without_lines(run.errors, k_warning).empty());
  CHECK(lines_by_file(run.output, "").size() == std::size_t(count));
}

TEST_CASE("condyle check names what is wrong in each of many random scenes, in a line",
          "[program][check][rounds]") {
  const TemporaryFolder folder;
  write_ball(folder);
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  std::map<std::string, BrokenScene> scenes;
  std::string files;
  const int count = few_or_all(250, 700);
  for (int i = 0; i < count; ++i) {
    BrokenScene scene = broken_scene(scene_that_runs(maker, random), random);
    const std::string file = folder.write(std::to_string(i) + ".json", scene.text).string();
    files += " " + file;
    scenes.emplace(file, std::move(scene));
  }
  ProgramRun run = run_program("check" + files);
  INFO("seed " << seed);
  CHECK(run.exit_code == 2);
  run.errors = without_lines(run.errors, k_warning);
  // The program may accept errors that it cannot tell from the schema, such as a missing key that
  // an alternative does not need.
  const std::size_t summary = run.errors.rfind("condyle: ");
  CHECK(contains(run.errors.substr(summary),
                 "of " + std::to_string(count) + " scenes cannot be run"));
  run.errors.resize(summary);
  auto wrong = lines_by_file(run.errors, "condyle: ");
  auto right = lines_by_file(run.output, "");
  CHECK(wrong.size() > std::size_t(count * 6 / 7));
  for (const auto& [file, scene] : scenes) {
    INFO(file << ", " << scene.how << " at " << scene.places.front());
    if (right.contains(file)) {
      CHECK_FALSE(scene.value.is_null());
      CHECK(schema.accepts(scene.value));
      CHECK_FALSE(wrong.contains(file));
    } else {
      REQUIRE(wrong[file].size() == 1);
      INFO(wrong[file][0]);
      CHECK(scene.is_named_in(wrong[file][0]));
    }
  }
}

}  // namespace condyle::test::check_command_tests

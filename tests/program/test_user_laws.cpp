// Users' laws: the shipped example exactly as documented, and libraries that fail.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"
#include "scene_run.h"

namespace condyle::test::user_laws_tests {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

const fs::path k_source = CONDYLE_SOURCE_DIR;

json example_scene() {
  return json::parse(file_content(k_source / "examples" / "user_law" / "ball_on_plate.json"));
}

/// The shipped example, compiled with the command in its own comment.
class CompiledExample {
 public:
  CompiledExample() {
    const fs::path folder = root_ / "examples" / "user_law";
    fs::create_directories(folder);
    fs::create_directory_symlink(k_source / "core", root_ / "core");
    for (const char* file : {"laws.c", "ball_on_plate.json"})
      fs::copy_file(k_source / "examples" / "user_law" / file, folder / file);
    std::ifstream source(folder / "laws.c");
    std::string line;
    while (std::getline(source, line) && !line.starts_with(" *   cc ")) {
    }
    REQUIRE(line.size() > 3);
    REQUIRE(std::system(("cd " + folder.string() + " && " + line.substr(3)).c_str()) == 0);
    REQUIRE(fs::exists(folder / "laws.so"));
  }
  fs::path operator/(const std::string& name) const { return root_ / "examples/user_law" / name; }
  std::string write(const std::string& name, const json& scene) const {
    std::ofstream(*this / name) << scene;
    return (*this / name).string();
  }

 private:
  TemporaryFolder folder_;
  fs::path root_ = folder_ / "tree";
};

/// Largest magnitude of a column, or of all three columns of a vector, since a component may be
/// mere rounding.
double largest_of_vector(const History& history, const std::string& name) {
  const std::string stem = name.substr(0, name.find(" [") - 1);
  double most = 0;
  for (const auto& [other, values] : history.columns)
    if (other == name || (stem.ends_with('_') && other.starts_with(stem)))
      for (const double value : values)
        if (!std::isnan(value)) most = std::max(most, std::abs(value));
  return most;
}

/// The example's scene with a law from the hostile library.
json hostile_scene(const std::string& function) {
  json scene = example_scene();
  json& contact = scene["contacts"][0];
  contact.erase("friction");
  contact.erase("post_step");
  contact["library"] = CONDYLE_HOSTILE_LAWS;
  contact["function"] = function;
  return scene;
}

}  // namespace

TEST_CASE(
    "the example of a user's law compiles by its own line and does what the built-in law does",
    "[program][user_law]") {
  const CompiledExample example;
  const std::string mine = (example / "ball_on_plate.json").string();
  CHECK(run_program("check --allow-libraries " + mine).exit_code == 0);

  json scene = example_scene();
  json& contact = scene["contacts"][0];
  for (const char* key : {"library", "function", "parameters", "post_step"}) contact.erase(key);
  contact["law"] = "hertz";
  contact["stiffness"] = 1e8;
  contact["dissipation"] = 1;
  contact["friction"] = {
      {"static_coefficient", 0.2}, {"stiction_speed", 1e-3}, {"friction_speed", 1.5e-3}};
  scene["contact_integration"] = "backward_euler";  // as users' laws always are
  const std::string built_in = example.write("built_in.json", scene);
  contact["law"] = "user";
  contact.erase("stiffness");
  contact.erase("dissipation");
  contact["library"] = "laws.so";
  contact["function"] = "hertz";
  contact["slopes"] = "differences";
  contact["parameters"] = {1e8, 1};
  contact["friction"] = {{"mode", "user"},
                         {"library", "laws.so"},
                         {"function", "coulomb"},
                         {"slopes", "differences"},
                         {"parameters", {0.2, 1e-3}}};
  const std::string differences = example.write("differences.json", scene);

  const History theirs = simulate(built_in, 0.1, 240, (example / "out1").string());
  for (const std::string& file : {mine, differences}) {
    const History ours =
        simulate(file + " --allow-libraries", 0.1, 240, (example / "out2").string());
    REQUIRE(ours.rows == theirs.rows);
    for (const auto& [name, values] : theirs.columns) {
      // The residuals of passes are random, and with a user's law the energy of damping includes
      // that of the numbers.
      if (name.starts_with("solver.") || name == "energy.damping [J]" ||
          name == "energy.numbers [J]")
        continue;
      CAPTURE(file, name);
      const double most = largest_of_vector(theirs, name);
      // Newton's passes end at a residual of 1e-9 of a step's momentum, which a bounce magnifies.
      for (std::size_t i = 0; i < values.size(); ++i)
        if (!std::isnan(values[i])) CHECK(std::abs(ours[name][i] - values[i]) <= 1e-5 * most);
    }
  }
}

TEST_CASE("a post-step function stops a simulation and says why", "[program][user_law]") {
  const CompiledExample example;
  json scene = example_scene();
  scene["contacts"][0]["post_step"]["parameters"] = {10};
  const ProgramRun run =
      run_program("simulate " + example.write("stop.json", scene) +
                  " --allow-libraries --quiet --out " + (example / "out").string());
  CHECK(run.exit_code == 3);
  CHECK(contains(run.errors, "'stop_above' of "));
  CHECK(contains(run.errors, "ball.surface on plate.top"));
  CHECK(contains(run.errors, "N on 1 patches"));
  CHECK(fs::exists(example / "out/history_until_failure.csv"));
}

TEST_CASE("a law that goes wrong ends a simulation with its name, the pair and what it was asked",
          "[program][user_law]") {
  const TemporaryFolder folder;
  const auto [function, what] = GENERATE(
      table<std::string, std::string>({{"nan_force", "its force is nan"},
                                       {"nan_slope", "its slope by depth is nan"},
                                       {"infinite_slope", "its slope by rate is inf"},
                                       {"throwing", "threw \"no such material\""},
                                       {"throwing_a_number", "threw what is no std::exception"},
                                       {"refusing", "returned 7 (\"xxx"}}));
  CAPTURE(function);
  const std::string file = (folder / "scene.json").string();
  std::ofstream(file) << hostile_scene(function);
  // Check does not run the library.
  CHECK(run_program("check --allow-libraries " + file).exit_code == 0);
  const ProgramRun run = run_program("simulate " + file + " --allow-libraries --quiet --out " +
                                     (folder / "out").string());
  CHECK(run.exit_code == 3);
  CHECK(contains(run.errors, "user's function '" + function + "' of "));
  CHECK(contains(run.errors, "ball.surface on plate.top at 0."));
  CHECK(contains(run.errors, what));
  CHECK(contains(run.errors, "asked for depth "));
}

TEST_CASE("check names contact, library and reason of a law that cannot be loaded",
          "[program][user_law]") {
  const TemporaryFolder folder;
  const std::string file = (folder / "scene.json").string();
  const auto error_of = [&](const json& scene) {
    std::ofstream(file) << scene;
    const ProgramRun run = run_program("check --allow-libraries " + file);
    CHECK(run.exit_code == 2);
    CHECK(run_program("simulate " + file + " --allow-libraries --quiet --out " +
                      (folder / "out").string())
              .exit_code == 2);
    return run.errors;
  };
  json scene = hostile_scene("good");
  json& contact = scene["contacts"][0];
  CHECK(contains(error_of(hostile_scene("goood")), "contact 'ball_plate': "));
  CHECK(contains(error_of(hostile_scene("goood")), "has no function 'goood'"));

  contact["library"] = CONDYLE_OTHER_VERSION_LAWS;
  CHECK(contains(error_of(scene), "is of version 2 of user_law.h, and this program of version 1"));
  contact["library"] = "nowhere.so";  // must be next to the scene
  CHECK(contains(error_of(scene), (folder / "nowhere.so").string() + ": there is no such library"));
  contact["library"] = "libm.so.6";  // a name that the system would find
  CHECK(contains(error_of(scene), "there is no such library"));
  contact["library"] = "scene.json";
  CHECK(contains(error_of(scene), "cannot be loaded"));
  contact["library"] = 7;
  CHECK(contains(error_of(scene), "contacts[0].library"));
  contact.erase("library");
  CHECK(contains(error_of(scene), "library"));
  contact["library"] = CONDYLE_HOSTILE_LAWS;
  contact["parameters"] = {1, "two"};
  CHECK(contains(error_of(scene), "contacts[0].parameters[1]"));
  contact.erase("parameters");
  contact["slopes"] = "none";
  CHECK(contains(error_of(scene), "contacts[0].slopes"));
}

TEST_CASE("no command loads a library that a scene names, unless it is told to",
          "[program][user_law]") {
  const CompiledExample example;
  const fs::path trace = example / "it_ran";
  std::ofstream(example / "trap.c")
      << "#include <stdio.h>\n"
         "__attribute__((constructor)) static void trap(void) {\n"
         "  FILE* file = fopen(\""
      << trace.string() << "\", \"w\");\n  if (file) fclose(file);\n}\n";
  const std::string folder = (example / "").string();
  REQUIRE(std::system(("cd " + folder +
                       " && cc -shared -fPIC -I ../../core/include laws.c trap.c -o "
                       "laws.so -lm")
                          .c_str()) == 0);
  const std::string scene = (example / "ball_on_plate.json").string();
  const std::string library = (example / "laws.so").string();

  const ProgramRun check = run_program("check " + scene);
  CHECK(check.exit_code == 0);
  CHECK(contains(check.output, "would load " + library));
  CHECK(contains(check.output, "law 'hertz' of contact"));
  CHECK(contains(check.output, "friction 'coulomb' of contact"));
  CHECK(contains(check.output, "--allow-libraries"));
  const std::string simulate =
      "simulate " + scene + " --seconds 0.01 --quiet --out " + folder + "out";
  for (const std::string& arguments : {simulate, "view " + scene + " --frames 1"}) {
    const ProgramRun run = run_program_on_display(arguments);
    INFO(run.errors);
    CHECK(run.exit_code == 2);
    if (contains(run.errors, "no window")) continue;
    CHECK(contains(run.errors, scene));
    CHECK(contains(run.errors, library));
    CHECK(contains(run.errors, "--allow-libraries"));
  }
  CHECK_FALSE(fs::exists(trace));
  CHECK_FALSE(fs::exists(example / "out"));

  CHECK(run_program("check --allow-libraries " + scene).exit_code == 0);
  CHECK(fs::remove(trace));
  CHECK(run_program(simulate + " --allow-libraries").exit_code == 0);
  CHECK(fs::remove(trace));
}

TEST_CASE("check names a library that is not there without loading any", "[program][user_law]") {
  const TemporaryFolder folder;
  json scene = hostile_scene("good");
  scene["contacts"][0]["library"] = "nowhere.so";
  const ProgramRun run = run_program("check " + folder.write("scene.json", scene.dump()).string());
  CHECK(run.exit_code == 2);
  CHECK(contains(run.errors, (folder / "nowhere.so").string() + ": there is no such library"));
}

}  // namespace condyle::test::user_laws_tests

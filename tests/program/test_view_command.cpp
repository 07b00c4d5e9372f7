#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "core/mesh/temporary_folder.h"
#include "program/run_program.h"
#include "support/swinging_knee.h"

namespace condyle::test::view_command_tests {

namespace {

// Width and height: big-endian, at bytes 16 and 20 of a PNG file.
std::pair<int, int> png_size(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::array<unsigned char, 24> head{};
  in.read(reinterpret_cast<char*>(head.data()), head.size());
  const auto number = [&](std::size_t at) {
    return head[at] << 24 | head[at + 1] << 16 | head[at + 2] << 8 | head[at + 3];
  };
  return {number(16), number(20)};
}

}  // namespace

TEST_CASE("view: without a display says so, names the headless command, exits 2") {
  const std::string arguments = GENERATE("", "view hip", "view hip --frames 2");
  const ProgramRun run = run_program(arguments);
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Catch::Contains("no display") && Catch::Contains("condyle simulate"));
}

TEST_CASE("view: counted frames end with a picture of the whole window") {
  const std::string timings = GENERATE("", " --timings");
  const auto file = std::filesystem::temp_directory_path() / "condyle_test_view.png";
  std::filesystem::remove(file);
  const ProgramRun run = run_program_on_display(
      "view ball_on_plate --frames 5 --size 900x700 --screenshot " + file.string() + timings);
  if (run.exit_code == 2 && contains(run.errors, "no window")) {
    WARN("SKIPPED: " << run.errors);
    return;
  }
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(png_size(file) == std::pair(900, 700));
  std::filesystem::remove(file);
}

TEST_CASE("view: a scene without contacts, as a robot without layers, opens too") {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.write("ball.json", R"({"condyle_scene": 1, "bodies": [
    {"name": "ball", "kind": "fixed", "meshes": [
      {"name": "ball", "primitive": {"shape": "icosphere", "radius": 0.02, "segments": 2}}]}]})");
  const ProgramRun run =
      run_program_on_display("view " + file.string() + " --frames 2 --size 300x300");
  if (run.exit_code == 2 && contains(run.errors, "no window")) {
    WARN("SKIPPED: " << run.errors);
    return;
  }
  CAPTURE(run.errors);
  CHECK(run.exit_code == 0);
}

TEST_CASE(
    "view: a picture at 900 x 600 and 192 dpi, what a user has folded neither counts nor changes") {
  const TemporaryFolder folder;
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before ? before : "";
  setenv("XDG_CONFIG_HOME", (folder / "config").c_str(), 1);
  const auto picture = [&](const std::string& name) {
    return run_program_on_display(
        fmt::format("view ball_on_plate --frames 4 --size 900x600 --ui-scale 2 --screenshot '{}'",
                    (folder / name).string()));
  };
  const ProgramRun run = picture("plain.png");
  const bool skipped = run.exit_code == 2 && contains(run.errors, "no window");
  if (skipped) WARN("SKIPPED: " << run.errors);
  if (!skipped) {
    CHECK(run.exit_code == 0);
    CHECK(png_size(folder / "plain.png") == std::pair(900, 600));
    CHECK_FALSE(std::filesystem::exists(folder / "config"));
    std::filesystem::create_directories(folder / "config/condyle");
    const std::string settings = "left.open = no\nright.open = no\nfolded.Time = yes\n";
    folder.write("config/condyle/viewer.ini", settings);
    CHECK(picture("folded.png").exit_code == 0);
    CHECK(file_content(folder / "folded.png") == file_content(folder / "plain.png"));
    CHECK(file_content(folder / "config/condyle/viewer.ini") == settings);
  }
  if (before) {
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  } else {
    unsetenv("XDG_CONFIG_HOME");
  }
}

TEST_CASE("view --motion: counted frames end with a picture of the recorded motion") {
  const test::SwingingKnee knee(30);
  const std::string start = GENERATE("", " --at 1.3", " --speed 0.5");
  const auto file = knee.folder / "picture.png";
  const ProgramRun run = run_program_on_display(
      fmt::format("view '{}' --motion '{}' --size 900x700 --frames 3 --screenshot '{}'{}",
                  (knee.folder / "knee.osim").string(), (knee.folder / "swing.sto").string(),
                  file.string(), start));
  if (run.exit_code == 2 && run.errors.find("no window") != std::string::npos) {
    CHECK_THAT(run.errors, Catch::Contains("condyle analyze"));
    WARN("SKIPPED: " << run.errors);
    return;
  }
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK_THAT(run.errors, Catch::Contains("speeds are not in the motion"));
  CHECK(png_size(file) == std::pair(900, 700));
}

TEST_CASE("view --motion: what cannot be replayed ends with exit 2 and the reason") {
  const test::SwingingKnee knee(5);
  knee.folder.write("other.sto", "a\nnRows=1\nnColumns=2\nendheader\ntime\telbow\n0\t1\n");
  knee.folder.write("part.sto", "a\nnRows=1\nnColumns=2\nendheader\ntime\tflexion\n0\t1\n");
  const std::string model = (knee.folder / "knee.osim").string();
  const auto view = [&](const std::string& motion, const std::string& more = "") {
    return run_program_on_display(fmt::format("view '{}' --motion '{}' --frames 1 {}", model,
                                              (knee.folder / motion).string(), more));
  };
  const auto refuses = [](const ProgramRun& run, const std::string& reason) {
    CHECK(run.exit_code == 2);
    CHECK_THAT(run.errors, Catch::Contains(reason));
  };
  refuses(view("none.sto"), "none.sto");
  refuses(view("other.sto"), "none of its columns");
  refuses(view("part.sto"), "--missing-default");
  refuses(view("swing.sto", "--geometry /no/such/folder"), "/no/such/folder");
  refuses(view("swing.sto", "--rate 60"), "--rate");
  refuses(view("swing.sto", "--screenshot a.png --at x"), "--at");
  refuses(run_program_on_display("view hip --motion " + (knee.folder / "swing.sto").string()),
          "OpenSim model");
  refuses(run_program_on_display("view '" + model + "' --at 1"), "--motion");
  const ProgramRun late = view("swing.sto", "--at 9");
  CHECK(late.exit_code == 2);
  CHECK_THAT(late.errors, Catch::Contains("from 0 to 2 s"));
  const ProgramRun part = view("part.sto", "--missing-default");
  CHECK_THAT(part.errors, Catch::Contains("its default value holds"));
}

TEST_CASE("view: wrong options are refused") {
  CHECK(run_program_on_display("view hip --size 900").exit_code == 2);
  CHECK(run_program_on_display("view hip --size 1x1").exit_code == 2);
  CHECK(run_program_on_display("view hip --rate -3").exit_code == 2);
  CHECK(run_program_on_display("view hip --ui-scale 9").exit_code == 2);
  CHECK(run_program_on_display("view hip --screenshot a.png").exit_code == 2);
  CHECK_THAT(run_program_on_display("view no_such_scene --frames 1").errors,
             Catch::Contains("no_such_scene") || Catch::Contains("no window"));
}

}  // namespace condyle::test::view_command_tests

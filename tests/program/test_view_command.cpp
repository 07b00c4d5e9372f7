#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>

#include "program/run_program.h"

using namespace condyle;

namespace {

// Takes the display away while it lives.
class NoDisplay {
 public:
  NoDisplay() {
    for (Variable& variable : variables_) {
      if (const char* value = std::getenv(variable.name)) variable.value = value;
      unsetenv(variable.name);
    }
  }
  ~NoDisplay() {
    for (const Variable& variable : variables_) {
      if (variable.value) setenv(variable.name, variable.value->c_str(), 1);
    }
  }

 private:
  struct Variable {
    const char* name;
    std::optional<std::string> value;
  };
  Variable variables_[2] = {{"DISPLAY", {}}, {"WAYLAND_DISPLAY", {}}};
};

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
  const NoDisplay no_display;
  const std::string arguments = GENERATE("", "view hip", "view hip --frames 2");
  const ProgramRun run = run_program(arguments);
  CHECK(run.exit_code == 2);
  CHECK_THAT(run.errors, Catch::Contains("no display") && Catch::Contains("condyle simulate"));
}

TEST_CASE("view: counted frames end with a picture of the whole window") {
  const std::string timings = GENERATE("", " --timings");
  const auto file = std::filesystem::temp_directory_path() / "condyle_test_view.png";
  std::filesystem::remove(file);
  const ProgramRun run = run_program("view ball_on_plate --frames 5 --size 900x700 --screenshot " +
                                     file.string() + timings);
  if (run.exit_code == 2 && contains(run.errors, "no window")) {
    WARN("SKIPPED: " << run.errors);
    return;
  }
  INFO(run.errors);
  REQUIRE(run.exit_code == 0);
  CHECK(png_size(file) == std::pair(900, 700));
  std::filesystem::remove(file);
}

TEST_CASE("view: wrong options are refused") {
  CHECK(run_program("view hip --size 900").exit_code == 2);
  CHECK(run_program("view hip --size 1x1").exit_code == 2);
  CHECK(run_program("view hip --rate -3").exit_code == 2);
  CHECK(run_program("view hip --screenshot a.png").exit_code == 2);
  CHECK_THAT(run_program("view no_such_scene --frames 1").errors,
             Catch::Contains("no_such_scene") || Catch::Contains("no window"));
}

// Clicks, keys, typing, drops and resizes at random: the viewer must not crash, and OpenGL must not
// complain. "soak:" does so for as many windows as CONDYLE_SOAK_RUNS says, or until
// CONDYLE_SOAK_MINUTES of processor time are over.
#include <malloc.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "demo/view/random_user.h"
#include "support/few_or_all.h"
#include "support/soak.h"
#include "view/lesson_file.h"
#include "view/no_window.h"
#include "view/start_page.h"
#include "view/viewer.h"
#include "world/scene_world.h"

/// Of the address sanitizer, whose allocator mallinfo2() does not see; null without it.
extern "C" __attribute__((weak)) std::size_t __sanitizer_get_current_allocated_bytes();

namespace condyle::test::random_user_tests {

namespace {

namespace fs = std::filesystem;

/// A folder of its own as the working folder, where the viewer saves pictures, and for its
/// settings.
class OwnFolder {
 public:
  OwnFolder() : before_(fs::current_path()) {
    std::string name = (fs::temp_directory_path() / "condyle-user-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()));
    folder_ = name;
    fs::current_path(folder_);
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
  }
  ~OwnFolder() {
    fs::current_path(before_);
    unsetenv("XDG_CONFIG_HOME");
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  OwnFolder(const OwnFolder&) = delete;
  OwnFolder& operator=(const OwnFolder&) = delete;

  /// Scenes that can be opened, and what cannot.
  std::vector<fs::path> files() const {
    std::vector<fs::path> files = {shipped_scenes() / "hip.json",
                                   shipped_scenes() / "ball_on_plate.json", folder_,
                                   folder_ / "no such file.json", folder_ / "broken.json"};
    std::ofstream(files.back()) << "{\"condyle_scene\": 1, \"bodies\": [";
    return files;
  }

 private:
  fs::path before_, folder_;
};

/// What the user is shown first: a scene, a lesson or the start page.
ViewerOptions options_for(unsigned seed, int side) {
  ViewerOptions options;
  options.size = {side, side * 3 / 4};
  const auto scenes = shipped_scene_files(), lessons = shipped_lesson_files();
  const std::size_t choice = seed % (scenes.size() + lessons.size() + 1);
  if (choice < scenes.size())
    options.scene = scenes[choice].string();
  else if (choice < scenes.size() + lessons.size())
    options.lesson = lessons[choice - scenes.size()].string();
  return options;
}

/// False, with a note, without a display.
bool use_at_random(unsigned seed, const RandomUser::Habits& habits, int side) try {
  INFO("seed " << seed);
  RandomUser user(seed, habits);
  ViewerOptions options = options_for(seed, side);
  options.user = [&](GLFWwindow* window) { user.act(window); };
  run_viewer(options);
  INFO("frames " << user.frames());
  CHECK(user.frames() > 0);
  CHECK(user.gl_errors() == std::vector<std::string>());
  return true;
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
  return false;
}

/// Memory in use [MB]; 0 where an allocator does not tell.
double megabytes_in_use() {
  const std::size_t bytes = __sanitizer_get_current_allocated_bytes
                                ? __sanitizer_get_current_allocated_bytes()
                                : mallinfo2().uordblks;
  return static_cast<double>(bytes) / (1 << 20);
}

/// The processor time of this process [min].
double minutes_used() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC / 60; }

/// At which no further window opens.
double most_minutes() {
  const char* text = std::getenv("CONDYLE_SOAK_MINUTES");
  return text ? std::strtod(text, nullptr) : INFINITY;
}

}  // namespace

TEST_CASE("viewer: a user who acts at random neither crashes it nor upsets OpenGL",
          "[viewer][rounds]") {
  const OwnFolder folder;
  const unsigned seed = 1;
  const RandomUser::Habits habits{
      .frames = few_or_all(25, 60), .narrowest = 200, .widest = 400, .dropped = folder.files()};
  use_at_random(seed, habits, 400);
}

TEST_CASE("soak: users who act at random in the viewer leave no memory behind", "[.soak]") {
  constexpr double k_most_growth = 16;  // [MB], for caches of the driver and the library
  const OwnFolder folder;
  const RandomUser::Habits habits{
      .frames = 600, .narrowest = 250, .widest = 1400, .dropped = folder.files()};
  double first = 0;
  std::size_t run = 0;
  for (const unsigned seed : soak_seeds()) {
    std::printf("seed %u, %.1f MB in use, %.1f min\n", seed, megabytes_in_use(), minutes_used());
    std::fflush(stdout);
    if (!use_at_random(seed, habits, 900)) return;
    constexpr std::size_t k_warm = 20;  // runs until all scenes were open
    if (++run == k_warm) first = megabytes_in_use();
    if (run > k_warm) CHECK(megabytes_in_use() < first + k_most_growth);
    if (minutes_used() > most_minutes()) break;
  }
}

}  // namespace condyle::test::random_user_tests

// Films: pictures in a folder, what ffmpeg makes of them, and the film of a scene's past.
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>

#include "base/system.h"
#include "condyle/error.h"
#include "demo/view/viewer_in_window.h"
#include "view/film.h"
#include "view/film_of_past.h"

namespace condyle::test::film_tests {
namespace {

namespace fs = std::filesystem;

/// A folder of its own, in which the program runs meanwhile, with a PATH of its own if wished.
class Workplace {
 public:
  explicit Workplace(bool with_programs) : path_(std::getenv("PATH")), before_(fs::current_path()) {
    fs::create_directories(folder_);
    fs::current_path(folder_);
    if (!with_programs) setenv("PATH", folder_.c_str(), 1);
  }
  ~Workplace() {
    setenv("PATH", path_.c_str(), 1);
    fs::current_path(before_);
    fs::remove_all(folder_);
  }
  /// The names of all files and folders, those of folders with a slash.
  std::vector<std::string> content() const {
    std::vector<std::string> names;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder_))
      names.push_back(fs::relative(entry.path(), folder_).string() +
                      (entry.is_directory() ? "/" : ""));
    std::ranges::sort(names);
    return names;
  }

 private:
  std::string path_;
  // Of its own, since tests run beside one another.
  fs::path before_, folder_ = fs::temp_directory_path() /
                              fmt::format("condyle_film_test_{}", std::random_device{}());
};

constexpr ViewSize k_size{64, 48};

/// A picture of one colour.
std::vector<std::uint8_t> plain(int grey, ViewSize size = k_size) {
  return std::vector(3 * static_cast<std::size_t>(size.width) * size.height,
                     static_cast<std::uint8_t>(grey));
}

std::string text_of_file(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

/// The number of pictures in a film, as ffmpeg decodes it.
long pictures_in(const std::string& film) {
  REQUIRE(run_in_shell("ffmpeg -loglevel error -i " + film + " -f framecrc list.txt", ".") ==
          CommandEnd::well);
  std::istringstream list(text_of_file("list.txt"));
  long count = 0;
  for (std::string line; std::getline(list, line);) count += !line.empty() && line[0] != '#';
  return count;
}

}  // namespace

TEST_CASE("film: a name without ending is a folder of pictures, which appears as a whole",
          "[view][film]") {
  const Workplace workplace(GENERATE(true, false));
  {
    Film film("frames", k_size, 30);
    CHECK(film.lack().empty());
    for (int k = 0; k < 3; ++k) film.add(plain(80 * k));
    CHECK_FALSE(fs::exists("frames"));
    film.finish();
    CHECK(film.pictures() == 3);
  }
  const std::vector<std::string> all = {"frames/", "frames/00001.png", "frames/00002.png",
                                        "frames/00003.png"};
  CHECK(workplace.content() == all);
  CHECK_THAT(text_of_file("frames/00001.png"), Catch::Contains("PNG"));
  Film("given_up", k_size, 30).add(plain(0));
  CHECK(workplace.content() == all);
}

TEST_CASE("film: without ffmpeg its pictures are written, and it says so", "[view][film]") {
  const Workplace workplace(false);
  CHECK_FALSE(has_program("ffmpeg"));
  Film film("knee.mp4", k_size, 30);
  film.add(plain(10));
  film.finish();
  CHECK(film.target() == "knee");
  CHECK_THAT(film.lack(), Catch::Contains("ffmpeg is not in a folder of PATH") &&
                              Catch::Contains("knee has the pictures"));
  CHECK(fs::exists("knee/00001.png"));
  CHECK_FALSE(fs::exists("knee.mp4"));
  CHECK_THROWS_WITH(Film("knee.doc", k_size, 30),
                    Catch::Contains(".mp4, .mkv, .webm, .mov or .gif"));
}

TEST_CASE("film: ffmpeg makes a film or an animated picture of all pictures", "[view][film]") {
  if (!has_program("ffmpeg")) {
    WARN("SKIPPED: no ffmpeg");
    return;
  }
  const Workplace workplace(true);
  const std::string name = GENERATE("film.mp4", "film.gif");
  constexpr ViewSize k_odd{65, 47};
  {
    Film film(name, k_odd, 20);
    CHECK(film.lack().empty());
    for (int k = 0; k < 12; ++k) film.add(plain(20 * k, k_odd));
    CHECK_FALSE(fs::exists(name));
    film.finish();
  }
  CHECK(workplace.content() == std::vector{name});
  CHECK(pictures_in(name) == 12);
  if (name == "film.gif") CHECK_THAT(text_of_file(name), Catch::StartsWith("GIF89a"));
}

TEST_CASE("film: what ffmpeg says when it fails is told", "[view][film]") {
  if (!has_program("ffmpeg")) {
    WARN("SKIPPED: no ffmpeg");
    return;
  }
  const Workplace workplace(true);
  Film film("film.mp4", k_size, 30);
  for (const std::string& name : workplace.content()) fs::remove_all(name);  // where it writes
  CHECK_THROWS_WITH(
      [&] {
        for (int k = 0; k < 12; ++k) film.add(plain(20 * k));
        film.finish();
      }(),
      Catch::Contains("ffmpeg failed: ") && Catch::Contains("No such file"));
}

TEST_CASE("a program that is fed: its end and its last words are known", "[film]") {
  FedProgram counts({"sh", "-c", "wc -c >&2"});
  const std::vector<std::uint8_t> bytes(100000, 7);
  CHECK(counts.feed(bytes));
  CHECK(counts.finish());
  CHECK_THAT(counts.last_words(), Catch::Contains("100000"));
  FedProgram fails({"sh", "-c", "echo it cannot be >&2; exit 3"});
  while (fails.feed(bytes)) {  // until it no longer reads
  }
  CHECK_FALSE(fails.finish());
  CHECK(fails.last_words() == "it cannot be");
  CHECK_THROWS_AS(FedProgram({"no_such_program_of_condyle"}), InputError);
}

TEST_CASE("film: of the past, at the playback's speed, whatever the pictures took",
          "[viewer][film]") {
  const auto viewer = open_viewer("bouncing_balls", {320, 240}, 1);
  if (!viewer) return;
  const Workplace workplace(false);
  ViewerState& state = viewer->state;
  viewer->lay_out();
  const ViewSize window = viewer->window->frame_buffer_size();
  start_film(state, window);
  CHECK_FALSE(state.film);
  CHECK_THAT(state.message, Catch::Contains("no past to film"));

  state.live->set_memory(std::size_t(1) << 28);
  state.playback.at_end = AtEnd::go_on;
  state.playback.speed = 1;
  for (int k = 0; k < 30; ++k) advance(state, 1.0 / 60, [] { return 0.0; });
  const PastView past = state.live->past();
  CHECK(past.seconds == Approx(0.5).epsilon(0.02));
  state.playback.speed = 0.5;  // one second of film
  start_film(state, window);
  REQUIRE(state.film);
  std::vector<double> times;
  while (state.film && times.size() < 200) {
    viewer->lay_out(1);
    REQUIRE(is_film_due(state));
    times.push_back(state.live->time());
    film_picture(state, window, plain(100, window));
  }
  const double stride = 0.5 / 30;
  CHECK(times.size() == Approx(past.seconds / stride + 1).margin(1.5));
  for (std::size_t k = 1; k + 1 < times.size(); ++k)
    CHECK(times[k] - times[k - 1] == Approx(stride).margin(0.5 / 240 + 1e-9));
  CHECK_FALSE(state.film);
  CHECK_FALSE(state.live->past().is_past());  // it has come to the present
  CHECK(workplace.content().size() == times.size() + 1);
  CHECK(fs::exists("condyle-bouncing_balls-001/00030.png"));
}

}  // namespace condyle::test::film_tests

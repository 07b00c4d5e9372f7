#include <catch2/catch.hpp>
#include <cstdlib>

#include "core/mesh/temporary_folder.h"
#include "view/viewer_settings.h"

namespace condyle::test::viewer_settings_tests {

TEST_CASE("viewer settings: what was written is read again", "[settings]") {
  const TemporaryFolder folder;
  const auto file = folder / "new" / "condyle" / "viewer.ini";
  ViewerSettings settings;
  settings.panels.left = {false, 31.5f};
  settings.panels.right.width = 40;
  settings.window = {1711, 933};
  settings.theme = Theme::light;
  settings.backdrop = Backdrop::light;
  settings.text_scale = 1.25;
  settings.places["Time"] = {.panel = Side::right};
  settings.places["Energy"] = {.panel = {}, .x = 31.5f, .y = -2, .width = 28, .height = 12.25f};
  settings.panels.last_opened = Side::right;
  settings.folded = {"Time", "Against theory"};
  for (int k = 0; k < 20; ++k) remember_recent(settings, "/data/" + std::to_string(k) + ".json");
  remember_recent(settings, "/data/12.json");
  REQUIRE(write_settings(file, settings));
  const ViewerSettings again = read_settings(file);
  CHECK_FALSE(again.panels.left.is_open);
  CHECK(again.panels.left.width == 31.5f);
  CHECK(again.panels.right.is_open);
  CHECK(again.panels.right.width == 40);
  CHECK(again.window.width == 1711);
  CHECK(again.window.height == 933);
  CHECK(again.theme == Theme::light);
  CHECK(again.backdrop == Backdrop::light);
  CHECK(again.text_scale == 1.25);
  REQUIRE(again.places.size() == 2);
  CHECK(again.places.at("Time").panel == Side::right);
  const GroupPlace& place = again.places.at("Energy");
  CHECK_FALSE(place.panel);
  CHECK(place.x == 31.5f);
  CHECK(place.y == -2);
  CHECK(place.width == 28);
  CHECK(place.height == 12.25f);
  CHECK(again.panels.last_opened == Side::right);
  CHECK(again.folded == settings.folded);
  CHECK(again.recent == settings.recent);
  REQUIRE(again.recent.size() == 12);
  CHECK(again.recent[0] == "/data/12.json");
  CHECK(again.recent[1] == "/data/19.json");
}

TEST_CASE("viewer settings: a file that is missing or damaged leaves the defaults", "[settings]") {
  const TemporaryFolder folder;
  const float usual = PanelWishes().left.width;
  CHECK(read_settings(folder / "none.ini").panels.left.width == usual);
  const auto file =
      folder.write("viewer.ini",
                   "left.width = nan\nright.width = -3\nwindow = 9x-1\ntext.scale = 40\ntheme = "
                   "grey\nbackground = \nplace.Time = 1 2 "
                   "-3 4\nplace.Plots = 1 2 3\nleft.open = "
                   "\xff\nx\n = \nfolded. = no\n");
  const ViewerSettings settings = read_settings(file);
  CHECK(settings.panels.left.width == usual);
  CHECK(settings.panels.right.width == PanelWishes().right.width);
  CHECK(settings.window.width == 0);
  CHECK(settings.text_scale == 1);
  CHECK(settings.theme == Theme::dark);
  CHECK(settings.backdrop == Backdrop::dark);
  CHECK(settings.places.empty());
  CHECK(settings.panels.left.is_open);
  CHECK(settings.folded.empty());
  CHECK_FALSE(write_settings(file / "below_a_file" / "viewer.ini", settings));
}

TEST_CASE("viewer settings: the file is in the user's folder of settings", "[settings]") {
  const char* before = std::getenv("XDG_CONFIG_HOME");
  const std::string kept = before ? before : "";
  setenv("XDG_CONFIG_HOME", "/somewhere/else", 1);
  CHECK(settings_file() == "/somewhere/else/condyle/viewer.ini");
  setenv("XDG_CONFIG_HOME", "not/absolute", 1);
  if (const char* home = std::getenv("HOME"))
    CHECK(settings_file() == std::filesystem::path(home) / ".config/condyle/viewer.ini");
  if (before) {
    setenv("XDG_CONFIG_HOME", kept.c_str(), 1);
  } else {
    unsetenv("XDG_CONFIG_HOME");
  }
}

}  // namespace condyle::test::viewer_settings_tests

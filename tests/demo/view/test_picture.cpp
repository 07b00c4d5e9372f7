#include <stb/stb_image.h>

#include <catch2/catch.hpp>
#include <memory>
#include <set>

#include "condyle/error.h"
#include "condyle/scene/scene_file.h"
#include "view/color_map.h"
#include "view/picture.h"
#include "view/scale_strip.h"
#include "view/theme.h"
#include "world/scene_world.h"

namespace condyle::test::picture_tests {

namespace {

struct Image {
  int width = 0, height = 0;
  std::shared_ptr<unsigned char> pixels;  // RGB, rows from the top

  Rgb8 at(int x, int y) const {
    const unsigned char* p = pixels.get() + 3 * (y * width + x);
    return {p[0], p[1], p[2]};
  }
};

Image read_png(const std::filesystem::path& file) {
  Image image;
  int channels = 0;
  image.pixels = {stbi_load(file.c_str(), &image.width, &image.height, &channels, 3),
                  stbi_image_free};
  return image;
}

int distance(Rgb8 a, Rgb8 b) {
  int largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

// Number of rows of the bar with the colour of the map at their height.
int rows_that_follow(ColorMap map, const Image& image, const ScreenArea& bar) {
  const int x = static_cast<int>(bar.x + bar.width / 2), height = static_cast<int>(bar.height);
  int right = 0;
  for (int row = 0; row < height; ++row) {
    const Rgb8 expected = color_at(map, 1 - (row + 0.5) / height);
    right += distance(image.at(x, static_cast<int>(bar.y) + row), expected) <= 2;
  }
  return right;
}

std::set<Rgb8> colors_of(const Image& image) {
  std::set<Rgb8> colors;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) colors.insert(image.at(x, y));
  }
  return colors;
}

std::unique_ptr<SceneWorld> resting_ball() {
  auto world = std::make_unique<SceneWorld>(scene::read_scene(find_scene("ball_on_plate")));
  for (int k = 0; k < 60; ++k) world->step(1.0 / 240);
  return world;
}

}  // namespace

TEST_CASE("picture: drawn without a window, with the scene and its colour bar in it") {
  const auto file = std::filesystem::temp_directory_path() / "condyle_test_picture.png";
  std::filesystem::remove(file);
  std::string why_not;
  if (!draw_picture(*resting_ball(), file, 960, 720, why_not)) {
    CHECK_FALSE(std::filesystem::exists(file));
    WARN("SKIPPED: " << why_not);
    return;
  }
  const Image image = read_png(file);
  REQUIRE(image.width == 960);
  REQUIRE(image.height == 720);
  CHECK(colors_of(image).size() > 1000);

  // At a height of 720 pixels text has its nominal size.
  const PictureParts parts = split_picture({0, 0, 960, 720}, k_text_size);
  const ScreenArea bar = lay_out_scales(parts.scales, k_text_size, {}).pressure;
  CHECK(rows_that_follow(ColorMap::viridis, image, bar) == static_cast<int>(bar.height));
  std::filesystem::remove(file);
}

TEST_CASE("picture: a folder that is not there is refused, and nothing is left behind") {
  const auto folder = std::filesystem::temp_directory_path() / "condyle_no_such_folder";
  std::string why_not;
  try {
    if (!draw_picture(*resting_ball(), folder / "a.png", 320, 240, why_not)) {
      WARN("SKIPPED: " << why_not);
      return;
    }
    FAIL("written where no folder is");
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Catch::Contains("condyle_no_such_folder"));
  }
  CHECK_FALSE(std::filesystem::exists(folder));
}

TEST_CASE("picture: an impossible size is refused") {
  std::string why_not;
  CHECK_THROWS_AS(draw_picture(*resting_ball(), "a.png", 0, 240, why_not), InputError);
  CHECK_THROWS_AS(draw_picture(*resting_ball(), "a.png", 320, 100000, why_not), InputError);
}

}  // namespace condyle::test::picture_tests

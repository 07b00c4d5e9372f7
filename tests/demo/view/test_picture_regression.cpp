// The pictures of the start page are what the viewer draws: a wrong colour, light or camera shows.
#include <stb/stb_image.h>

#include <Eigen/Core>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <memory>

#include "core/mesh/temporary_folder.h"
#include "view/no_window.h"
#include "view/start_page.h"
#include "view/viewer.h"
#include "world/scene_world.h"

namespace condyle::test::picture_regression_tests {

namespace {

// Differences of the means of blocks, as one sees them: from about 2.3 on (in CIELAB) a pair of
// colours looks different. Drivers round and place pixels at edges in their own ways, and the
// pictures have 128 colours; a block at an edge then differs more than most.
constexpr int k_block = 8;  // [pixels]
constexpr double k_most_on_average = 1, k_most_in_a_block = 8;

using Lab = Eigen::Vector3d;

double linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// CIELAB of linear sRGB light, white point D65.
Lab lab(const Eigen::Vector3d& rgb) {
  Eigen::Matrix3d to_xyz;
  to_xyz << 0.4124, 0.3576, 0.1805, 0.2126, 0.7152, 0.0722, 0.0193, 0.1192, 0.9505;
  const Eigen::Vector3d white(0.9505, 1, 1.089);
  const Eigen::Vector3d f = (to_xyz * rgb).cwiseQuotient(white).unaryExpr([](double t) {
    return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
  });
  return {116 * f.y() - 16, 500 * (f.x() - f.y()), 200 * (f.y() - f.z())};
}

struct Blocks {
  int columns = 0, rows = 0;
  std::vector<Lab> means;
};

Blocks blocks_of(const std::filesystem::path& file) {
  int width = 0, height = 0, channels = 0;
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      stbi_load(file.c_str(), &width, &height, &channels, 3), stbi_image_free);
  REQUIRE(pixels);
  Blocks blocks{width / k_block, height / k_block, {}};
  for (int row = 0; row < blocks.rows; ++row) {
    for (int column = 0; column < blocks.columns; ++column) {
      Eigen::Vector3d sum = Eigen::Vector3d::Zero();
      for (int y = row * k_block; y < (row + 1) * k_block; ++y)
        for (int x = column * k_block; x < (column + 1) * k_block; ++x)
          for (int c = 0; c < 3; ++c)
            sum[c] += linear(pixels.get()[3 * (y * width + x) + c] / 255.0);
      blocks.means.push_back(lab(sum / (k_block * k_block)));
    }
  }
  return blocks;
}

struct PictureDifference {
  double mean = 0, largest = 0;
  bool is_seen() const { return mean > k_most_on_average || largest > k_most_in_a_block; }
};

PictureDifference difference(const Blocks& a, const Blocks& b) {
  REQUIRE(a.columns == b.columns);
  REQUIRE(a.rows == b.rows);
  PictureDifference difference;
  for (std::size_t i = 0; i < a.means.size(); ++i) {
    const double here = (a.means[i] - b.means[i]).norm();
    difference.mean += here / static_cast<double>(a.means.size());
    difference.largest = std::max(difference.largest, here);
  }
  return difference;
}

/// As assets/make_pictures takes it, but for these changes.
ViewerOptions start_picture_options(const std::string& scene, int frames) {
  ViewerOptions options;
  options.scene = scene;
  options.frames = frames;
  options.size = {384, 240};
  options.panels = options.scales = false;
  return options;
}

/// The difference of what is drawn from the picture of the start page; none without a display.
std::optional<PictureDifference> difference_of(ViewerOptions options) try {
  const TemporaryFolder folder;  // of its own, since tests run side by side
  const std::filesystem::path drawn = folder / (options.scene + ".png");
  options.screenshot = drawn;
  run_viewer(options);
  const PictureDifference found =
      difference(blocks_of(drawn), blocks_of(start_picture(find_scene(options.scene))));
  return found;
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
  return {};
}

}  // namespace

TEST_CASE("pictures: the viewer draws what the start page shows", "[viewer]") {
  const auto [scene, frames] = GENERATE(table<std::string, int>(
      {{"ball_on_plate", 150}, {"hip", 78}, {"knee_replacement", 150}, {"bouncing_balls", 22}}));
  const auto found = difference_of(start_picture_options(scene, frames));
  if (!found) return;
  INFO(scene << ": if the picture is meant to change, assets/make_pictures takes it anew");
  CHECK(found->mean < k_most_on_average);
  CHECK(found->largest < k_most_in_a_block);
}

TEST_CASE("pictures: a wrong colour, field, time or light is seen", "[viewer]") {
  ViewerOptions options = start_picture_options("ball_on_plate", 150);
  SECTION("another colour map") { options.colors.map = ColorMap::cividis; }
  SECTION("the map turned round") { options.colors.reversed = true; }
  SECTION("another field") { options.field = Field::thickness; }
  SECTION("another moment") { options.frames = 1; }
  SECTION("another background") { options.backdrop = Backdrop::light; }
  const auto found = difference_of(options);
  if (!found) return;
  INFO("mean " << found->mean << ", largest " << found->largest);
  CHECK(found->is_seen());
}

}  // namespace condyle::test::picture_regression_tests

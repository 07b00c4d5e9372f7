#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <memory>
#include <vector>

#include "view/no_window.h"
#include "view/png_file.h"
#include "view/renderer.h"
#include "view/window.h"

namespace condyle::test {

inline constexpr ViewSize k_picture_size{480, 360};

/// A hidden window, or none, with a note, without a display.
inline std::unique_ptr<Window> hidden_window() try {
  return std::make_unique<Window>("test", k_picture_size, Window::Visibility::hidden);
} catch (const NoWindow& error) {
  WARN("SKIPPED: " << error.what());
  return nullptr;
}

/// A picture of k_picture_size.
struct DrawnPicture {
  std::vector<std::uint8_t> rgb;
  Rgb8 at(int x, int y) const {
    const std::size_t i =
        3 * (static_cast<std::size_t>(y) * k_picture_size.width + static_cast<std::size_t>(x));
    return {rgb[i], rgb[i + 1], rgb[i + 2]};
  }
};

inline DrawnPicture drawn(Renderer& renderer, const DrawList& list) {
  const FrameBuffer picture(FrameBuffer::Kind::picture, k_picture_size);
  renderer.draw(list, {picture.id(), 0, 0, k_picture_size});
  picture.bind();
  return {read_pixels(k_picture_size)};
}

/// The largest difference of a channel.
inline int color_distance(Rgb8 a, Rgb8 b) {
  int largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// The largest difference between the picture and the colour bar at points of a map on the square
/// |x|, |y| < 0.5 at z = 0, whose value is x + 0.5.
inline int worst_map_difference(const DrawnPicture& picture, const DrawList& list) {
  int worst = 0;
  for (double x = -0.45; x < 0.46; x += 0.05) {
    for (double y = -0.45; y < 0.46; y += 0.1) {
      const Eigen::Vector3d pixel = project(list.camera, k_picture_size, {x, y, 0});
      const int column = static_cast<int>(pixel.x()), row = static_cast<int>(pixel.y());
      // The point seen by the centre of that pixel.
      const CameraRay ray = ray_through(list.camera, k_picture_size, column + 0.5, row + 0.5);
      const double value =
          0.5 + (ray.origin - ray.origin.z() / ray.direction.z() * ray.direction).x();
      const Rgb8 wanted = color_at(list.paint.colors, value);
      worst = std::max(worst, color_distance(picture.at(column, row), wanted));
    }
  }
  return worst;
}

/// The mean lightness of 5 x 5 pixels about the point that shows p_W.
inline double lightness_at(const DrawnPicture& picture, const Camera& camera,
                           const Eigen::Vector3d& p_W) {
  const Eigen::Vector3d pixel = project(camera, k_picture_size, p_W);
  double sum = 0;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      sum +=
          lightness(picture.at(static_cast<int>(pixel.x()) + i, static_cast<int>(pixel.y()) + j));
  return sum / 25;
}

}  // namespace condyle::test

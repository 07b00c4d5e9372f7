#include "view/picture.h"

#include <fmt/core.h>

#include "condyle/error.h"
#include "view/no_window.h"
#include "view/png_file.h"
#include "view/scene_painter.h"

namespace condyle {
namespace {

constexpr int k_smallest = 64, k_largest = 8192;  // [pixels]

void require_size(int value, const char* what) {
  if (value >= k_smallest && value <= k_largest) return;
  throw InputError(fmt::format("picture: its {} of {} pixels is out of range; use {} to {}", what,
                               value, k_smallest, k_largest));
}

}  // namespace

bool draw_picture(const ShownWorld& world, const std::filesystem::path& png, int width, int height,
                  std::string& why_not) try {
  require_size(width, "width");
  require_size(height, "height");
  const ViewSize size{width, height};
  write_png(png, ScenePainter(size).paint(world, PictureStyle::labelled), size);
  return true;
} catch (const NoWindow& error) {
  why_not = error.what();
  return false;
}

}  // namespace condyle

#include "view/picture_series.h"

#include <fmt/core.h>

#include "base/terminal.h"
#include "view/picture.h"

namespace condyle {

PictureSeries::PictureSeries(const std::filesystem::path& folder, int width, int height)
    : folder_(folder), pictures_(folder), width_(width), height_(height) {}

void PictureSeries::add(const SceneWorld& world) {
  if (!can_draw_) return;
  std::string why_not;
  const std::filesystem::path file = pictures_.path() / fmt::format("{:05}.png", frame_++);
  can_draw_ = draw_picture(world, file, width_, height_, why_not);
  if (!can_draw_) print_error("condyle: warning: no pictures: {}\n", why_not);
}

void PictureSeries::finish(const char* name) {
  std::error_code ignored;
  std::filesystem::remove_all(folder_ / name, ignored);
  if (can_draw_) pictures_.move_files_to(folder_ / name);
}

void remove_pictures(const std::filesystem::path& folder) {
  std::error_code ignored;
  std::filesystem::remove_all(folder / PictureSeries::k_complete, ignored);
  std::filesystem::remove_all(folder / PictureSeries::k_until_failure, ignored);
}

}  // namespace condyle

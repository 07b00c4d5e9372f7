#include "view/screenshots.h"

#include <fmt/core.h>

#include <stdexcept>

#include "condyle/error.h"
#include "view/frame_buffer.h"
#include "view/png_file.h"
#include "view/viewer_frame.h"
#include "view/window.h"

namespace condyle {
namespace {

// A linear grey that is shown as it is, since highlights are compressed only above, and its sRGB.
constexpr float k_grey_backdrop = 0.75f;
constexpr double k_encoded_grey = 0.8808;

/// Where a picture is drawn.
struct Canvas {
  ViewSize size;
  GLuint frame_buffer = 0;  ///< 0: the window
};

std::vector<std::uint8_t> pixels_of(const Canvas& canvas) {
  glBindFramebuffer(GL_FRAMEBUFFER, canvas.frame_buffer);
  return read_pixels(canvas.size);
}

std::vector<std::uint8_t> drawn(const Canvas& canvas, Window& window, ViewerState& state,
                                Renderer& renderer) {
  window.begin_frame();
  draw_frame(state, &renderer, canvas.size, canvas.frame_buffer);
  return pixels_of(canvas);
}

// Drawn over one grey [linear light].
std::vector<std::uint8_t> drawn_over(float grey, const Canvas& canvas, Window& window,
                                     ViewerState& state, Renderer& renderer) {
  state.view.plain_backdrop = grey;
  const auto encoded = grey > 0 ? static_cast<float>(k_encoded_grey) : 0.0f;
  glBindFramebuffer(GL_FRAMEBUFFER, canvas.frame_buffer);
  glClearColor(encoded, encoded, encoded, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  return drawn(canvas, window, state, renderer);
}

// Draws over black and over a grey: where they differ, the background shows through.
void save_cut_out_of(const Canvas& canvas, const std::filesystem::path& file, Window& window,
                     ViewerState& state, Renderer& renderer) {
  const auto over_black = drawn_over(0, canvas, window, state, renderer);
  const auto over_grey = drawn_over(k_grey_backdrop, canvas, window, state, renderer);
  state.view.plain_backdrop.reset();
  write_png(file, cut_out(over_black, over_grey, k_encoded_grey), canvas.size);
}

/// While it lives, the window draws frames for a picture, as the user wishes it.
class PictureMode {
 public:
  PictureMode(Window& window, ViewerState& state, ViewSize size)
      : window_(window), state_(state), shows_panels_(state.show_panels) {
    const ScreenshotWish& wish = state.screenshot;
    if (!wish.panels || wish.transparent) state.show_panels = false;
    state.message_until = 0;
    window_.begin_picture(size, wish.scale);
  }
  ~PictureMode() {
    window_.end_picture();
    state_.show_panels = shows_panels_;
  }
  PictureMode(const PictureMode&) = delete;
  PictureMode& operator=(const PictureMode&) = delete;

 private:
  Window& window_;
  ViewerState& state_;
  bool shows_panels_;
};

}  // namespace

std::vector<std::uint8_t> window_pixels(ViewSize window) { return pixels_of({window}); }

void save_screenshot(const std::filesystem::path& file, ViewSize window) {
  write_png(file, window_pixels(window), window);
}

void save_cut_out(const std::filesystem::path& file, Window& window, ViewerState& state,
                  Renderer& renderer) {
  save_cut_out_of({window.frame_buffer_size()}, file, window, state, renderer);
}

void take_screenshot(const std::filesystem::path& file, Window& window, ViewerState& state,
                     Renderer& renderer) try {
  const ScreenshotWish wish = state.screenshot;
  const ViewSize seen = window.frame_buffer_size();
  if (wish.scale == 1 && wish.panels && !wish.transparent) return save_screenshot(file, seen);
  const ViewSize size{wish.scale * seen.width, wish.scale * seen.height};
  const FrameBuffer picture(FrameBuffer::Kind::picture, size);
  const Canvas canvas{size, picture.id()};
  const PictureMode mode(window, state, size);
  for (int k = 0; k < k_layout_frames; ++k) {
    window.begin_frame();
    draw_frame(state, nullptr, size);
  }
  if (wish.transparent)
    save_cut_out_of(canvas, file, window, state, renderer);
  else
    write_png(file, drawn(canvas, window, state, renderer), size);
} catch (const InputError&) {
  throw;
} catch (const std::runtime_error& error) {
  throw InputError(
      fmt::format("screenshot: {}; choose a smaller one under View, screenshot", error.what()));
}

}  // namespace condyle

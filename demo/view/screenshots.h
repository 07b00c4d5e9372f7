#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "view/camera.h"

namespace condyle {

class Renderer;
class Window;
struct ViewerState;

/// What a screenshot shows that the user asks for.
struct ScreenshotWish {
  int scale = 1;             ///< times as many pixels along each side of the window, text too
  bool panels = true;        ///< false: only scene and scales
  bool transparent = false;  ///< no background, and no panels
};

/// Frames that are laid out and not drawn before a picture: Dear ImGui needs them to find all
/// widths.
inline constexpr int k_layout_frames = 3;

/// The frame that was just drawn and not yet shown.
std::vector<std::uint8_t> window_pixels(ViewSize window);

/// Writes it to a PNG file. Throws InputError.
void save_screenshot(const std::filesystem::path& file, ViewSize window);

/// Draws the window anew without its background, into a PNG file. Throws InputError.
void save_cut_out(const std::filesystem::path& file, Window& window, ViewerState& state,
                  Renderer& renderer);

/// Writes what the user wishes, after a frame was drawn. A picture that differs from the window is
/// drawn anew, beside it. Throws InputError, also if the driver has no room for it.
void take_screenshot(const std::filesystem::path& file, Window& window, ViewerState& state,
                     Renderer& renderer);

}  // namespace condyle

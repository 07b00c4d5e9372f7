#pragma once

#include <imgui.h>

#include <array>

#include "view/view_options.h"

namespace condyle {

inline constexpr float k_text_size = 14;  ///< height of text at scale 1 [pixels]

/// The fonts of the program, at sizes that render sharply. Valid until apply_scale() is called.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* title = nullptr;
};

/// Colours of a theme for what Dear ImGui has none for.
struct ThemeColors {
  ImVec4 warning, error, right;  ///< of text
  std::array<ImU32, 6> lines;    ///< of plots, in their order
  ImU32 axis, grid, before;      ///< of plots
  ImU32 plot_ground, plot_mark;  ///< behind their lines; of dots and of the present time
  ImU32 past, curve;             ///< of the time bar
  ImU32 mark_ground;             ///< around a mark in the scene that has a colour of `lines`
};

/// Loads the fonts (DejaVu Sans if Debian's package fonts-dejavu-core is installed, else Dear
/// ImGui's own) in place of those before, and sets all sizes of the current Dear ImGui context.
/// `scale` multiplies them. Not between NewFrame() and Render().
void apply_scale(double scale);

/// Sets the colours of the current Dear ImGui context.
void apply_theme(Theme theme);

/// The theme of the current Dear ImGui context, and its further colours.
Theme theme();
const ThemeColors& theme_colors();

/// The fonts of the current Dear ImGui context.
Fonts fonts();

}  // namespace condyle

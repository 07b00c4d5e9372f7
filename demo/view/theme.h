#pragma once

struct ImFont;

namespace condyle {

inline constexpr float k_text_size = 14;  ///< at scale 1 [pixels]

/// Fonts of the program, in sizes that keep their edges crisp. Valid while the window lives.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* title = nullptr;
};

/// Loads fonts (DejaVu Sans where Debian's fonts-dejavu-core has put it, else Dear ImGui's own) and
/// sets colours and spacing of the current Dear ImGui context. `scale` multiplies all sizes.
void apply_theme(double scale);

/// Those of the current Dear ImGui context.
Fonts fonts();

}  // namespace condyle

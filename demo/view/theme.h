#pragma once

struct ImFont;

namespace condyle {

inline constexpr float k_text_size = 14;  ///< height of text at scale 1 [pixels]

/// The fonts of the program, at sizes that render sharply. Valid while the window lives.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* title = nullptr;
};

/// Loads the fonts (DejaVu Sans if Debian's package fonts-dejavu-core is installed, else Dear
/// ImGui's own) and sets colours and spacing of the current Dear ImGui context. `scale` multiplies
/// all sizes.
void apply_theme(double scale);

/// The fonts of the current Dear ImGui context.
Fonts fonts();

}  // namespace condyle

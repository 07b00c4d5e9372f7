#pragma once

#include "view/camera.h"

namespace condyle {

/// A rectangle of the picture [pixels, y down].
struct ScreenArea {
  float x = 0, y = 0, width = 0, height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool operator==(const ScreenArea&) const = default;
};

/// Whether all of `inner` lies in `outer`, to a pixel.
bool contains(const ScreenArea& outer, const ScreenArea& inner);
/// Whether they have more than a pixel's width and height in common.
bool overlap(const ScreenArea& a, const ScreenArea& b);

/// A picture of a scene, and beside it the strip of its colour bars; none where it would take more
/// than half.
struct PictureParts {
  ScreenArea scene, scales;
};
PictureParts split_picture(const ScreenArea& view, float text_size);

enum class Side { left, right };

/// What the user wants of a panel beside the scene.
struct PanelWish {
  bool is_open = true;
  float width = 0;  ///< in heights of text
};

/// In heights of text. In the narrowest panel of a side no figure is cut.
inline constexpr float k_narrowest_left = 22, k_narrowest_right = 26, k_widest_panel = 60;

struct PanelWishes {
  PanelWish left{true, 23}, right{true, 28};
  Side last_opened = Side::left;  ///< stays where there is room for one alone
  bool by_hand = false;           ///< that one stays even where it leaves the scene little room

  PanelWish& of(Side side) { return side == Side::left ? left : right; }
  const PanelWish& of(Side side) const { return side == Side::left ? left : right; }
};

/// Who divides the window.
struct LayoutInput {
  ViewSize window;
  float text_size = 0;        ///< [pixels]
  float timeline_height = 0;  ///< below the scene [pixels]
  bool has_panels = true;
};

/// What of the window each part has; a panel that is folded has no width.
struct WindowLayout {
  ScreenArea left, right, scene, scales, timeline;

  const ScreenArea& panel(Side side) const { return side == Side::left ? left : right; }
};

/// Panels that would leave scene and bars less than 45 % of the window's width fold: first that
/// which was not opened last, then the other, unless it was opened by hand.
WindowLayout lay_out(const LayoutInput& input, const PanelWishes& wishes);

/// Opens or folds a panel by hand; `layout` is what is shown now.
void toggle(PanelWishes& wishes, Side side, const WindowLayout& layout);

}  // namespace condyle

#pragma once

#include <optional>

#include "view/camera.h"

namespace condyle {

/// A rectangle of the picture [pixels, y down].
struct ScreenArea {
  float x = 0, y = 0, width = 0, height = 0;

  float right() const { return x + width; }
  float bottom() const { return y + height; }
  bool operator==(const ScreenArea&) const = default;
};

/// Whether `inner` lies inside `outer`, with a tolerance of one pixel.
bool contains(const ScreenArea& outer, const ScreenArea& inner);
/// Whether the rectangles overlap by more than one pixel in width and height.
bool overlap(const ScreenArea& a, const ScreenArea& b);

/// Divides a view into the picture of the scene and the strip of its colour bars beside it. There
/// is no strip if it would take more than half of the width.
struct PictureParts {
  ScreenArea scene, scales;
};
PictureParts split_picture(const ScreenArea& view, float text_size);

enum class Side { left, right };

/// Where a group of widgets is that the user has moved.
struct GroupPlace {
  std::optional<Side> panel;                  ///< empty: in a window of its own
  float x = 0, y = 0, width = 0, height = 0;  ///< of that window, in text heights
};

/// The state that the user chose for a side panel.
struct PanelWish {
  bool is_open = true;
  float width = 0;  ///< in text heights
};

/// In text heights. Even in the narrowest panel of each side no number is cut off.
inline constexpr float k_narrowest_left = 22, k_narrowest_right = 26, k_widest_panel = 60;

struct PanelWishes {
  PanelWish left{true, 23}, right{true, 28};
  Side last_opened = Side::left;  ///< the panel that stays if there is room for only one
  bool by_hand = false;  ///< the last opened panel was opened by hand and stays in a narrow window

  PanelWish& of(Side side) { return side == Side::left ? left : right; }
  const PanelWish& of(Side side) const { return side == Side::left ? left : right; }
};

/// The window and the elements that share it.
struct LayoutInput {
  ViewSize window;
  float text_size = 0;        ///< [pixels]
  float timeline_height = 0;  ///< of the time bar or the lesson below the scene [pixels]
  bool has_panels = true;
};

/// The areas of the window; a folded panel has width 0.
struct WindowLayout {
  ScreenArea left, right, scene, scales, timeline;
  ScreenArea beside;  ///< right of the scene, for another one beside it; width 0: there is none

  const ScreenArea& panel(Side side) const { return side == Side::left ? left : right; }
};

/// Divides the window. If scene and bars would get less than 45 % of its width, panels are folded:
/// first the one that was not opened last, then the other unless it was opened by hand.
WindowLayout lay_out(const LayoutInput& input, const PanelWishes& wishes);

/// Gives half of the scene's area to another one beside it.
void halve(WindowLayout& layout);

/// Opens or folds a panel by hand; `layout` is the current layout.
void toggle(PanelWishes& wishes, Side side, const WindowLayout& layout);

}  // namespace condyle

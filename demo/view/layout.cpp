#include "view/layout.h"

#include <algorithm>
#include <cmath>

namespace condyle {
namespace {

constexpr float k_scales_width = 8.4f;       // in text heights
constexpr float k_scene_and_scales = 0.45f;  // least fraction of the window's width
constexpr float k_scene_by_hand = 12;  // least width beside a panel opened by hand, in text heights

float narrowest(Side side) { return side == Side::left ? k_narrowest_left : k_narrowest_right; }

float wished_width(const PanelWishes& wishes, Side side, float text_size) {
  const float wish = std::clamp(wishes.of(side).width, narrowest(side), k_widest_panel);
  return std::floor(wish * text_size);
}

struct Widths {
  float left = 0, right = 0;

  float& of(Side side) { return side == Side::left ? left : right; }
};

Widths panel_widths(const LayoutInput& input, const PanelWishes& wishes) {
  Widths widths;
  if (!input.has_panels) return widths;
  for (const Side side : {Side::left, Side::right}) {
    if (wishes.of(side).is_open) widths.of(side) = wished_width(wishes, side, input.text_size);
  }
  const auto window = static_cast<float>(input.window.width);
  const auto fits = [&] {
    return window - widths.left - widths.right >= k_scene_and_scales * window;
  };
  const Side first = wishes.last_opened;
  const Side second = first == Side::left ? Side::right : Side::left;
  if (!fits() && widths.of(first) > 0) widths.of(second) = 0;
  if (fits()) return widths;
  const float most = std::min(
      std::max(window - k_scene_by_hand * input.text_size, narrowest(first) * input.text_size),
      window);
  if (widths.of(first) > 0 && wishes.by_hand) {
    widths.of(first) = std::min(widths.of(first), std::floor(most));
  } else {
    widths = {};
  }
  return widths;
}

}  // namespace

bool contains(const ScreenArea& outer, const ScreenArea& inner) {
  return inner.x >= outer.x - 1 && inner.y >= outer.y - 1 && inner.right() <= outer.right() + 1 &&
         inner.bottom() <= outer.bottom() + 1;
}

bool overlap(const ScreenArea& a, const ScreenArea& b) {
  return std::min(a.right(), b.right()) - std::max(a.x, b.x) > 1 &&
         std::min(a.bottom(), b.bottom()) - std::max(a.y, b.y) > 1;
}

PictureParts split_picture(const ScreenArea& view, float text_size) {
  const float wished = std::floor(k_scales_width * text_size);
  const float width = wished <= view.width / 2 ? wished : 0;
  const float scene = view.width - width;
  return {{view.x, view.y, scene, view.height}, {view.x + scene, view.y, width, view.height}};
}

WindowLayout lay_out(const LayoutInput& input, const PanelWishes& wishes) {
  const auto width = static_cast<float>(input.window.width);
  const auto height = static_cast<float>(input.window.height);
  const Widths panels = panel_widths(input, wishes);
  const float middle = width - panels.left - panels.right;
  const float below = std::min(input.timeline_height, height / 2);
  const auto [scene, scales] =
      split_picture({panels.left, 0, middle, height - below}, input.text_size);
  WindowLayout layout;
  layout.scene = scene;
  layout.scales = scales;
  layout.left = {0, 0, panels.left, height};
  layout.right = {width - panels.right, 0, panels.right, height};
  layout.timeline = {panels.left, height - below, middle, below};
  return layout;
}

void halve(WindowLayout& layout) {
  ScreenArea& scene = layout.scene;
  layout.beside = scene;
  scene.width = std::floor(scene.width / 2);
  layout.beside.x = scene.right();
  layout.beside.width -= scene.width;
}

void toggle(PanelWishes& wishes, Side side, const WindowLayout& layout) {
  const bool opens = !(layout.panel(side).width > 0);
  wishes.of(side).is_open = opens;
  if (!opens) return;
  wishes.last_opened = side;
  wishes.by_hand = true;
}

}  // namespace condyle

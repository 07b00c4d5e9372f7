#include <catch2/catch.hpp>
#include <cmath>
#include <tuple>

#include "view/layout.h"
#include "view/scale_strip.h"
#include "view/theme.h"

namespace condyle::test::layout_tests {

namespace {

LayoutInput input(int width, int height, float scale) {
  return {{width, height}, k_text_size * scale, 0, true};
}

float share(const WindowLayout& layout, ViewSize window) {
  return layout.scene.width * layout.scene.height /
         static_cast<float>(window.width * window.height);
}

}  // namespace

TEST_CASE("layout: the scene keeps its share of any window, at any resolution", "[layout]") {
  for (const auto& [width, height, scale] : {std::tuple(1600, 1000, 1.0f),
                                             {1920, 1200, 1.0f},
                                             {900, 600, 1.0f},
                                             {1920, 1200, 2.0f},
                                             {1280, 720, 1.0f},
                                             {3840, 2160, 2.0f},
                                             {1024, 768, 1.5f}}) {
    INFO(width << "x" << height << " at " << scale);
    const WindowLayout layout = lay_out(input(width, height, scale), {});
    CHECK(share(layout, {width, height}) > 0.35f);
  }
  // If half of the window is narrower than a panel, only the scene remains.
  const WindowLayout tiny = lay_out(input(900, 600, 2), {});
  CHECK(tiny.left.width == 0);
  CHECK(tiny.right.width == 0);
  CHECK(share(tiny, {900, 600}) > 0.7f);
}

TEST_CASE("layout: parts fill the window side by side, none over another", "[layout]") {
  const float timeline = GENERATE(0.0f, 64.0f);
  const bool has_panels = GENERATE(true, false);
  LayoutInput window = input(1600, 1000, 1);
  window.timeline_height = timeline;
  window.has_panels = has_panels;
  const WindowLayout layout = lay_out(window, {});
  CHECK(layout.scene.x == layout.left.right());
  CHECK(layout.scales.x == layout.scene.right());
  CHECK(layout.right.x == layout.scales.right());
  CHECK(layout.right.right() == 1600);
  CHECK(layout.scene.height + timeline == 1000);
  CHECK((layout.left.width > 0) == has_panels);
  CHECK_FALSE(overlap(layout.scene, layout.scales));
  CHECK_FALSE(overlap(layout.scene, layout.timeline));
}

TEST_CASE("layout: a panel opened by hand folds the other where there is room for one",
          "[layout]") {
  PanelWishes wishes;
  const LayoutInput window = input(900, 600, 1);
  WindowLayout layout = lay_out(window, wishes);
  CHECK(layout.left.width > 0);
  CHECK(layout.right.width == 0);
  toggle(wishes, Side::right, layout);
  layout = lay_out(window, wishes);
  CHECK(layout.left.width == 0);
  CHECK(layout.right.width > 0);
  toggle(wishes, Side::right, layout);
  layout = lay_out(window, wishes);
  CHECK(layout.right.width == 0);
  CHECK(layout.left.width > 0);
  // In a wide window both panels return.
  toggle(wishes, Side::right, layout);
  layout = lay_out(input(1600, 1000, 1), wishes);
  CHECK(layout.left.width > 0);
  CHECK(layout.right.width > 0);
}

TEST_CASE("layout: a panel opened by hand shows even where it leaves the scene little",
          "[layout]") {
  PanelWishes wishes;
  const LayoutInput window = input(900, 600, 2);
  toggle(wishes, Side::left, lay_out(window, wishes));
  const WindowLayout layout = lay_out(window, wishes);
  CHECK(layout.left.width > 400);
  CHECK(layout.scene.width > 0);
}

TEST_CASE("layout: widths that a user or a file asks for are held in bounds", "[layout]") {
  PanelWishes wishes;
  wishes.left.width = GENERATE(-5.0f, 0.0f, 1e9f);
  const WindowLayout layout = lay_out(input(3000, 1000, 1), wishes);
  CHECK(layout.left.width >= k_narrowest_left * k_text_size);
  CHECK(layout.left.width <= k_widest_panel * k_text_size);
}

TEST_CASE("layout: all that the strip of scales shows has room in it", "[layout]") {
  const StripContent content = GENERATE(StripContent{0, true, false}, StripContent{0, true, true},
                                        StripContent{3, true, true}, StripContent{3, false, false});
  for (const float scale : {1.0f, 1.5f, 2.0f}) {
    const float em = k_text_size * scale;
    for (const float height : {480.0f, 600.0f, 1000.0f, 1600.0f}) {
      INFO(height << " at " << scale);
      const ScreenArea area{700, 0, std::floor(8.4f * em), height};
      const ScaleStrip strip = lay_out_scales(area, em, content);
      CHECK(contains(area, strip.pressure));
      CHECK(strip.pressure.height >= std::floor(3 * em));
      CHECK(strip.pressure_title >= area.y);
      CHECK_FALSE(overlap(strip.pressure, strip.strands));
      if (strip.strands.height > 0) CHECK(contains(area, strip.strands));
      CHECK(bottom_of(strip, content, em) <= area.bottom());
      if (height / em >= 21) CHECK((strip.strands.height > 0) == content.has_strands);
      if (height / em >= 32) CHECK(strip.shows_arrow == content.has_arrow);
    }
  }
}

}  // namespace condyle::test::layout_tests

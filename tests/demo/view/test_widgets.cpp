#include <imgui_internal.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "demo/view/drawn_picture.h"
#include "view/widgets.h"

namespace condyle::test::widgets_tests {

TEST_CASE("number fields: what is typed is held in the range that the hint shows", "[widgets]") {
  const SliderRange thickness{1e-4, 0.05, 1e-3, "%.3g mm", true};
  constexpr double k_before = 0.008, k_infinity = std::numeric_limits<double>::infinity();
  CHECK(accepted(3, k_before, thickness) == Approx(0.003));
  CHECK(accepted(1e9, k_before, thickness) == 0.05);
  CHECK(accepted(k_infinity, k_before, thickness) == 0.05);
  CHECK(accepted(0, k_before, thickness) == 1e-4);
  CHECK(accepted(-k_infinity, k_before, thickness) == 1e-4);
  CHECK(accepted(std::nan(""), k_before, thickness) == k_before);
  CHECK(range_text(thickness) == "0.1 to 50 mm");
  CHECK(range_text({0, 0.499, 1, "%.3f"}) == "0 to 0.499");
  CHECK(range_text({0.01, 1, 0.01, "%.3g %%", true}) == "1 to 100 %");
}

TEST_CASE("text at the cursor: its box has room for the present text", "[widgets][viewer]") {
  const auto window = hidden_window();
  if (!window) return;
  int seen = 0;
  for (const std::string text : {"1 N", "1 N", "tibia: 78.8 N", "a\nlonger text of two lines"}) {
    window->begin_frame();
    tell_at_cursor(text);
    const ImGuiWindow* box = ImGui::FindWindowByName("##Tooltip_00");
    REQUIRE(box);
    if (!box->Hidden) {  // else it only appears
      ++seen;
      CHECK(box->InnerClipRect.GetWidth() >= ImGui::CalcTextSize(text.c_str()).x);
      CHECK(box->InnerClipRect.GetHeight() >= ImGui::CalcTextSize(text.c_str()).y);
    }
    leave_user_interface();
  }
  CHECK(seen == 3);
}

}  // namespace condyle::test::widgets_tests

#include <imgui.h>

#include <catch2/catch.hpp>
#include <cfloat>
#include <sstream>

#include "view/text_lines.h"

namespace condyle::test::text_lines_tests {

TEST_CASE("text lines: they break at blanks, never inside a number", "[view]") {
  ImFontAtlas atlas;
  const ImFont& font = *atlas.AddFontDefault();
  atlas.Build();
  const auto width_of = [&](const std::string& line) {
    return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, line.c_str()).x;
  };
  const std::string text =
      "the bodies gained 0.0123456 J from nothing until 1.66667 s, 12.5 % of all\nsecond line";
  for (float width = 60; width < 800; width += 7) {
    INFO("width " << width);
    const std::string lines = in_lines(font, text, width);
    std::string joined = lines;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (lines[i] == '\n' && text[i] == ' ') joined[i] = ' ';
    CHECK(joined == text);  // nothing but blanks has changed
    std::istringstream each(lines);
    for (std::string line; std::getline(each, line);)
      CHECK((width_of(line) <= width + width_of(" ") || line.find(' ') == std::string::npos));
  }
}

}  // namespace condyle::test::text_lines_tests

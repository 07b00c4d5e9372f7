#pragma once

#include <imgui.h>

#include <string>

namespace condyle {

/// The text with line ends in place of blanks where its lines would be wider than `width` pixels.
/// (Dear ImGui also breaks lines behind the point of a number.) Words that are wider stay whole.
std::string in_lines(const ImFont& font, const std::string& text, float width);

}  // namespace condyle

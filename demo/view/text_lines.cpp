#include "view/text_lines.h"

#include <algorithm>
#include <cfloat>

namespace condyle {

std::string in_lines(const ImFont& font, const std::string& text, float width) {
  std::string lines;
  std::size_t line = 0;  // where the last line begins
  for (std::size_t word = 0; word < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", word), text.size());
    const std::string longer = lines.substr(line) + text.substr(word, end - word);
    const float needed = font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, longer.c_str()).x;
    if (needed > width && lines.size() > line) {
      lines.back() = '\n';  // the blank before the word
      line = lines.size();
    }
    lines += text.substr(word, end - word);
    if (end < text.size()) {
      lines += text[end];
      if (text[end] == '\n') line = lines.size();
    }
    word = end + 1;
  }
  return lines;
}

}  // namespace condyle

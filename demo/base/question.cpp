#include "base/question.h"

#include <cstdio>

#include "base/terminal.h"

namespace condyle {

std::string answer_to(std::string_view question) {
  print_error_text(question);
  std::string line;
  for (int c = std::getchar(); c != EOF && c != '\n'; c = std::getchar())
    line += static_cast<char>(c);
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

}  // namespace condyle

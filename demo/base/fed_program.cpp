#include <cstdio>
#include <string>

#include "base/system.h"

namespace condyle {

std::string FedProgram::last_words() const {
  constexpr std::size_t k_most = 300;
  std::string words;
  std::rewind(errors_.get());
  char part[1000];
  while (std::fgets(part, sizeof part, errors_.get()) != nullptr) words += part;
  while (!words.empty() && words.back() == '\n') words.pop_back();
  return words.size() > k_most ? "..." + words.substr(words.size() - k_most) : words;
}

}  // namespace condyle

#include "findings/finding.h"

#include <fmt/format.h>

#include <cstdio>

namespace condyle {

void print_warnings(std::span<const Finding> findings, const std::string& before) {
  for (const Finding& finding : findings) {
    fmt::print(stderr, "condyle: warning: {}{}: {}\n", before, finding.place, finding.text);
  }
}

}  // namespace condyle

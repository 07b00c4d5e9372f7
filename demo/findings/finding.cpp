#include "findings/finding.h"

#include <algorithm>

#include "base/terminal.h"

namespace condyle {

void print_warnings(std::span<const Finding> findings, const std::string& before) {
  for (const Finding& finding : findings) {
    print_error("condyle: warning: {}{}: {}\n", before, finding.place, finding.text);
  }
}

bool is_among(const Finding& finding, std::span<const Finding> findings) {
  return std::ranges::any_of(findings, [&](const Finding& other) {
    return other.kind == finding.kind && other.place == finding.place;
  });
}

}  // namespace condyle

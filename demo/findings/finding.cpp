#include "findings/finding.h"

#include "base/terminal.h"

namespace condyle {

void print_warnings(std::span<const Finding> findings, const std::string& before) {
  for (const Finding& finding : findings) {
    print_error("condyle: warning: {}{}: {}\n", before, finding.place, finding.text);
  }
}

}  // namespace condyle

#include <fmt/format.h>

#include "validate/report.h"

namespace condyle {

std::string text_table(const CheckFamily& family) {
  std::string text = fmt::format("{} ({})\n", family.name, word_of(family.activity));
  if (!family.not_run_because.empty())
    return text + fmt::format("  not run: {}\n", family.not_run_because);
  for (const Check& check : family.checks)
    text +=
        fmt::format("  {}  {:<58} {:>11.5g} {:>11.5g} {:<4} {}\n", passes(check) ? "pass" : "FAIL",
                    check.what, check.measured, check.expected, check.unit, deviation_text(check));
  return text;
}

}  // namespace condyle

#include "bench/table.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace condyle::bench {
namespace {

std::string ratio(const Measurement& m, const CaseReport& report, const char* to) {
  const Measurement* other = report.find(to);
  return other ? short_number(m.median_us / other->median_us) : "";
}

constexpr const char* k_heads[] = {"system", "median",  "p25",    "p75",       "contacts", "steps",
                                   "allocs", "/embree", "/floor", "force [N]", "remark"};
constexpr std::size_t k_columns = std::size(k_heads);
constexpr int k_widths[] = {14, 9, 9, 9, 9, 7, 7, 8, 8, 10, 1};

using Row = std::array<std::string, k_columns>;

Row row_of(const Measurement& m, const CaseReport& report) {
  return {m.system,
          short_number(m.median_us),
          short_number(m.p25_us),
          short_number(m.p75_us),
          short_number(m.contacts),
          fmt::format("{}", m.steps),
          short_number(m.allocations),
          ratio(m, report, "embree"),
          ratio(m, report, "floor"),
          short_number(m.force),
          m.remark};
}

std::string text_line(const Row& row) {
  std::string line = "  " + fmt::format("{:<{}}", row[0], k_widths[0]);
  for (std::size_t i = 1; i < k_columns; ++i) line += fmt::format("  {:>{}}", row[i], k_widths[i]);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string short_number(double value) {
  if (std::isnan(value)) return "";
  if (value == 0) return "0";
  if (std::abs(value) >= 100) return fmt::format("{:.0f}", value);
  return fmt::format("{:#.3g}", value);
}

std::string table_of(const CaseReport& report) {
  std::string text = fmt::format("\n{}: {}\n", report.name, report.text);
  if (!report.measurements.empty()) {
    Row heads;
    for (std::size_t i = 0; i < k_columns; ++i) heads[i] = k_heads[i];
    text += text_line(heads);
  }
  for (const Measurement& m : report.measurements) text += text_line(row_of(m, report));
  for (const std::string& figure : report.figures) text += "  " + figure + "\n";
  return text;
}

}  // namespace condyle::bench

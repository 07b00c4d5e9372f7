// Tables over time (.sto, .mot): what is accepted is written, and reads back bit by bit.
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/error.h"
#include "condyle/opensim/osim_motion.h"
#include "fuzz/fuzz_target.h"

namespace {

/// Equal, or no number both.
bool are_same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && (a[i] == a[i] || b[i] == b[i])) return false;
  return true;
}

/// Control characters are written as '_': they would end a column or a line.
std::vector<std::string> as_written(std::vector<std::string> labels) {
  for (std::string& label : labels)
    std::ranges::replace_if(
        label, [](unsigned char c) { return c < ' ' || c == 0x7f; }, '_');
  return labels;
}

}  // namespace

CONDYLE_FUZZ_TARGET(motion) {
  using namespace condyle;
  opensim::MotionTable table;
  try {
    table = opensim::parse_motion_table(fuzz::text_of(data, size), "motion.sto");
  } catch (const InputError& error) {
    fuzz::require_names(error, "motion.sto");
    return 0;
  }
  std::string text;
  write_csv(table, [](std::string_view) {});
  write_sto(table, [&](std::string_view part) { text += part; });
  const opensim::MotionTable again = opensim::parse_motion_table(text, "written.sto");
  fuzz::require(again.labels == as_written(table.labels), "a written table has other labels");
  fuzz::require(are_same_numbers(again.times, table.times), "a written table has other times");
  fuzz::require(are_same_numbers(again.values, table.values), "a written table has other values");
  fuzz::require(again.in_degrees == table.in_degrees, "a written table has another unit");
  return 0;
}

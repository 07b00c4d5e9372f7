// Growth of the time of a step with the size of meshes: two balls with 2k to 2M triangles each,
// once at the same pose, where the number of contacts grows too, and once with the same number of
// contacts.
#include <fmt/format.h>

#include "bench/case_list.h"
#include "bench/run_pair.h"
#include "bench/sphere_pairs.h"

namespace condyle::bench {
namespace {

constexpr int k_sizes[] = {2000, 6000, 20000, 60000, 200000, 600000, 2000000};
constexpr int k_largest_quick = 200000;
constexpr int k_growth_steps = 150;
constexpr double k_first_contacts = 60;  // 10 mm deep on the smallest
constexpr double k_same_depth = 1e-3;    // about 1 in 300 triangles in contact

CaseReport run_growth(const std::string& name, int triangles, double depth,
                      const RunEffort& effort) {
  if (effort.quick && triangles > k_largest_quick) {
    return {name, "left out of the quick table", {}, {}, k_no_value};
  }
  PairCase pair = two_spheres(triangles, depth, k_growth_steps);
  pair.name = name;
  CaseReport report = run_pair(pair, {.gimpact = false}, effort);
  report.size = pair.target->triangle_count();
  return report;
}

void add(CaseList& cases, const char* series, int triangles, double depth) {
  const std::string name = fmt::format("{}_{}k", series, triangles / 1000);
  cases.push_back(
      {name, [=](const RunEffort& effort) { return run_growth(name, triangles, depth, effort); },
       ""});
}

}  // namespace

void add_growth_cases(CaseList& cases) {
  for (const int triangles : k_sizes) add(cases, "growth_same_pose", triangles, k_same_depth);
  for (const int triangles : k_sizes) {
    add(cases, "growth_same_count", triangles, depth_for_contacts(triangles, k_first_contacts));
  }
}

}  // namespace condyle::bench

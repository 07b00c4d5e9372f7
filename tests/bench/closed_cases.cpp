// Closed generated meshes: a hip, and balls with very different numbers of triangles.
#include "bench/case_list.h"
#include "bench/run_pair.h"
#include "bench/sphere_pairs.h"

namespace condyle::bench {
namespace {

constexpr double k_closed_contacts = 300;

CaseReport run_spheres(const char* name, int triangles, int steps, const RunEffort& effort) {
  PairCase pair = two_spheres(triangles, depth_for_contacts(triangles, k_closed_contacts), steps);
  pair.name = name;
  return run_pair(pair, {.gimpact = triangles <= 100000}, effort);
}

}  // namespace

void add_closed_cases(CaseList& cases) {
  cases.push_back({"hip_closed", [](const RunEffort& effort) {
                     return run_pair(hip_closed(), {.simbody = true}, effort);
                   }});
  cases.push_back({"two_spheres_10k", [](const RunEffort& effort) {
                     return run_spheres("two_spheres_10k", 10000, 300, effort);
                   }});
  cases.push_back({"two_spheres_1M", [](const RunEffort& effort) {
                     return run_spheres("two_spheres_1M", 1000000, 300, effort);
                   }});
}

}  // namespace condyle::bench

// Pairs of meshes that are unlike implants.
#include "bench/case_list.h"
#include "bench/rough_pairs.h"
#include "bench/run_pair.h"

namespace condyle::bench {

void add_rough_cases(CaseList& cases) {
  cases.push_back({"fine_on_coarse",
                   [](const RunEffort& effort) { return run_pair(fine_on_coarse(), {}, effort); }});
  cases.push_back({"scanned_cartilage", [](const RunEffort& effort) {
                     return run_pair(scanned_cartilage(), {}, effort);
                   }});
}

}  // namespace condyle::bench

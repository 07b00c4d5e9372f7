#include "bench/run_pair.h"

#include <fmt/format.h>

#include "bench/condyle_system.h"
#include "bench/embree_system.h"
#include "bench/floor_system.h"
#include "bench/gimpact_system.h"
#include "bench/reference_check.h"
#include "bench/simbody_system.h"

namespace condyle::bench {
namespace {

Systems systems_for(const PairCase& pair, const PairPeers& peers) {
  Systems systems;
  systems.push_back(make_condyle(pair));
  systems.push_back(make_condyle_on_two_threads(pair));
  systems.push_back(make_condyle_with_map(pair));
  systems.push_back(make_condyle_find(pair));
  systems.push_back(make_embree(pair));
  systems.push_back(make_embree_hint(pair));
  systems.push_back(make_floor(pair));
  if (peers.gimpact) systems.push_back(make_gimpact(pair));
  if (peers.simbody) systems.push_back(make_simbody(pair));
  return systems;
}

}  // namespace

CaseReport run_pair(PairCase pair, const PairPeers& peers, const RunEffort& effort) {
  // As in foundation_force() and the peers.
  pair.settings.force_direction = ForceDirection::casting;
  check_against_brute_force(pair, effort.checked_steps);
  Systems systems = systems_for(pair, peers);
  CaseReport report;
  report.name = pair.name;
  report.text =
      fmt::format("{}; {} on {} triangles, {} poses", pair.text, pair.casting->triangle_count(),
                  pair.target->triangle_count(), pair.poses_CT.size());
  report.measurements = run_interleaved(systems, pair.poses_CT.size(), effort);
  return report;
}

}  // namespace condyle::bench

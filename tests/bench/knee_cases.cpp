// Motions of a knee: recorded implants (tf_, pf_, ...) and the shipped knee (knee_...).
#include <functional>

#include "bench/case_list.h"
#include "bench/generated_knee.h"
#include "bench/pose_sequences.h"
#include "bench/recorded_implants.h"
#include "bench/run_pair.h"

namespace condyle::bench {
namespace {

constexpr double k_deeper = 0.5e-3, k_gap = 8e-3, k_graze = 0.03e-3;  // [m]

using Source = PairCase (*)();
using Change = PairCase (*)(PairCase);

PairCase loaded(PairCase pair) {
  pair.poses_CT = shifted(pair.poses_CT, k_deeper * pressing_direction(pair));
  pair.text = "the same, 0.5 mm deeper";
  return pair;
}

PairCase jumping(PairCase pair) {
  pair.poses_CT = shuffled(std::move(pair.poses_CT));
  pair.text = "the same poses in random order";
  return pair;
}

PairCase swapped(PairCase pair) {
  std::swap(pair.casting, pair.target);
  pair.poses_CT = inverted(pair.poses_CT);
  pair.text = "the same, femoral component casting on insert";
  return pair;
}

PairCase separated(PairCase pair) {
  pair.poses_CT = apart(pair, k_gap);
  pair.text = "the same motion 8 mm apart";
  return pair;
}

PairCase touching(PairCase pair) {
  pair.poses_CT = grazing(pair, k_graze);
  pair.text = "the same motion just touching, 0.03 mm in and out";
  return pair;
}

void add(CaseList& cases, const std::string& name, Source source, Change change,
         const std::string& skipped, const PairPeers& peers = {}) {
  const auto run = [=](const RunEffort& effort) {
    PairCase pair = change ? change(source()) : source();
    pair.name = name;
    return run_pair(pair, peers, effort);
  };
  cases.push_back({name, run, skipped});
}

}  // namespace

void add_recorded_cases(CaseList& cases) {
  const std::string skipped = has_recorded_implants() ? "" : "its data is not beside the checkout";
  add(cases, "tf_recorded", recorded_tibiofemoral, nullptr, skipped, {.simbody = true});
  add(cases, "tf_loaded", recorded_tibiofemoral, loaded, skipped);
  add(cases, "tf_jump", recorded_tibiofemoral, jumping, skipped);
  add(cases, "tf_swapped", recorded_tibiofemoral, swapped, skipped);
  add(cases, "pf_recorded", recorded_patellofemoral, nullptr, skipped, {.simbody = true});
  add(cases, "separated", recorded_tibiofemoral, separated, skipped);
  add(cases, "grazing", recorded_tibiofemoral, touching, skipped);
}

void add_generated_cases(CaseList& cases) {
  add(cases, "knee_recorded", generated_knee, nullptr, "", {.simbody = true});
  add(cases, "knee_loaded", generated_knee, loaded, "");
  add(cases, "knee_jump", generated_knee, jumping, "");
  add(cases, "knee_swapped", generated_knee, swapped, "");
  add(cases, "knee_separated", generated_knee, separated, "");
  add(cases, "knee_grazing", generated_knee, touching, "");
}

}  // namespace condyle::bench

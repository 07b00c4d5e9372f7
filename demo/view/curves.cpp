#include "view/curves.h"

#include <algorithm>
#include <utility>

#include "view/plot_columns.h"
#include "view/pressure_centres.h"
#include "world/scene_figures.h"

namespace condyle {
namespace {

constexpr std::size_t k_single_curves = 6;  // if there are more strands, groups are drawn

void record_strands(const ShownWorld& world, const std::vector<StrandGroup>& groups,
                    Curves& curves) {
  const auto strands = world.strands();
  std::vector<std::string> names;
  std::vector<double> forces, strains;
  const auto add = [&](const std::string& name, std::span<const int> chosen) {
    const StrandSum sum = strand_sum(strands, chosen);
    names.push_back(name);
    forces.push_back(sum.force);
    strains.push_back(std::max(sum.largest_strain, 0.0));  // the amount of slack does not matter
  };
  if (strands.size() > k_single_curves) {
    for (const StrandGroup& group : groups) add(group.name, group.strands);
  } else {
    for (int i = 0; i < static_cast<int>(strands.size()); ++i) {
      add(strands[i].name, std::span(&i, 1));
    }
  }
  curves.strand_forces.add(world.time(), names, forces);
  curves.strand_strains.add(world.time(), names, strains);
}

std::vector<TimeSeries*> all_series(Curves& curves) {
  std::vector<TimeSeries*> all{&curves.forces,         &curves.peaks,         &curves.strand_forces,
                               &curves.strand_strains, &curves.first_reading, &curves.columns};
  for (TimeSeries& series : curves.centres) all.push_back(&series);
  for (TimeSeries& series : curves.probes) all.push_back(&series);
  return all;
}

Curves of_whole_motion() {
  Curves curves;
  for (TimeSeries* series : all_series(curves)) *series = TimeSeries(TimeSeries::Keep::all);
  return curves;
}

}  // namespace

void record(const ShownWorld& world, const std::vector<StrandGroup>& groups, Curves& curves) {
  std::vector<std::string> names;
  std::vector<double> forces, peaks;
  for (const ContactRow& row : contact_rows(world)) {
    names.push_back(row.name);
    forces.push_back(row.force);
    peaks.push_back(row.peak_pressure);
  }
  curves.forces.add(world.time(), names, forces);
  curves.peaks.add(world.time(), names, peaks);
  record_strands(world, groups, curves);
  record_columns(world, curves.columns);
  record_centres(world, curves);
  if (world.readings().empty()) return;
  const Reading& reading = world.readings()[0];
  curves.first_reading.add(world.time(), {reading.name}, {reading.value});
}

void record(const ShownWorld& world, const PinnedProbes& pinned, GapFinder& gaps, Curves& curves) {
  std::vector<std::string> names;
  for (const PinnedProbe& probe : pinned.probes) names.push_back(name_of(probe));
  for (const FieldDescription& field : field_descriptions()) {
    TimeSeries& series = curves.probes[static_cast<std::size_t>(field.field)];
    series.keep_lines(names);
    if (names.empty()) series.clear();
    const bool is_measured =
        (field.field != Field::gap || pinned.with_gap) && field.lack(world).empty();
    if (names.empty() || !is_measured || !series.is_due(world.time())) continue;
    std::vector<double> values;
    for (const PinnedProbe& probe : pinned.probes)
      values.push_back(value_at(field, world, probe, gaps));
    series.add(world.time(), names, values);
  }
}

void forget_after(double time, Curves& curves) {
  for (TimeSeries* series : all_series(curves)) series->forget_after(time);
}

MotionCurves::MotionCurves(std::shared_ptr<const Recording> recording)
    : scout_(std::move(recording)),
      groups_(strand_groups(scout_.strands())),
      coming_(of_whole_motion()),
      shown_(of_whole_motion()) {}

void MotionCurves::restart(const Parameters& parameters) {
  apply(parameters, scout_);
  scout_.forget_findings();
  next_ = 0;
  coming_ = of_whole_motion();
}

void MotionCurves::pin(const PinnedProbes& pinned) {
  if (pinned == pinned_) return;
  pinned_ = pinned;
  next_ = 0;
  scout_.forget_findings();
  coming_ = of_whole_motion();
}

void MotionCurves::go_on(double seconds, const std::function<double()>& wall_clock) {
  const int frames = scout_.recording().frames();
  if (next_ == frames) return;
  const double start = wall_clock();
  while (next_ < frames && wall_clock() - start <= seconds) {
    scout_.show_frame(next_++);
    record(scout_, groups_, coming_);
    record(scout_, pinned_, gaps_, coming_);
  }
  // The first pass over the motion is shown as it grows; later passes replace the curves when
  // complete.
  if (coming_.peaks.times().size() < shown_.peaks.times().size()) return;
  shown_ = coming_;
  findings_ = scout_.findings(next_ == frames);
}

double MotionCurves::progress() const {
  return static_cast<double>(next_) / scout_.recording().frames();
}

}  // namespace condyle

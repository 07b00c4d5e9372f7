#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "replay/replay.h"
#include "view/parameters.h"
#include "view/pinned_probes.h"
#include "view/time_series.h"
#include "world/strand_groups.h"

namespace condyle {

/// The data of the plots, all sampled at the same times.
struct Curves {
  TimeSeries forces, peaks;                  ///< per contact
  TimeSeries strand_forces, strand_strains;  ///< per strand, or per group if there are many strands
  TimeSeries columns;                        ///< all figures (plot_columns.h)
  TimeSeries first_reading;                  ///< the first reading of the world
  /// Per contact: its centres of pressure, each as three lines x, y, z (pressure_centres.h) [m].
  std::vector<TimeSeries> centres;
  std::array<TimeSeries, k_fields> probes;  ///< per pinned probe, by Field; NaN without value
};

/// Adds a sample of the world's current state.
void record(const ShownWorld& world, const std::vector<StrandGroup>& groups, Curves& curves);

/// Adds a sample of what pinned probes measure now.
void record(const ShownWorld& world, const PinnedProbes& pinned, GapFinder& gaps, Curves& curves);

/// Drops the samples after `time` [s].
void forget_after(double time, Curves& curves);

/// The curves and findings of a whole recorded motion, computed frame by frame as time permits.
class MotionCurves {
 public:
  explicit MotionCurves(std::shared_ptr<const Recording> recording);

  /// Starts over with these parameters. The old curves are shown until the new ones are complete.
  void restart(const Parameters& parameters);

  /// Starts over if these probes are not those that are pinned.
  void pin(const PinnedProbes& pinned);

  /// Evaluates frames for about `seconds`, measured by `wall_clock()` [s].
  void go_on(double seconds, const std::function<double()>& wall_clock);

  double progress() const;  ///< of the current pass over the motion, from 0 to 1
  const Curves& shown() const { return shown_; }
  /// What `condyle analyze` would warn of by then.
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  Replay scout_;  ///< runs along the motion independently of the replay that is shown
  std::vector<StrandGroup> groups_;
  PinnedProbes pinned_;
  GapFinder gaps_;
  int next_ = 0;
  Curves coming_, shown_;
  std::vector<Finding> findings_;
};

}  // namespace condyle

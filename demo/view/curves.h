#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "replay/replay.h"
#include "view/parameters.h"
#include "view/strand_groups.h"
#include "view/time_series.h"

namespace condyle {

/// What the plots show, at the same instants.
struct Curves {
  TimeSeries forces, peaks;                  ///< of the contacts
  TimeSeries strand_forces, strand_strains;  ///< of the strands, or of their groups where many
  TimeSeries first_reading;                  ///< of the world
};

/// Adds the present instant of the world.
void record(const ShownWorld& world, const std::vector<StrandGroup>& groups, Curves& curves);

/// The curves of a whole recorded motion, frame by frame, as far as there is time.
class MotionCurves {
 public:
  explicit MotionCurves(std::shared_ptr<const Recording> recording);

  /// Starts anew with these parameters; what is there is shown until the new ones are complete.
  void restart(const Parameters& parameters);

  /// Evaluates frames for about `seconds`, by `wall_clock()` [s].
  void go_on(double seconds, const std::function<double()>& wall_clock);

  double progress() const;  ///< of the present run over the motion, from 0 to 1
  const Curves& shown() const { return shown_; }

 private:
  Replay scout_;  ///< goes along the motion, apart from what is shown
  std::vector<StrandGroup> groups_;
  int next_ = 0;
  Curves coming_, shown_;
};

}  // namespace condyle

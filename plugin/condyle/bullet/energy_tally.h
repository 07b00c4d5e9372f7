#pragma once

#include <span>

#include "condyle/bullet/registry.h"
#include "condyle/bullet/row_work.h"
#include "condyle/solver/contact_group.h"

namespace condyle::bullet {

/// What a substep's pairs, strands and rows have done, in the terms of EnergyLedger [J].
struct WorkDone {
  double by_joints = 0, by_moved = 0;
  double damping = 0, friction = 0, ligament_damping = 0, engine_contacts = 0;

  WorkDone& operator+=(const WorkDone& other);
};

/// What a strand stores where its bodies are now [J].
double energy_where_it_is(const StrandState& strand);

/// Adds up the work of a substep's groups, sub-step by sub-step.
class EnergyTally {
 public:
  void begin_step() { step_ = {}; }
  /// The group starts at the beginning of the step, the first time or once more.
  void begin_run(std::span<PairState* const> pairs, std::span<StrandState* const> strands);
  /// At the end of a sub-step of `h` [s], as of the group's last evaluation; before pairs and
  /// strands go on to the next one.
  void add_substep(const ContactGroup& group, std::span<PairState* const> pairs,
                   std::span<StrandState* const> strands, double h);
  void add_rows(const RowWork& rows);
  /// Its pairs and strands then remember what they store.
  void end_group(std::span<PairState* const> pairs, std::span<StrandState* const> strands);
  /// Rows of an island, of bodies that are in no group, or in one that was not divided.
  void add_island(const RowWork& rows);

  const WorkDone& step() const { return step_; }

 private:
  WorkDone step_, group_;
};

}  // namespace condyle::bullet

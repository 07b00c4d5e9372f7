#pragma once

namespace condyle::bench {

/// Which time counts. Where a step is short, wall time: its clock is cheap to read, and few steps
/// are interrupted. Where it is long, this thread's processor time, which leaves out what other
/// programs take from it; reading that costs a microsecond.
enum class Clock { wall, processor };

double now(Clock clock);  ///< [s], from some start

/// The clock for steps of about `seconds`.
Clock clock_for(double seconds);

}  // namespace condyle::bench

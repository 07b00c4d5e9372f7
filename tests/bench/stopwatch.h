#pragma once

namespace condyle::bench {

/// The kind of time to measure. For short steps, wall time: its clock is cheap to read, and few
/// steps are interrupted. For long steps, this thread's processor time, which excludes other
/// programs; reading it takes a microsecond.
enum class Clock { wall, processor };

double now(Clock clock);  ///< time since some start [s]

/// The clock for steps of about `seconds`.
Clock clock_for(double seconds);

}  // namespace condyle::bench

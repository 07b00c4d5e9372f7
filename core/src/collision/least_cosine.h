#pragma once

namespace condyle {

/// Below this cosine between ray and target normal a triangle does not press: its proximity grows
/// as 1 / cosine and is no longer a depth.
inline constexpr double k_least_cosine = 0.05;

}  // namespace condyle

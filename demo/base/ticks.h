#pragma once

#include <string>
#include <vector>

namespace condyle {

/// Round values along an axis: multiples of 1, 2 or 5 times a power of ten.
struct Ticks {
  double step = 1;
  int decimals = 0;            ///< digits after the decimal point that distinguish the values
  std::vector<double> values;  ///< ascending, all in [low, high]
};

/// Chooses about `wanted` (>= 1) ticks in [low, high]. An empty or non-finite range gives one tick
/// at `low`.
Ticks choose_ticks(double low, double high, int wanted);

/// The value as text with the digits of its axis; on axes with large values thousands are written
/// as "k". Never "-0".
std::string tick_label(double value, const Ticks& ticks);

/// The smallest of 1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten that is >= `value`; 1 if
/// value <= 0. For the top of an automatic range, which should change in steps and not with every
/// frame.
double round_up(double value);

}  // namespace condyle

#pragma once

#include <string>

namespace condyle {

// Numbers as a person reads them. Rounding never gives a negative zero.

/// Three significant digits, all of them at most three places after the point: "1630", "21.7",
/// "0.938", "0.035", "0".
/// All places that show one quantity use this.
std::string three_digits(double value);

/// This many digits after the point.
std::string fixed(double value, int decimals);

}  // namespace condyle

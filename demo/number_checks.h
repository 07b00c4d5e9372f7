#pragma once

#include <CLI/CLI.hpp>

namespace condyle {

inline constexpr double k_least_rate = 1, k_most_rate = 1e5;  ///< steps per second [Hz]

/// Checks of an option's value. Unlike CLI11's own, none lets NaN or an infinity pass.
CLI::Validator finite_number();
CLI::Validator finite_positive();
CLI::Validator finite_between(double least, double most);

/// Of an option that counts.
CLI::Validator whole_positive();

}  // namespace condyle

#pragma once

#include <CLI/CLI.hpp>

namespace condyle {

inline constexpr double k_least_rate = 1, k_most_rate = 1e5;  ///< steps per second [Hz]

/// Validators of an option's value. Unlike CLI11's own, they reject NaN and infinity.
CLI::Validator finite_number();
CLI::Validator finite_positive();
CLI::Validator finite_between(double least, double most);

/// Accepts whole numbers above 0.
CLI::Validator whole_positive();

}  // namespace condyle

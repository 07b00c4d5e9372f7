#pragma once

#include <span>
#include <string>

#include "condyle/finding.h"

namespace condyle {

/// Prints each finding to standard error as a line "condyle: warning: PLACE: TEXT"; `before` is
/// printed in front of PLACE.
void print_warnings(std::span<const Finding> findings, const std::string& before = "");

/// Whether the findings contain one of this kind at this place, whatever its text.
bool is_among(const Finding& finding, std::span<const Finding> findings);

}  // namespace condyle

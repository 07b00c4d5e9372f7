#pragma once

#include "condyle/contact/contact_result.h"

namespace condyle {

/// Whether the half spaces on the two sides of each axis make up the total, and both bodies get
/// opposite wrenches. True if a figure is not a number.
bool halves_make_the_total(const ContactResult& result);

}  // namespace condyle

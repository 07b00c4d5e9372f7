#pragma once

#include <string>

#include "lab/lab_table.h"

namespace condyle {

/// Two tables of the same columns as one: of each row that of the first, that of the second, and
/// the difference where there is one, as it is and in percent; marked where a figure differs by
/// more than 5 %. Where columns, rows or the words in them are not the same, a sentence that says
/// so.
std::string beside_text(const LabTable& first, const LabTable& second);

}  // namespace condyle

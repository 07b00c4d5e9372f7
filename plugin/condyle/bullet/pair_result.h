#pragma once

#include "condyle/bullet/registry.h"

namespace condyle::bullet {

/// What a pair's contact came to at the end of the last step that solved it: assembled here when
/// first asked for, from the hits of the step's search with the proximities that its solution left.
const ContactResult& result_of(PairState& pair);

}  // namespace condyle::bullet

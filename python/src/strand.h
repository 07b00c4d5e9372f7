#pragma once

#include "condyle/ligament/strand_path.h"

namespace condyle::python {

/// A path with its memory from pose to pose: StrandPath.
struct KeptPath {
  ligament::StrandPath path;
  int bodies = 0;
  ligament::PathMemory memory;
};

}  // namespace condyle::python

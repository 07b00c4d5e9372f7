#pragma once

#include <filesystem>

#include "bench/case_list.h"
#include "condyle/mesh/mesh_file.h"

namespace condyle::bench {

/// A user's own pair of meshes over a list of poses, in the format of `condyle contact`.
struct SequenceFiles {
  std::filesystem::path casting, target, poses;
  mesh::LengthUnit unit = mesh::LengthUnit::metre;
};

/// Condyle against Embree, with soft polyethylene layers and the usual window of 10 mm.
CaseEntry sequence_case(const SequenceFiles& files);

}  // namespace condyle::bench

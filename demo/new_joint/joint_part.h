#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// A part of a joint that is to be made: its file, as a scene will read it, and its mesh.
struct JointPart {
  std::filesystem::path file;
  mesh::LengthUnit unit = mesh::LengthUnit::metre;
  std::optional<mesh::LengthUnit> second_unit = {};  ///< that fits about as well as a guessed one
  TriangleMesh mesh;                                 ///< in metres
  bool is_closed = false;                            ///< but for small holes
  double outward_fraction = 0;                       ///< mesh::MeshReport
  bool is_mirrored = false;  ///< `mesh` is the mirror image of what the file has
};

/// The unit in which `extent`, the largest one of a file, comes nearest to `usual` [m], by ratio.
/// Inches must fit much better than the other units, since they are rare. `second` is another unit
/// that fits almost as well.
struct LikelyUnit {
  mesh::LengthUnit unit = mesh::LengthUnit::millimetre;
  std::optional<mesh::LengthUnit> second;
};
LikelyUnit likely_unit(double extent, double usual);

/// Reads a part, in `unit` or in its likely one. Appends to `notes` what was read and guessed of
/// the `which`: "first part", "second part" or "patella". Throws InputError as read_mesh does, and
/// if the part's size is not that of a joint in any unit.
JointPart read_joint_part(const std::filesystem::path& file, const char* which,
                          const std::optional<mesh::LengthUnit>& unit, double usual,
                          std::vector<std::string>& notes);

/// Turns the part into its mirror image, which mend() then writes to a file of its own.
void mirror(JointPart& part, const char* which, std::vector<std::string>& notes);

/// Where mend() writes the first or the second part of a scene, 0 or 1, or a patella, 2.
std::filesystem::path mended_file(const std::filesystem::path& scene_file, int part);

/// Repairs the part where contact needs it, and turns it outward: a sheet that `is_convex` or
/// hollow seen from outside, by its shape. If that changes it, or it is mirrored, writes the new
/// mesh to `file`, notes so (`which`: "the insert") and lets the part use it. Throws InputError if
/// it cannot be written.
void mend(JointPart& part, const char* which, bool is_convex, const std::filesystem::path& file,
          std::vector<std::string>& notes);

}  // namespace condyle

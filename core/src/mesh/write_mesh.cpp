#include <fmt/core.h>

#include <limits>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/length_units.h"
#include "core/src/mesh/mesh_formats.h"
#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/written_mesh.h"

namespace condyle::mesh {
namespace {

/// Uses a volatile variable because GCC 12 otherwise drops the conversion to float and back when it
/// vectorises.
double rounded_to_float(double value) {
  volatile float rounded = static_cast<float>(value);
  return rounded;
}

void require_float_range(const std::filesystem::path& file, const TriangleMesh& mesh) {
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    if (vertex.cwiseAbs().maxCoeff() <= std::numeric_limits<float>::max()) continue;
    throw InputError(fmt::format(
        "{}: a coordinate is too large for STL's floats; write OBJ, PLY or VTP", file.string()));
  }
}

}  // namespace

TriangleMesh as_written(const std::filesystem::path& file, TriangleMesh mesh, LengthUnit unit) {
  const bool has_floats = lower_extension(file) == ".stl";
  for (Eigen::Vector3d& vertex : mesh.vertices) {
    for (double& coordinate : vertex) {
      const double stored = from_metres(coordinate, unit);
      coordinate = to_metres(has_floats ? rounded_to_float(stored) : stored, unit);
    }
  }
  return mesh;
}

void write_mesh(const std::filesystem::path& file, const TriangleMesh& mesh, LengthUnit unit) {
  require_valid(mesh, file.string());
  TriangleMesh scaled_mesh = mesh;
  for (Eigen::Vector3d& vertex : scaled_mesh.vertices) {
    for (double& coordinate : vertex) coordinate = from_metres(coordinate, unit);
  }
  const std::string extension = lower_extension(file);
  if (extension == ".stl") {
    require_float_range(file, scaled_mesh);
    replace_file(file, stl_bytes(scaled_mesh));
  } else if (extension == ".obj") {
    replace_file(file, obj_bytes(scaled_mesh));
  } else if (extension == ".ply") {
    replace_file(file, ply_bytes(scaled_mesh));
  } else if (extension == ".vtp") {
    replace_file(file, vtp_bytes(scaled_mesh, {}));
  } else {
    throw InputError(
        fmt::format("{}: the extension {} names no mesh format; give .stl, .obj, .ply "
                    "or .vtp",
                    file.string(), in_quotes(extension)));
  }
}

}  // namespace condyle::mesh

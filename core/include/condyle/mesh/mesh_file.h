#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle::mesh {

/// Unit of the coordinates in a mesh file. The file does not state it, so the caller must.
enum class LengthUnit { metre, centimetre, millimetre, micrometre, inch };

/// Its symbol.
constexpr const char* word_of(LengthUnit value) {
  switch (value) {
    case LengthUnit::metre:
      return "m";
    case LengthUnit::centimetre:
      return "cm";
    case LengthUnit::millimetre:
      return "mm";
    case LengthUnit::micrometre:
      return "um";
    case LengthUnit::inch:
      return "in";
  }
  return nullptr;
}

/// Largest allowed coordinate [m] in a mesh from a file. A larger one is damaged or in another
/// unit, and its powers may overflow.
inline constexpr double k_farthest_coordinate = 1e9;

/// Length of one unit in metres.
double metres_per(LengthUnit unit);

/// The unit of a symbol. Throws InputError that lists them for anything else.
LengthUnit parse_length_unit(std::string_view text);

/// Reads a mesh, scales it to metres and welds it by exact position. Recognises STL (binary,
/// ASCII), OBJ, PLY (ASCII, binary little and big endian) and VTP (ASCII, binary inline, appended
/// raw or base64, zlib-compressed or not) by content and extension. Numbers are double precision.
/// Polygons are cut into triangles in their plane, convex ones as fans; normals, colours and
/// textures in the file are ignored; mesh_repair.h tells what a file leaves open. Throws
/// InputError with file, line or byte, and remedy if the file is missing, empty, truncated, in
/// another format, or has an index out of range, a coordinate that is not finite or beyond
/// k_farthest_coordinate, or no triangle, or if it needs more memory than is available.
TriangleMesh read_mesh(const std::filesystem::path& file, LengthUnit unit);

/// Reads a mesh like read_mesh but without welding: the vertices are as in the file (STL: three per
/// triangle). Throws InputError as it does.
TriangleMesh read_mesh_as_stored(const std::filesystem::path& file, LengthUnit unit);

/// Writes a mesh as STL (binary, rounded to float), OBJ, PLY (binary double) or VTP, according to
/// the extension. Coordinates are written in `unit`; OBJ, PLY and VTP in metres read back as
/// identical doubles. Writes to a file beside the target and renames it, so a failure leaves no
/// incomplete file. Throws InputError if the mesh is not valid (require_valid), the extension is
/// unknown or the file cannot be written.
void write_mesh(const std::filesystem::path& file, const TriangleMesh& mesh, LengthUnit unit);

/// Per-triangle data written with a mesh to a VTP file: one value, or one vector of `components`
/// values, per triangle.
struct CellArray {
  std::string name;                ///< name with unit, such as "pressure [Pa]"
  int components = 1;              ///< values per triangle
  std::span<const double> values;  ///< triangles x components, row-major, in the unit of its name
};

/// Writes a VTP file (VTK XML PolyData, appended raw binary doubles) with cell data, coordinates in
/// metres. Throws InputError if the mesh is not valid, an array does not fit the number of
/// triangles or the file cannot be written.
void write_vtp(const std::filesystem::path& file, const TriangleMesh& mesh,
               std::span<const CellArray> cell_data);

/// An entry of a PVD file: one VTP file of a time series, for ParaView. write_pvd makes absolute
/// paths relative to the PVD file. Times are in seconds.
struct SeriesEntry {
  double time = 0;   ///< [s]
  std::string part;  ///< name of the mesh
  std::filesystem::path file;
};
/// Writes a PVD file. Throws InputError if it cannot be written.
void write_pvd(const std::filesystem::path& file, std::span<const SeriesEntry> entries);

}  // namespace condyle::mesh

#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/triangle_mesh.h"

namespace condyle {

/// Unit of the coordinates in a mesh file. Mesh files do not say it, so the caller must.
enum class LengthUnit { metre, centimetre, millimetre, micrometre, inch };

/// No coordinate lies farther out [m], of what is read from files: what does is of another unit or
/// damaged, and its powers may overflow.
inline constexpr double k_farthest_coordinate = 1e9;

/// Metres in one unit.
double metres_per(LengthUnit unit);

/// Reads "m", "cm", "mm", "um" or "in". Throws InputError that lists them.
LengthUnit parse_length_unit(std::string_view text);

/// Reads STL (binary, ASCII), OBJ, PLY (ASCII, binary little and big endian) or VTP (ASCII, binary
/// inline, appended raw or base64, zlib-compressed or not) by content and extension, in double
/// precision, scaled to metres and welded by exact position. Polygons become fans of triangles;
/// normals, colours and textures in the file are ignored. Throws InputError with file, line or
/// byte, and remedy where the file is missing, empty, truncated, of another format, has an index
/// out of range, a coordinate that is not finite or beyond k_farthest_coordinate, no triangle, or
/// takes more memory than there is.
TriangleMesh read_mesh(const std::filesystem::path& file, LengthUnit unit);

/// The same without welding: the vertices as the file has them (STL: three per triangle).
TriangleMesh read_mesh_as_stored(const std::filesystem::path& file, LengthUnit unit);

/// Writes STL (binary, rounded to float), OBJ, PLY (binary double) or VTP by extension, in metres
/// divided by `unit`; OBJ, PLY and VTP in metres read back to the same doubles. Writes beside the
/// target and renames, so a failure leaves no half-written file. Throws InputError where the mesh
/// is not valid (require_valid), the extension is unknown or the file cannot be written.
void write_mesh(const std::filesystem::path& file, const TriangleMesh& mesh, LengthUnit unit);

/// The mesh as read_mesh would give it back from such a file, before welding: rounded to float in
/// STL, and by the unit.
TriangleMesh as_written(const std::filesystem::path& file, TriangleMesh mesh, LengthUnit unit);

/// One value (or vector of `components`) per triangle, written beside the mesh in a VTP file.
struct CellArray {
  std::string name;  ///< with its unit, such as "pressure [Pa]"
  int components = 1;
  std::span<const double> values;  ///< triangles x components, row-major
};

/// Writes a VTP file (VTK XML PolyData, appended raw binary doubles) with cell data. [m]
void write_vtp(const std::filesystem::path& file, const TriangleMesh& mesh,
               std::span<const CellArray> cell_data);

/// About how many bytes write_vtp writes for a mesh with so many arrays of one number per triangle.
std::uint64_t vtp_size(const TriangleMesh& mesh, int arrays);

/// Writes a PVD file: a series of VTP files, relative to it, with their times [s], for ParaView.
struct SeriesEntry {
  double time = 0;
  std::string part;  ///< name of the mesh
  std::filesystem::path file;
};
void write_pvd(const std::filesystem::path& file, std::span<const SeriesEntry> entries);

}  // namespace condyle

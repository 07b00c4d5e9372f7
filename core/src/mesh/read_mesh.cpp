#include <algorithm>
#include <cstddef>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/length_units.h"
#include "core/src/mesh/mesh_formats.h"

namespace condyle::mesh {
namespace {

bool starts_with_word(std::string_view text, std::string_view word) {
  return equal_ignoring_case(take_word(text), word);
}

/// Whether the lines of a text end with returns alone, as in old Mac files. Not of XML, whose
/// parser takes them, and which may hold binary data.
bool ends_lines_with_returns(std::string_view bytes) {
  return is_text(bytes) && !trimmed(bytes).starts_with('<') &&
         bytes.find('\n') == std::string_view::npos && bytes.find('\r') != std::string_view::npos;
}

/// Whether the header of a PLY file ends its lines with returns alone.
bool has_returns_in_header(std::string_view bytes) {
  if (!starts_with_word(bytes, "ply")) return false;
  const std::string_view rest = bytes.substr(std::min(bytes.find_first_of("\r\n"), bytes.size()));
  return rest.starts_with('\r') && !rest.starts_with("\r\n");
}

/// The PLY file with newlines in the place of the returns in its header, or in all of it if it is
/// text.
std::string with_newlines(std::string_view ply) {
  const std::size_t last_line = ply.find("\rend_header"), body = ply.find('\r', last_line + 1);
  const bool is_binary = body != std::string_view::npos &&
                         ply.substr(0, last_line).find("\rformat binary") != std::string_view::npos;
  std::string bytes(ply);
  const std::size_t header = is_binary ? body + 1 : bytes.size();
  std::replace(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(header), '\r', '\n');
  return bytes;
}

/// Chooses the parser. The content takes precedence over the extension; a size that fits binary STL
/// comes first, since its header may hold any text.
MeshInFile parse(const MeshSource& file) {
  const std::string extension = lower_extension(file.file);
  if (extension == ".stl" && is_binary_stl(file.bytes)) return parse_stl(file);
  if (has_returns_in_header(file.bytes)) return parse_ply({file.file, with_newlines(file.bytes)});
  if (ends_lines_with_returns(file.bytes)) {
    std::string bytes(file.bytes);
    std::replace(bytes.begin(), bytes.end(), '\r', '\n');
    return parse({file.file, bytes});
  }
  if (!is_binary_stl(file.bytes)) require_narrow_text(file.file, file.bytes);
  const MeshSource source{file.file, without_byte_order_mark(file.bytes)};
  if (starts_with_word(source.bytes, "ply")) return parse_ply(source);
  const MeshSource text{file.file, without_padding(source.bytes)};
  if (trimmed(text.bytes).starts_with('<')) return parse_vtp(text);
  if (source.bytes.starts_with("# vtk DataFile")) {
    source.fail("is a legacy VTK file; save it as VTK XML PolyData (.vtp)");
  }
  if (extension == ".stl" || starts_with_word(source.bytes, "solid")) return parse_stl(source);
  if (extension == ".obj") return parse_obj(text);
  if (extension == ".ply") source.fail("does not start with 'ply'; export the mesh again");
  if (extension == ".vtp") source.fail("is not XML as a .vtp file must be; export the mesh again");
  if (is_binary_stl(file.bytes)) return parse_stl(file);
  source.fail("is in no known mesh format; give STL, OBJ, PLY or VTP");
}

MeshInFile read_as_stored(const std::filesystem::path& file, LengthUnit unit) {
  const std::string bytes = read_file_bytes(file);
  MeshInFile read = parse({file, bytes});
  for (Eigen::Vector3d& vertex : read.mesh.vertices) {
    for (double& coordinate : vertex) coordinate = to_metres(coordinate, unit);
  }
  require_readable(file, read.mesh);
  return read;
}

}  // namespace

TriangleMesh read_mesh_as_stored(const std::filesystem::path& file, LengthUnit unit) {
  return read_mesh_with_findings(file, unit, false).mesh;
}

TriangleMesh read_mesh(const std::filesystem::path& file, LengthUnit unit) {
  return read_mesh_with_findings(file, unit).mesh;
}

MeshInFile read_mesh_with_findings(const std::filesystem::path& file, LengthUnit unit, bool weld) {
  return with_memory_for(file, [&] {
    MeshInFile read = read_as_stored(file, unit);
    if (weld) read.mesh = welded(read.mesh);
    return read;
  });
}

}  // namespace condyle::mesh

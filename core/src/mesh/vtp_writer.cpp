#include <fmt/core.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "condyle/error.h"
#include "core/src/base/xml_text.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/mesh_formats.h"
#include "core/src/mesh/written_mesh.h"

namespace condyle::mesh {
namespace {

/// Collects arrays: add() returns an array's XML and keeps its data, to be appended in the order of
/// the calls.
class AppendedArrays {
 public:
  template <class Number>
  std::string add(std::string_view name, int components, std::span<const Number> values) {
    const char* type = std::is_same_v<Number, double> ? "Float64" : "Int32";
    const std::string xml = fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"appended\" "
        "offset=\"{}\"/>\n",
        type, escaped_for_xml(name), components, data_.size());
    append_bytes(data_, static_cast<std::uint64_t>(values.size_bytes()));
    for (const Number value : values) append_bytes(data_, value);
    return xml;
  }

  const std::string& data() const { return data_; }

 private:
  std::string data_;
};

std::string cell_data_xml(std::span<const CellArray> cell_data, AppendedArrays& arrays) {
  if (cell_data.empty()) return {};
  std::string xml =
      fmt::format("<CellData Scalars=\"{}\">\n", escaped_for_xml(cell_data.front().name));
  for (const CellArray& array : cell_data) {
    xml += arrays.add<double>(array.name, array.components, array.values);
  }
  return xml + "</CellData>\n";
}

}  // namespace

std::string vtp_bytes(const TriangleMesh& mesh, std::span<const CellArray> cell_data) {
  std::vector<double> points;
  for (const Eigen::Vector3d& vertex : mesh.vertices) {
    points.insert(points.end(), vertex.begin(), vertex.end());
  }
  std::vector<std::int32_t> connectivity, offsets;
  for (const auto& triangle : mesh.triangles) {
    connectivity.insert(connectivity.end(), triangle.begin(), triangle.end());
    offsets.push_back(static_cast<std::int32_t>(connectivity.size()));
  }

  AppendedArrays arrays;
  std::string bytes = fmt::format(
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
      "header_type=\"UInt64\">\n<PolyData>\n"
      "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"0\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
      "NumberOfPolys=\"{}\">\n",
      mesh.vertices.size(), mesh.triangles.size());
  bytes += "<Points>\n" + arrays.add<double>("Points", 3, points) + "</Points>\n<Polys>\n";
  bytes += arrays.add<std::int32_t>("connectivity", 1, connectivity);
  bytes += arrays.add<std::int32_t>("offsets", 1, offsets) + "</Polys>\n";
  bytes += cell_data_xml(cell_data, arrays);
  bytes += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
  bytes += arrays.data();
  bytes += "\n</AppendedData>\n</VTKFile>\n";
  return bytes;
}

void write_vtp(const std::filesystem::path& file, const TriangleMesh& mesh,
               std::span<const CellArray> cell_data) {
  require_valid(mesh, file.string());
  for (const CellArray& array : cell_data) {
    if (array.components >= 1 &&
        array.values.size() == mesh.triangles.size() * static_cast<std::size_t>(array.components)) {
      continue;
    }
    throw InputError(fmt::format(
        "{}: cell array {} has {} values of {} components for {} triangles; give one per triangle",
        file.string(), in_quotes(array.name), array.values.size(), array.components,
        mesh.triangles.size()));
  }
  replace_file(file, vtp_bytes(mesh, cell_data));
}

std::uint64_t vtp_size(const TriangleMesh& mesh, int arrays) {
  constexpr std::uint64_t k_text = 1200;  // size of tags and names
  const std::uint64_t per_vertex = 3 * sizeof(double);
  const std::uint64_t per_triangle =
      4 * sizeof(std::int32_t) + static_cast<std::uint64_t>(arrays) * sizeof(double);
  return k_text + per_vertex * mesh.vertices.size() + per_triangle * mesh.triangles.size();
}

void write_pvd(const std::filesystem::path& file, std::span<const SeriesEntry> entries) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\">\n<Collection>\n";
  for (const SeriesEntry& entry : entries) {
    const auto relative =
        entry.file.is_absolute() ? entry.file.lexically_relative(folder) : entry.file;
    text +=
        fmt::format("<DataSet timestep=\"{}\" part=\"0\" name=\"{}\" file=\"{}\"/>\n", entry.time,
                    escaped_for_xml(entry.part), escaped_for_xml(relative.generic_string()));
  }
  replace_file(file, text + "</Collection>\n</VTKFile>\n");
}

}  // namespace condyle::mesh

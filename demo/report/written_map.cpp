#include "report/written_map.h"

#include <pugixml.hpp>
#include <string>
#include <utility>
#include <vector>

#include "condyle/mesh/mesh_file.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/vtp_document.h"

namespace condyle {

LabMap read_written_map(const std::filesystem::path& file) {
  LabMap map{.name = file.stem().string(),
             .mesh = mesh::read_mesh_as_stored(file, mesh::LengthUnit::metre),
             .values = {}};
  const std::string bytes = read_file_bytes(file);
  const mesh::MeshSource source{file, bytes};
  const mesh::VtpDocument document(source);
  const pugi::xml_node cells = document.poly_data().child("Piece").child("CellData");
  for (const pugi::xml_node array : cells.children("DataArray")) {
    if (array.attribute("NumberOfComponents").as_int(1) != 1) continue;
    std::vector<double> values = document.values(array);
    if (values.size() != map.mesh.triangles.size())
      document.fail(array, "does not have one value per triangle; write the map again");
    map.values.push_back({array.attribute("Name").value(), std::move(values)});
  }
  return map;
}

}  // namespace condyle

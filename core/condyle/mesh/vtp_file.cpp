// VTP: VTK's XML PolyData (Kitware, VTK file formats).

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <pugixml.hpp>

#include "condyle/mesh/mesh_formats.h"
#include "condyle/mesh/vtk_data.h"

namespace condyle {
namespace {

/// The XML of a file, and the binary data appended to it, which XML cannot hold.
class VtpDocument {
 public:
  explicit VtpDocument(const MeshSource& source) : source_(source) {
    split_off_appended_data();
    parse_xml();
    read_encoding();
  }

  pugi::xml_node poly_data() const { return document_.child("VTKFile").child("PolyData"); }

  /// The numbers of a DataArray in whichever way it stores them.
  std::vector<double> values(pugi::xml_node array) const {
    const std::string_view format = array.attribute("format").as_string("ascii");
    if (format == "ascii") return ascii_values(array);
    const std::optional<VtkType> type = parse_vtk_type(array.attribute("type").value());
    if (!type) fail(array, "has an unknown type; export the mesh again");
    try {
      if (format == "binary") {
        return decode_vtk_binary(array.child_value(), true, *type, encoding_);
      }
      if (format != "appended") throw VtkDataError{"has an unknown format; export the mesh again"};
      return decode_vtk_binary(appended_at(array), appended_base64_, *type, encoding_);
    } catch (const VtkDataError& error) {
      fail(array, error.problem);
    }
  }

  /// "line n: <Element Name="..">: problem"
  [[noreturn]] void fail(pugi::xml_node node, std::string_view problem) const {
    std::string element = node.name();
    if (const auto name = node.attribute("Name")) {
      element = fmt::format("{} {}", element, in_quotes(name.value()));
    }
    source_.fail_at_line(place(node.offset_debug()), fmt::format("<{}> {}", element, problem));
  }

 private:
  /// Where the file has what is at `offset` of the XML: it is parsed in a copy, in place.
  const char* place(std::ptrdiff_t offset) const {
    return source_.bytes.data() + std::clamp<std::ptrdiff_t>(offset, 0, source_.bytes.size());
  }

  void split_off_appended_data() {
    const std::size_t start = source_.bytes.find("<AppendedData");
    xml_ = source_.bytes.substr(0, start);
    if (start == std::string_view::npos) return;
    xml_ += "</VTKFile>";
    const std::size_t tag_end = source_.bytes.find('>', start);
    const std::size_t data = std::min(source_.bytes.find('_', tag_end), source_.bytes.size() - 1);
    const std::string_view tag = source_.bytes.substr(start, tag_end - start);
    appended_base64_ = tag.find("base64") != std::string_view::npos;
    appended_ = source_.bytes.substr(data + 1);
    if (appended_base64_) appended_ = appended_.substr(0, appended_.find('<'));
  }

  void parse_xml() {
    const pugi::xml_parse_result result = document_.load_buffer_inplace(xml_.data(), xml_.size());
    if (result) return;
    source_.fail_at_line(place(result.offset),
                         fmt::format("is not valid XML ({}); export or download the file again",
                                     result.description()));
  }

  void read_encoding() {
    const pugi::xml_node root = document_.child("VTKFile");
    const std::string_view type = root.attribute("type").value();
    if (type != "PolyData") {
      source_.fail(fmt::format("is no VTK PolyData but {}; save a surface as .vtp",
                               type.empty() ? "some other XML" : in_quotes(type)));
    }
    const std::string_view compressor = root.attribute("compressor").value();
    if (!compressor.empty() && compressor != "vtkZLibDataCompressor") {
      fail(root, fmt::format("uses the compressor {}; save with zlib or without compression",
                             in_quotes(compressor)));
    }
    encoding_.zlib = !compressor.empty();
    encoding_.wide_header = std::string_view(root.attribute("header_type").value()) == "UInt64";
    encoding_.order = std::string_view(root.attribute("byte_order").value()) == "BigEndian"
                          ? std::endian::big
                          : std::endian::little;
  }

  std::string_view appended_at(pugi::xml_node array) const {
    const std::uint64_t offset = array.attribute("offset").as_ullong();
    if (offset < appended_.size()) return appended_.substr(offset);
    throw VtkDataError{
        "starts behind the end of the file; it is truncated, export or download it "
        "again"};
  }

  std::vector<double> ascii_values(pugi::xml_node array) const {
    std::vector<double> values;
    std::string_view text = array.child_value();
    const char* xml = xml_.data();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      const std::optional<double> value = parse_number(word);
      if (!value) {
        source_.fail_at_line(
            place(word.data() - xml),
            fmt::format("{} is not a number; export the mesh again", in_quotes(word)));
      }
      values.push_back(*value);
    }
    return values;
  }

  const MeshSource& source_;
  std::string xml_;
  pugi::xml_document document_;
  VtkEncoding encoding_;
  std::string_view appended_;
  bool appended_base64_ = false;
};

/// The DataArray with this name below `parent`. Fails where it is missing.
pugi::xml_node array_named(const VtpDocument& document, pugi::xml_node parent, const char* name) {
  const pugi::xml_node array = parent.find_child_by_attribute("DataArray", "Name", name);
  if (!array)
    document.fail(parent, fmt::format("lacks the array '{}'; export the mesh again", name));
  return array;
}

void append_points(const VtpDocument& document, pugi::xml_node piece, TriangleMesh& mesh) {
  const std::uint64_t count = piece.attribute("NumberOfPoints").as_ullong();
  const pugi::xml_node array = piece.child("Points").child("DataArray");
  if (!array) document.fail(piece, "has no points; export the mesh again");
  const std::vector<double> values = document.values(array);
  if (values.size() % 3 != 0 || values.size() / 3 != count) {
    document.fail(array, fmt::format("holds {} numbers for {} points; the file is truncated or "
                                     "damaged, export or download it again",
                                     values.size(), count));
  }
  for (std::size_t i = 0; i < values.size(); i += 3) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (is_coordinate(values[i + axis])) continue;
      document.fail(array, fmt::format("has a coordinate of point {} that is not finite or beyond "
                                       "1e60; export the mesh again",
                                       i / 3));
    }
    mesh.vertices.emplace_back(values[i], values[i + 1], values[i + 2]);
  }
}

/// Gives the corners of each polygon or strip below `cells` to `use`, as indices into the mesh.
template <class Use>
void for_each_cell(const VtpDocument& document, pugi::xml_node cells, std::uint64_t count,
                   std::size_t first_point, std::size_t point_count, Use&& use) {
  if (count == 0) return;
  const pugi::xml_node connectivity_array = array_named(document, cells, "connectivity");
  const pugi::xml_node offset_array = array_named(document, cells, "offsets");
  const std::vector<double> connectivity = document.values(connectivity_array);
  const std::vector<double> offsets = document.values(offset_array);
  if (offsets.size() != count) {
    document.fail(offset_array, fmt::format("holds {} numbers for {} cells; the file is truncated "
                                            "or damaged, export or download it again",
                                            offsets.size(), count));
  }
  std::vector<int> corners;
  double begin = 0;
  for (const double end : offsets) {
    if (!(end >= begin + 3 && end <= static_cast<double>(connectivity.size()))) {
      document.fail(offset_array, fmt::format("has a cell from {} to {} of {}; each needs three or "
                                              "more corners, export the mesh again",
                                              begin, end, connectivity.size()));
    }
    corners.clear();
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      const double index = connectivity[i];
      if (!(index >= 0 && index < static_cast<double>(point_count) && index == std::floor(index))) {
        document.fail(connectivity_array,
                      fmt::format("names point {} but there are {}, counted from 0; export the "
                                  "mesh again",
                                  index, point_count));
      }
      corners.push_back(static_cast<int>(first_point + static_cast<std::size_t>(index)));
    }
    use(corners);
    begin = std::floor(end);
  }
}

/// Every second triangle of a strip runs the other way round.
void append_strip(const std::vector<int>& strip, std::vector<std::array<int, 3>>& triangles) {
  for (std::size_t i = 2; i < strip.size(); ++i) {
    const bool odd = i % 2 == 1;
    triangles.push_back({strip[i - 2], strip[odd ? i : i - 1], strip[odd ? i - 1 : i]});
  }
}

void append_piece(const VtpDocument& document, pugi::xml_node piece, TriangleMesh& mesh) {
  const std::size_t first_point = mesh.vertices.size();
  append_points(document, piece, mesh);
  const std::size_t point_count = mesh.vertices.size() - first_point;
  for_each_cell(document, piece.child("Polys"), piece.attribute("NumberOfPolys").as_ullong(),
                first_point, point_count,
                [&](const std::vector<int>& cell) { append_fan(cell, mesh.triangles); });
  for_each_cell(document, piece.child("Strips"), piece.attribute("NumberOfStrips").as_ullong(),
                first_point, point_count,
                [&](const std::vector<int>& cell) { append_strip(cell, mesh.triangles); });
}

}  // namespace

TriangleMesh parse_vtp(const MeshSource& source) {
  const VtpDocument document(source);
  TriangleMesh mesh;
  for (const pugi::xml_node piece : document.poly_data().children("Piece")) {
    if (piece.attribute("NumberOfPoints").as_ullong() == 0) continue;
    append_piece(document, piece, mesh);
  }
  return mesh;
}

}  // namespace condyle

#pragma once

// The XML of a VTP file and its arrays. Not part of the library's interface.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/src/mesh/mesh_source.h"
#include "core/src/mesh/vtk_data.h"

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace condyle::mesh {

/// The XML of a VTP file, and the binary data appended to it, which is not valid XML.
class VtpDocument {
 public:
  /// Keeps a reference to the source. Throws InputError if the source is not XML with VTK PolyData.
  explicit VtpDocument(const MeshSource& source);
  ~VtpDocument();

  pugi::xml_node poly_data() const;

  /// The DataArray with this name below `parent`. Throws InputError if it is missing.
  pugi::xml_node array_named(pugi::xml_node parent, const char* name) const;

  /// The number of values that a DataArray claims to hold, without inflating any data. Returns none
  /// for an array stored as text, which makes no claim. Throws InputError.
  std::optional<double> stated_numbers(pugi::xml_node array) const;

  /// The values of a DataArray, in any of its encodings. Throws InputError.
  std::vector<double> values(pugi::xml_node array) const;

  /// Throws InputError "file, line n: <Element 'name'> problem".
  [[noreturn]] void fail(pugi::xml_node node, std::string_view problem) const;

 private:
  const char* place(std::ptrdiff_t offset) const;
  void split_off_appended_data();
  void parse_xml();
  void read_encoding();
  std::string_view appended_at(pugi::xml_node array) const;
  template <class Use>
  auto with_binary(pugi::xml_node array, const Use& use) const;
  std::vector<double> ascii_values(pugi::xml_node array) const;

  const MeshSource& source_;
  std::string xml_;  ///< parsed in place: an offset in it is also an offset in the source
  std::unique_ptr<pugi::xml_document> document_;
  VtkEncoding encoding_;
  std::string_view appended_;
  bool appended_base64_ = false;
};

}  // namespace condyle::mesh

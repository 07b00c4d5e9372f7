#pragma once

// The XML of a VTP file and the arrays in it. Not part of the library's interface.

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "condyle/mesh/mesh_source.h"
#include "condyle/mesh/vtk_data.h"

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace condyle {

/// The XML of a VTP file, and the binary data appended to it, which XML cannot hold.
class VtpDocument {
 public:
  /// Keeps a reference. Throws InputError where the source is no XML with VTK PolyData.
  explicit VtpDocument(const MeshSource& source);
  ~VtpDocument();

  pugi::xml_node poly_data() const;

  /// The DataArray with this name below `parent`. Throws InputError where it is missing.
  pugi::xml_node array_named(pugi::xml_node parent, const char* name) const;

  /// How many numbers a DataArray states to hold; none of it is inflated. No value for one in text,
  /// which states nothing. Throws InputError.
  std::optional<double> stated_numbers(pugi::xml_node array) const;

  /// The numbers of a DataArray in whichever way it stores them. Throws InputError.
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
  std::string xml_;  ///< parsed in place: an offset in it is one in the source
  std::unique_ptr<pugi::xml_document> document_;
  VtkEncoding encoding_;
  std::string_view appended_;
  bool appended_base64_ = false;
};

}  // namespace condyle

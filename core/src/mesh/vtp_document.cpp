#include "core/src/mesh/vtp_document.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <pugixml.hpp>

#include "core/src/base/number_text.h"

namespace condyle::mesh {
namespace {

bool is_text(pugi::xml_node array) {
  return std::string_view(array.attribute("format").as_string("ascii")) == "ascii";
}

}  // namespace

VtpDocument::VtpDocument(const MeshSource& source)
    : source_(source), document_(std::make_unique<pugi::xml_document>()) {
  split_off_appended_data();
  parse_xml();
  read_encoding();
}

VtpDocument::~VtpDocument() = default;

pugi::xml_node VtpDocument::poly_data() const {
  return document_->child("VTKFile").child("PolyData");
}

pugi::xml_node VtpDocument::array_named(pugi::xml_node parent, const char* name) const {
  const pugi::xml_node array = parent.find_child_by_attribute("DataArray", "Name", name);
  if (!array) fail(parent, fmt::format("lacks the array '{}'; export the mesh again", name));
  return array;
}

/// Returns `use(data, base64, type)` for an array that is not text.
template <class Use>
auto VtpDocument::with_binary(pugi::xml_node array, const Use& use) const {
  try {
    const std::string_view format = array.attribute("format").value();
    const std::optional<VtkType> type = parse_vtk_type(array.attribute("type").value());
    if (!type) throw VtkDataError{"has an unknown type; export the mesh again"};
    if (format == "binary") return use(array.child_value(), true, *type);
    if (format != "appended") throw VtkDataError{"has an unknown format; export the mesh again"};
    return use(appended_at(array), appended_base64_, *type);
  } catch (const VtkDataError& error) {
    fail(array, error.problem);
  }
}

std::optional<double> VtpDocument::stated_numbers(pugi::xml_node array) const {
  if (is_text(array)) return std::nullopt;
  return with_binary(array, [this](std::string_view data, bool base64, VtkType type) {
    return stated_vtk_numbers(data, base64, type, encoding_);
  });
}

std::vector<double> VtpDocument::values(pugi::xml_node array) const {
  if (is_text(array)) return ascii_values(array);
  return with_binary(array, [this](std::string_view data, bool base64, VtkType type) {
    return decode_vtk_binary(data, base64, type, encoding_);
  });
}

void VtpDocument::fail(pugi::xml_node node, std::string_view problem) const {
  std::string element = node.name();
  if (const auto name = node.attribute("Name")) {
    element = fmt::format("{} {}", element, in_quotes(name.value()));
  }
  source_.fail_at_line(place(node.offset_debug()), fmt::format("<{}> {}", element, problem));
}

/// The place in the source of an offset in the XML.
const char* VtpDocument::place(std::ptrdiff_t offset) const {
  return source_.bytes.data() + std::clamp<std::ptrdiff_t>(offset, 0, std::ssize(source_.bytes));
}

/// Separates the data from the XML: it starts after the '_' in the last element. The rest of the
/// XML is closed again.
void VtpDocument::split_off_appended_data() {
  const std::size_t start = source_.bytes.find("<AppendedData");
  xml_ = source_.bytes.substr(0, start);
  if (start == std::string_view::npos) return;
  xml_ += "</VTKFile>";
  const std::string_view element = source_.bytes.substr(start);
  const std::size_t tag_end = element.find('>');
  appended_base64_ = element.substr(0, tag_end).find("base64") != std::string_view::npos;
  const std::size_t mark = std::min(element.find('_', tag_end), element.size() - 1);
  appended_ = element.substr(mark + 1);
  if (appended_base64_) appended_ = appended_.substr(0, appended_.find('<'));
}

void VtpDocument::parse_xml() {
  const pugi::xml_parse_result result = document_->load_buffer_inplace(xml_.data(), xml_.size());
  if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
  if (result) return;
  source_.fail_at_line(place(result.offset),
                       fmt::format("is not valid XML ({}); export or download the file again",
                                   result.description()));
}

void VtpDocument::read_encoding() {
  const pugi::xml_node root = document_->child("VTKFile");
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
  const bool big = std::string_view(root.attribute("byte_order").value()) == "BigEndian";
  encoding_.order = big ? std::endian::big : std::endian::little;
}

std::string_view VtpDocument::appended_at(pugi::xml_node array) const {
  const std::uint64_t offset = array.attribute("offset").as_ullong();
  if (offset < appended_.size()) return appended_.substr(offset);
  throw VtkDataError{
      "starts behind the end of the file; it is truncated, export or download it again"};
}

std::vector<double> VtpDocument::ascii_values(pugi::xml_node array) const {
  std::vector<double> values;
  for (const pugi::xml_node& part : array.children()) {  // comments divide the text
    std::string_view text = part.value();
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
      const std::optional<double> value = parse_number(word);
      if (!value) {
        source_.fail_at_line(
            place(word.data() - xml_.data()),
            fmt::format("{} is not a number; export the mesh again", in_quotes(word)));
      }
      values.push_back(*value);
    }
  }
  return values;
}

}  // namespace condyle::mesh

#include "core/opensim/src/osim_xml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <new>
#include <pugixml.hpp>

#include "condyle/error.h"
#include "core/src/base/number_text.h"
#include "core/src/files/file_bytes.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

// Limits far beyond any real model. A file beyond them is a mistake or an attack: it would take
// long to read, or overflow the stack of recursive functions.
constexpr std::uintmax_t k_largest_file = 256u << 20;
constexpr int k_deepest = 64;

pugi::xml_node node_of(pugi::xml_node_struct* node) { return pugi::xml_node(node); }

}  // namespace

std::string OsimElement::type() const { return node_of(node_).name(); }
std::string OsimElement::name() const {
  return std::string(mesh::trimmed(node_of(node_).attribute("name").value()));
}
std::string OsimElement::text() const {
  std::string text;
  for (const pugi::xml_node part : node_of(node_).children()) {
    if (part.type() == pugi::node_pcdata || part.type() == pugi::node_cdata) text += part.value();
  }
  return std::string(mesh::trimmed(text));
}

OsimElement OsimElement::parent() const {
  const pugi::xml_node parent = node_of(node_).parent();
  return parent.type() == pugi::node_element ? OsimElement(xml_, parent.internal_object())
                                             : OsimElement();
}

OsimElement OsimElement::child(const char* type) const {
  const pugi::xml_node own = node_of(node_).child(type);
  if (own) return {xml_, own.internal_object()};
  return {xml_, node_of(default_object().node_).child(type).internal_object()};
}

OsimElement OsimElement::default_object() const {
  return xml_ == nullptr ? OsimElement() : xml_->default_object(type());
}

std::vector<OsimElement> OsimElement::children() const {
  std::vector<OsimElement> all;
  for (const pugi::xml_node child : node_of(node_).children()) {
    if (child.type() == pugi::node_element) all.emplace_back(xml_, child.internal_object());
  }
  return all;
}

std::vector<OsimElement> OsimElement::objects() const {
  const OsimElement list = child("objects");
  if (list) return list.children();
  std::vector<OsimElement> all = children();
  std::erase_if(all, [](const OsimElement& e) { return e.type() == "groups"; });
  return all;
}

double OsimElement::number(const char* type, double otherwise) const {
  const std::vector<double> values = numbers(type);
  if (values.empty()) return otherwise;
  if (values.size() == 1) return values.front();
  child(type).fail(fmt::format("{} numbers where one is wanted; keep one", values.size()));
}

/// Keeps the element, if it is there, for OsimXml::empty_elements().
void OsimElement::keep_as_empty() const {
  if (node_ != nullptr) xml_->empty_elements_.try_emplace(place(), *this);
}

bool OsimElement::boolean(const char* type, bool otherwise) const {
  const std::string word = text(type);
  if (word.empty()) {
    child(type).keep_as_empty();
    return otherwise;
  }
  if (mesh::equal_ignoring_case(word, "true")) return true;
  if (mesh::equal_ignoring_case(word, "false")) return false;
  child(type).fail(
      fmt::format("{} is neither true nor false; write one of them", mesh::in_quotes(word)));
}

std::string OsimElement::text(const char* type, const std::string& otherwise) const {
  const std::string found = child(type).text();
  return found.empty() ? otherwise : found;
}

Eigen::Vector3d OsimElement::vector(const char* type, const Eigen::Vector3d& otherwise) const {
  const std::vector<double> values = numbers(type);
  if (values.empty()) return otherwise;
  if (values.size() == 3) return {values[0], values[1], values[2]};
  child(type).fail(fmt::format("{} numbers where three are wanted; write x y z", values.size()));
}

std::vector<double> OsimElement::numbers(const char* type) const {
  const OsimElement element = child(type);
  const std::string text = element.text();
  std::string_view rest = text;
  if (rest.starts_with('(') && rest.ends_with(')')) rest = rest.substr(1, rest.size() - 2);
  std::vector<double> values;
  for (auto word = mesh::take_word(rest, ','); !word.empty(); word = mesh::take_word(rest, ',')) {
    const std::optional<double> value = parse_number(word);
    if (!value || !std::isfinite(*value) || std::abs(*value) > 1e60) {
      element.fail(
          fmt::format("{} is not a finite number below 1e60; correct it", mesh::in_quotes(word)));
    }
    values.push_back(*value);
  }
  if (values.empty()) element.keep_as_empty();
  return values;
}

std::vector<std::string> OsimElement::words(const char* type) const {
  const std::string text = child(type).text();
  std::string_view rest = text;
  std::vector<std::string> all;
  for (auto word = mesh::take_word(rest); !word.empty(); word = mesh::take_word(rest))
    all.emplace_back(word);
  return all;
}

std::string OsimElement::where() const {
  const std::string named = name();
  return fmt::format("{}, line {}: <{}{}{}>", xml_->file().string(),
                     xml_->line_at(node_of(node_).offset_debug()), type(), named.empty() ? "" : " ",
                     named.empty() ? "" : mesh::in_quotes(named));
}

void OsimElement::fail(std::string_view problem) const {
  throw InputError(fmt::format("{}: {}", where(), problem));
}

std::ptrdiff_t OsimElement::place() const { return node_of(node_).offset_debug(); }

std::shared_ptr<const std::string> OsimXml::read_text(const std::filesystem::path& file) {
  std::error_code ignored;
  const std::uintmax_t size = std::filesystem::file_size(file, ignored);
  if (!ignored && size > k_largest_file) {
    throw InputError(fmt::format("{}: has {} MB, more than {} MB; is it an OpenSim model?",
                                 file.string(), size >> 20, k_largest_file >> 20));
  }
  return with_memory_for(
      file, [&] { return std::make_shared<const std::string>(read_file_bytes(file)); });
}

OsimXml::OsimXml(const std::filesystem::path& file) : OsimXml(file, read_text(file)) {}

OsimXml::OsimXml(const std::filesystem::path& file, std::shared_ptr<const std::string> text,
                 const char* root)
    : file_(file), text_(std::move(text)), document_(std::make_unique<pugi::xml_document>()) {
  with_memory_for(file, [this] { parse(); });
  refuse_entities();
  require_shallow();
  find_root(root);
  find_default_objects();
  version_ = document_->child("OpenSimDocument").attribute("Version").as_int();
}

OsimXml::~OsimXml() = default;

void OsimXml::parse() {
  bytes_ = *text_;
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    if (bytes_[i] == '\n') line_ends_.push_back(static_cast<std::ptrdiff_t>(i));
  }
  const pugi::xml_parse_result result = document_->load_buffer_inplace(
      bytes_.data(), bytes_.size(),
      pugi::parse_default | pugi::parse_doctype | pugi::parse_ws_pcdata);
  if (result.status == pugi::status_out_of_memory) throw std::bad_alloc();
  if (result) return;
  throw InputError(
      fmt::format("{}, line {}: is not valid XML ({}); the file is cut off or "
                  "damaged, save or download it again",
                  file_.string(), line_at(result.offset), result.description()));
}

/// Rejects entities: they are not expanded, so a model that uses them would be misread.
void OsimXml::refuse_entities() const {
  for (const pugi::xml_node node : document_->children()) {
    if (node.type() != pugi::node_doctype || !std::strstr(node.value(), "<!ENTITY")) continue;
    throw InputError(fmt::format(
        "{}, line {}: declares entities (<!ENTITY>), which are not expanded; write their "
        "text where they are used",
        file_.string(), line_at(node.offset_debug())));
  }
}

void OsimXml::find_root(const char* root) {
  const pugi::xml_node document = document_->child("OpenSimDocument");
  const auto is_root = [&](pugi::xml_node node) { return std::strcmp(node.name(), root) == 0; };
  pugi::xml_node found = document.child(root);
  if (!found) found = document.child("ScaleTool").find_node(is_root);
  if (!found) {
    throw InputError(fmt::format(
        "{}: holds no <OpenSimDocument> with a <{}>; give an OpenSim {}", file_.string(), root,
        std::strcmp(root, "Model") == 0 ? "model (.osim)" : "file with one"));
  }
  root_ = found.internal_object();
}

OsimElement OsimXml::element_at(std::ptrdiff_t place) const {
  if (elements_.empty()) add_elements(document_->document_element());
  const auto found = elements_.find(place);
  return found == elements_.end() ? OsimElement() : OsimElement(this, found->second);
}

bool OsimXml::has_places() const {
  const char* const name = node_of(root_).name();
  const std::less_equal<const char*> before;
  return before(bytes_.data(), name) && before(name, bytes_.data() + bytes_.size());
}

void OsimXml::add_elements(pugi::xml_node element) const {
  elements_.emplace_hint(elements_.end(), element.offset_debug(), element.internal_object());
  for (const pugi::xml_node child : element.children())
    if (child.type() == pugi::node_element) add_elements(child);
}

void OsimXml::find_default_objects() {
  const pugi::xml_node document = document_->child("OpenSimDocument");
  for (const pugi::xml_node owner : {document.child("Model"), document}) {
    for (const pugi::xml_node object : owner.child("defaults").children()) {
      if (object.type() == pugi::node_element)
        default_objects_.try_emplace(object.name(), object.internal_object());
    }
  }
}

OsimElement OsimXml::default_object(const std::string& type) const {
  const auto found = default_objects_.find(type);
  return found == default_objects_.end() ? OsimElement() : OsimElement(this, found->second);
}

std::vector<OsimElement> OsimXml::empty_elements() const {
  std::vector<OsimElement> all;
  for (const auto& [place, element] : empty_elements_) all.push_back(element);
  return all;
}

int OsimXml::line_at(std::ptrdiff_t offset) const {
  const auto end = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
  return static_cast<int>(end - line_ends_.begin()) + 1;
}

void OsimXml::require_shallow() const {
  int depth = 0;
  for (pugi::xml_node node = document_->first_child(); node;) {
    if (depth > k_deepest) {
      throw InputError(
          fmt::format("{}, line {}: elements nested more than {} deep; OpenSim writes "
                      "no such file, correct it",
                      file_.string(), line_at(node.offset_debug()), k_deepest));
    }
    if (node.first_child()) {
      node = node.first_child();
      ++depth;
      continue;
    }
    while (node && !node.next_sibling()) {
      node = node.parent();
      --depth;
    }
    node = node ? node.next_sibling() : node;
  }
}

}  // namespace condyle::opensim

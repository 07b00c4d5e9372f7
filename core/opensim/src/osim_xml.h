#pragma once

// The XML of an .osim file; errors name the place in it. Not part of the library's interface.

#include <Eigen/Core>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pugi {
class xml_document;
class xml_node;
struct xml_node_struct;
}  // namespace pugi

namespace condyle::opensim {

class OsimXml;

/// An element such as <Body name="femur_r">. Cheap to copy; valid as long as its OsimXml. A missing
/// element converts to false and has no children and an empty text.
class OsimElement {
 public:
  OsimElement() = default;
  OsimElement(const OsimXml* xml, pugi::xml_node_struct* node) : xml_(xml), node_(node) {}

  explicit operator bool() const { return node_ != nullptr; }
  std::string type() const;  ///< the tag
  std::string name() const;  ///< the attribute `name`; empty if missing
  /// The text of the element without surrounding blanks and without comments in it.
  std::string text() const;

  OsimElement parent() const;
  /// The first child of this type, otherwise that of default_object().
  OsimElement child(const char* type) const;
  std::vector<OsimElement> children() const;  ///< only its own
  /// The object of this type in <defaults>, whose properties hold where the element has none.
  OsimElement default_object() const;
  /// The members of a set: the children of its <objects>, or its own children if it has none.
  std::vector<OsimElement> objects() const;

  // The value of the child `type`, or `otherwise` if it is missing or empty, which is kept for
  // OsimXml::empty_elements(). Throw InputError if the text is not a value of this kind.
  double number(const char* type, double otherwise) const;
  bool boolean(const char* type, bool otherwise) const;
  std::string text(const char* type, const std::string& otherwise = "") const;
  Eigen::Vector3d vector(const char* type, const Eigen::Vector3d& otherwise) const;
  std::vector<double> numbers(const char* type) const;
  std::vector<std::string> words(const char* type) const;

  /// Throws InputError "file, line n: <Type 'name'>: problem". `problem` ends with the remedy.
  [[noreturn]] void fail(std::string_view problem) const;

  std::string where() const;  ///< for messages: "file, line n: <Type 'name'>"

  /// The byte of the file at which its tag's name begins; OsimXml::element_at() finds it there.
  std::ptrdiff_t place() const;

  bool operator==(const OsimElement& other) const { return node_ == other.node_; }

 private:
  void keep_as_empty() const;

  const OsimXml* xml_ = nullptr;
  pugi::xml_node_struct* node_ = nullptr;
};

/// A parsed .osim file. Entities that it defines are not expanded, so it cannot grow in memory.
class OsimXml {
 public:
  /// Throws InputError if the file is missing, too large, not XML, nested too deeply, declares
  /// entities, or has no <OpenSimDocument> with a <Model>.
  explicit OsimXml(const std::filesystem::path& file);
  /// Parses the text of a file that was read before. `root`: what it must have in place of a
  /// <Model>, or in a <ScaleTool>. Throws in the same way.
  OsimXml(const std::filesystem::path& file, std::shared_ptr<const std::string> text,
          const char* root = "Model");
  ~OsimXml();
  OsimXml(const OsimXml&) = delete;
  OsimXml& operator=(const OsimXml&) = delete;

  const std::filesystem::path& file() const { return file_; }
  OsimElement model() const { return {this, root_}; }  ///< or another root
  static std::shared_ptr<const std::string> read_text(const std::filesystem::path& file);
  int version() const { return version_; }  ///< for example 30000 or 40000
  /// The bytes of the file.
  const std::shared_ptr<const std::string>& text() const { return text_; }
  /// The element with this OsimElement::place(); converts to false if there is none.
  OsimElement element_at(std::ptrdiff_t place) const;
  /// Whether places are those of the bytes of the file: it is in UTF-8, so it was not converted.
  bool has_places() const;

  int line_at(std::ptrdiff_t offset) const;
  /// The elements without a value that were asked for numbers or a truth value, in the order of the
  /// file.
  std::vector<OsimElement> empty_elements() const;
  OsimElement default_object(const std::string& type) const;

 private:
  void parse();
  void refuse_entities() const;
  void require_shallow() const;
  void find_root(const char* root);
  void add_elements(pugi::xml_node element) const;
  void find_default_objects();

  std::filesystem::path file_;
  std::shared_ptr<const std::string> text_;
  std::string bytes_;  ///< a copy of the text, parsed in place
  std::vector<std::ptrdiff_t> line_ends_;
  std::unique_ptr<pugi::xml_document> document_;
  std::map<std::string, pugi::xml_node_struct*> default_objects_;
  mutable std::map<std::ptrdiff_t, pugi::xml_node_struct*> elements_;  ///< filled on first use
  friend class OsimElement;
  mutable std::map<std::ptrdiff_t, OsimElement> empty_elements_;  ///< by place
  pugi::xml_node_struct* root_ = nullptr;
  int version_ = 0;
};

}  // namespace condyle::opensim

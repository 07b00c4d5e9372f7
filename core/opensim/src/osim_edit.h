#pragma once

// Changes to the text of an .osim file that leave everything else as it is, byte for byte. Not part
// of the library's interface.

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/opensim/src/osim_xml.h"

namespace condyle::opensim {

class OsimEdits {
 public:
  /// The file of `xml`, which must outlive this object.
  explicit OsimEdits(const OsimXml& xml) : xml_(&xml) {}

  /// Sets the numbers of the property `type` of `owner`: where the file has as many, those that
  /// differ, with the others and comments left as they are; otherwise its whole content. A property
  /// that `owner` has not itself, such as one in <defaults>, is added to it behind its others.
  /// Throws InputError if `owner` is in <defaults>, which other objects share, or if the file is
  /// not in UTF-8.
  void set(const OsimElement& owner, const char* type, std::span<const double> values);
  void set(const OsimElement& owner, const char* type, double value) {
    set(owner, type, std::span<const double>(&value, 1));
  }
  void set(const OsimElement& owner, const char* type, const Eigen::Vector3d& value) {
    set(owner, type, std::span<const double>(value.data(), 3));
  }
  /// Sets the text of the property.
  void set(const OsimElement& owner, const char* type, std::string_view text);

  /// The text of the file with the changes.
  std::string apply() const;

 private:
  struct Replacement {
    std::size_t size;  ///< of the old text
    std::string text;
  };

  void replace_content(const OsimElement& property, const std::string& content);
  void add_property(const OsimElement& owner, const char* type, const std::string& content);

  const OsimXml* xml_;
  std::map<std::size_t, Replacement> replaced_;  ///< by the byte at which the old text begins
  /// Properties added to an owner, by the byte at which its tag's name begins.
  std::map<std::size_t, std::map<std::string, std::string>> added_;
};

}  // namespace condyle::opensim

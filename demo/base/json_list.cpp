#include "base/json_list.h"

#include <nlohmann/json.hpp>

#include "core/scene/src/json_text.h"

namespace condyle {

void JsonListFile::add(const nlohmann::ordered_json& item) {
  file_.write(is_empty_ ? "[" : ",");
  is_empty_ = false;
  // JSON escapes line breaks in strings, so each line break here starts a new line of the item.
  std::string text = "\n  ";
  for (const char c : scene::json_text(item)) {
    text += c;
    if (c == '\n') text += "  ";
  }
  file_.write(text);
}

void JsonListFile::complete() {
  file_.write(is_empty_ ? "[]\n" : "\n]\n");
  file_.complete();
}

}  // namespace condyle

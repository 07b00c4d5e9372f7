#include "core/opensim/src/osim_edit.h"

#include <fmt/format.h>

#include <vector>

#include "core/opensim/src/osim_tags.h"
#include "core/src/base/number_text.h"
#include "core/src/base/xml_text.h"
#include "core/src/mesh/mesh_source.h"

namespace condyle::opensim {
namespace {

TagSpan span_of(const OsimXml& xml, const OsimElement& element) {
  if (!xml.has_places()) element.fail("is in a file that is not in UTF-8; save it in UTF-8");
  return find_tags(*xml.text(), static_cast<std::size_t>(element.place()), element.type());
}

OsimElement own_child(const OsimElement& owner, const char* type) {
  for (const OsimElement& child : owner.children()) {
    if (child.type() == type) return child;
  }
  return {};
}

void require_own(const OsimElement& owner) {
  for (OsimElement e = owner; e; e = e.parent()) {
    if (e.type() != "defaults") continue;
    owner.fail(
        "is in <defaults>, which other objects share, so it is not changed for one of them; give "
        "that one its own");
  }
}

std::string joined(std::span<const double> values) {
  return fmt::format("{}", fmt::join(values, " "));
}

}  // namespace

void OsimEdits::set(const OsimElement& owner, const char* type, std::span<const double> values) {
  require_own(owner);
  const OsimElement property = own_child(owner, type);
  if (!property) return add_property(owner, type, joined(values));
  const TagSpan span = span_of(*xml_, property);
  const std::vector<TextWord> words = words_between(*xml_->text(), span.content, span.content_end);
  std::vector<double> written;
  for (const TextWord& word : words) {
    const auto number = parse_number(std::string_view(*xml_->text()).substr(word.begin, word.size));
    if (number) written.push_back(*number);
  }
  if (written.size() != values.size() || words.size() != values.size()) {
    replace_content(property, joined(values));
    return;
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    replaced_.erase(words[i].begin);
    if (written[i] == values[i]) continue;
    replaced_[words[i].begin] = {words[i].size, fmt::format("{}", values[i])};
  }
}

void OsimEdits::set(const OsimElement& owner, const char* type, std::string_view text) {
  require_own(owner);
  const OsimElement property = own_child(owner, type);
  if (!property) return add_property(owner, type, escaped_for_xml(text));
  replace_content(property, escaped_for_xml(text));
}

void OsimEdits::replace_content(const OsimElement& property, const std::string& content) {
  const TagSpan span = span_of(*xml_, property);
  if (span.is_empty) {
    replaced_[span.content] = {span.end - span.content,
                               fmt::format(">{}</{}>", content, property.type())};
  } else {
    replaced_[span.content] = {span.content_end - span.content, content};
  }
}

void OsimEdits::add_property(const OsimElement& owner, const char* type,
                             const std::string& content) {
  added_[static_cast<std::size_t>(owner.place())][type] = content;
}

std::string OsimEdits::apply() const {
  const std::string& text = *xml_->text();
  std::map<std::size_t, Replacement> all = replaced_;
  for (const auto& [place, properties] : added_) {
    const OsimElement owner = xml_->element_at(static_cast<std::ptrdiff_t>(place));
    const std::vector<OsimElement> children = owner.children();
    const TagSpan span = span_of(*xml_, owner);
    const TagSpan last = children.empty() ? span : span_of(*xml_, children.back());
    std::string more;
    for (const auto& [type, content] : properties) {
      if (!children.empty()) more += line_start_of(text, last.begin);
      more += fmt::format("<{0}>{1}</{0}>", type, content);
    }
    if (span.is_empty) {
      all[span.content] = {span.end - span.content, fmt::format(">{}</{}>", more, owner.type())};
    } else {
      all[children.empty() ? span.content : last.end] = {0, std::move(more)};
    }
  }
  std::string result;
  std::size_t done = 0;
  for (const auto& [begin, replacement] : all) {
    result.append(text, done, begin - done).append(replacement.text);
    done = begin + replacement.size;
  }
  return result.append(text, done);
}

}  // namespace condyle::opensim

#include "json_schema.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <stdexcept>

namespace condyle {
namespace {

using nlohmann::json;

bool has_type(const json& value, const std::string& type) {
  if (type == "integer") return value.is_number() && value == std::floor(value.get<double>());
  if (type == "number") return value.is_number();
  return type == value.type_name();
}

/// Number of letters, not of bytes in UTF-8.
std::size_t letters(const json& text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text.get_ref<const std::string&>(), [](unsigned char c) { return (c & 0xc0) != 0x80; }));
}

/// The regular expression of a rule, compiled once, since a document has many names.
const std::regex& compiled(const std::string& pattern) {
  static std::map<std::string, std::regex> all;
  return all.try_emplace(pattern, pattern).first->second;
}

bool has_all(const json& object, const json& keys) {
  return std::ranges::all_of(keys, [&](const json& key) { return object.contains(key); });
}

bool has_what_its_keys_need(const json& object, const json& needs) {
  return std::ranges::all_of(needs.items(), [&](const auto& need) {
    return !object.contains(need.key()) || has_all(object, need.value());
  });
}

using Assertion = bool (*)(const json& rule, const json& value);

/// The assertions by keyword. An assertion holds for values of other types.
const std::map<std::string, Assertion> k_assertions = {
    {"type", [](const json& r, const json& v) { return has_type(v, r); }},
    {"const", [](const json& r, const json& v) { return v == r; }},
    {"enum", [](const json& r, const json& v) { return std::ranges::find(r, v) != r.end(); }},
    {"minimum", [](const json& r, const json& v) { return !v.is_number() || v >= r; }},
    {"maximum", [](const json& r, const json& v) { return !v.is_number() || v <= r; }},
    {"exclusiveMinimum", [](const json& r, const json& v) { return !v.is_number() || v > r; }},
    {"exclusiveMaximum", [](const json& r, const json& v) { return !v.is_number() || v < r; }},
    {"minItems", [](const json& r, const json& v) { return !v.is_array() || v.size() >= r; }},
    {"maxItems", [](const json& r, const json& v) { return !v.is_array() || v.size() <= r; }},
    {"minLength", [](const json& r, const json& v) { return !v.is_string() || letters(v) >= r; }},
    {"maxLength", [](const json& r, const json& v) { return !v.is_string() || letters(v) <= r; }},
    {"pattern",
     [](const json& r, const json& v) {
       // The library's matching recurses with each letter. A text this long violates maxLength
       // anyway.
       if (!v.is_string() || v.get_ref<const std::string&>().size() > 10000) return true;
       return std::regex_search(v.get_ref<const std::string&>(), compiled(r));
     }},
    {"required", [](const json& r, const json& v) { return !v.is_object() || has_all(v, r); }},
    {"dependentRequired",
     [](const json& r, const json& v) { return !v.is_object() || has_what_its_keys_need(v, r); }},
};

const std::set<std::string> k_annotations = {"$schema", "$defs",    "title",
                                             "default", "examples", "description"};

}  // namespace

const json& JsonSchema::at(const std::string& reference) const {
  return root_.at(json::json_pointer(reference.substr(1)));
}

JsonSchema::Verdict JsonSchema::judge(const json& schema, const json& value) const {
  if (schema.is_boolean()) return {.accepts = schema, .known_keys = {}};
  Verdict verdict;
  for (const auto& [keyword, rule] : schema.items()) {
    judge_keyword(schema, keyword, value, verdict);
  }
  const bool is_closed =
      schema.contains("additionalProperties") || schema.contains("unevaluatedProperties");
  if (is_closed && value.is_object()) {
    for (const auto& [key, item] : value.items()) {
      verdict.accepts = verdict.accepts && verdict.known_keys.contains(key);
    }
  }
  return verdict;
}

/// Whether a part of a schema accepts the value. If so, its keys become known.
bool JsonSchema::part_accepts(const json& schema, const json& value, Verdict& verdict) const {
  Verdict part = judge(schema, value);
  if (part.accepts) verdict.known_keys.merge(part.known_keys);
  return part.accepts;
}

int JsonSchema::count_accepting(const json& schemas, const json& value, Verdict& verdict) const {
  int count = 0;
  for (const json& schema : schemas) count += part_accepts(schema, value, verdict);
  return count;
}

void JsonSchema::judge_keyword(const json& schema, const std::string& keyword, const json& value,
                               Verdict& verdict) const {
  const json& rule = schema.at(keyword);
  const auto require = [&](bool holds) { verdict.accepts = verdict.accepts && holds; };
  if (const auto found = k_assertions.find(keyword); found != k_assertions.end()) {
    require(found->second(rule, value));
  } else if (keyword == "$ref") {
    require(part_accepts(at(rule), value, verdict));
  } else if (keyword == "allOf") {
    require(count_accepting(rule, value, verdict) == static_cast<int>(rule.size()));
  } else if (keyword == "oneOf") {
    require(count_accepting(rule, value, verdict) == 1);
  } else if (keyword == "anyOf") {
    require(count_accepting(rule, value, verdict) > 0);
  } else if (keyword == "not") {
    require(!judge(rule, value).accepts);
  } else if (keyword == "properties") {
    for (const auto& [key, part] : rule.items()) {
      if (!value.is_object() || !value.contains(key)) continue;
      verdict.known_keys.insert(key);
      require(judge(part, value.at(key)).accepts);
    }
  } else if (keyword == "items" || keyword == "prefixItems") {
    const std::size_t first = schema.contains("prefixItems") ? schema.at("prefixItems").size() : 0;
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
      if ((i >= first) != (keyword == "items")) continue;
      require(judge(keyword == "items" ? rule : rule[i], value[i]).accepts);
    }
  } else if (keyword == "additionalProperties" || keyword == "unevaluatedProperties") {
    if (rule != json(false)) throw std::logic_error(keyword + " is false in all of this schema");
  } else if (!k_annotations.contains(keyword)) {
    throw std::logic_error("this test does not know the schema's keyword " + keyword);
  }
}

template <class See>
void JsonSchema::for_each_properties(const json& schema, See&& see) const {
  if (schema.contains("properties")) see(schema.at("properties"));
  if (schema.contains("$ref")) for_each_properties(at(schema.at("$ref")), see);
  for (const char* keyword : {"allOf", "oneOf", "anyOf"}) {
    for (const json& part : schema.value(keyword, json::array())) for_each_properties(part, see);
  }
}

std::set<std::string> JsonSchema::keys(const json& schema) const {
  std::set<std::string> all;
  for_each_properties(schema, [&](const json& properties) {
    for (const auto& [key, part] : properties.items()) all.insert(key);
  });
  return all;
}

std::set<std::string> JsonSchema::words(const json& schema, const std::string& key) const {
  std::set<std::string> all;
  for_each_properties(schema, [&](const json& properties) {
    if (!properties.contains(key) || properties.at(key).is_boolean()) return;
    const json* part = &properties.at(key);
    while (part->contains("$ref")) part = &at(part->at("$ref"));
    for (const json& word : part->value("enum", json::array())) all.insert(word);
    if (part->contains("const")) all.insert(part->at("const").get<std::string>());
  });
  return all;
}

}  // namespace condyle

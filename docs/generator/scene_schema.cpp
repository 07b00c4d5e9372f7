#include "docs/generator/scene_schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace condyle {
namespace {

Json schema_of(const DescribedEntry& entry);

Json schema_of(const DescribedKey& key) {
  Json schema = key.schema;
  const bool has_unit = !key.unit.empty() && key.unit != "1";
  schema["description"] = has_unit ? fmt::format("{} [{}]", key.meaning, key.unit) : key.meaning;
  return schema;
}

Json either_of(const std::vector<Json>& required) {
  Json any = Json::array();
  for (const Json& keys : required) any.push_back({{"required", keys}});
  return {{"anyOf", std::move(any)}};
}

/// The schema of one of several variants. The variant of the default word does not require the key
/// `by`.
Json schema_of(const DescribedVariant& variant, const DescribedKey* by) {
  Json schema = schema_of(variant.entry);
  if (by == nullptr) return schema;
  Json words = variant.labels.size() == 1 ? Json{{"const", variant.labels[0]}}
                                          : Json{{"enum", variant.labels}};
  if (!variant.entry.note.empty()) words["description"] = variant.entry.note;
  Json properties = {{by->name, std::move(words)}};
  if (schema.contains("properties")) properties.update(schema["properties"]);
  schema["properties"] = std::move(properties);
  const std::string word = by->schema.value("default", "");
  if (!by->is_required && std::ranges::count(variant.labels, word) == 0)
    schema["required"].push_back(by->name);
  return schema;
}

/// The parts of the schema other than properties: alternatives, of which exactly one or at least
/// one must hold.
std::vector<Json> alternatives_of(const DescribedEntry& entry) {
  std::vector<Json> all;
  for (const DescribedVariants& variants : entry.variants) {
    Json one = Json::array();
    for (const DescribedVariant& variant : variants.each)
      one.push_back(schema_of(variant, variants.by.empty() ? nullptr : entry.find(variants.by)));
    all.push_back({{"oneOf", std::move(one)}});
  }
  std::map<std::string, Json> stand_ins;
  for (const DescribedKey& key : entry.keys)
    if (!key.unless.empty()) stand_ins[key.unless].push_back(key.name);
  for (const auto& [unless, keys] : stand_ins)
    all.push_back(either_of({keys, Json::array({unless})}));
  std::vector<Json> any;
  for (const std::string& key : entry.at_least_one_of) any.push_back(Json::array({key}));
  if (!any.empty()) all.push_back(either_of(any));
  return all;
}

void add_required(Json& schema, const DescribedEntry& entry) {
  Json needs = Json::object();
  for (const DescribedKey& key : entry.keys) {
    const bool is_free = key.within.empty();
    if (is_free && key.is_required && key.unless.empty()) schema["required"].push_back(key.name);
    if (!is_free && key.is_required) needs[key.within].push_back(key.name);
    if (!is_free) needs[key.name].push_back(key.within);
    if (!key.beside.empty()) needs[key.name].push_back(key.beside);
  }
  if (!needs.empty()) schema["dependentRequired"] = std::move(needs);
}

Json schema_of(const DescribedEntry& entry) {
  Json schema = Json::object(), properties = Json::object();
  for (const DescribedKey& key : entry.keys) properties[key.name] = schema_of(key);
  for (const std::string& key : entry.forbidden) properties[key] = false;
  if (!properties.empty()) schema["properties"] = std::move(properties);
  add_required(schema, entry);
  const std::vector<Json> alternatives = alternatives_of(entry);
  if (alternatives.size() == 1) schema.update(alternatives[0]);
  if (alternatives.size() > 1) schema["allOf"] = alternatives;
  return schema;
}

/// The schema of an object that accepts no other keys.
Json closed(const DescribedEntry& entry, const Json& parts) {
  Json schema = {{"type", "object"}};
  if (!entry.note.empty()) schema["description"] = entry.note;
  schema.update(parts);
  schema[entry.variants.empty() ? "additionalProperties" : "unevaluatedProperties"] = false;
  return schema;
}

/// Adds a separate definition for each kind of shape, since each context allows only some kinds.
void add_shapes(const DescribedKind& kind, Json& definitions) {
  const DescribedKey& by = kind.entry.keys.front();
  Json one = Json::array();
  for (const DescribedVariant& variant : kind.entry.variants.front().each) {
    Json parts = schema_of(variant, &by);
    Json required = {by.name};
    for (const Json& key : parts.value("required", Json::array())) required.push_back(key);
    parts["required"] = std::move(required);
    definitions[variant.labels[0]] = closed(variant.entry, parts);
    one.push_back({{"$ref", "#/$defs/" + variant.labels[0]}});
  }
  definitions[kind.name] = {{"oneOf", std::move(one)}};
}

void add_definition(const DescribedKind& kind, Json& definitions) {
  const DescribedEntry& entry = kind.entry;
  if (kind.name.ends_with("_shape")) return add_shapes(kind, definitions);
  const Json schema = closed(entry, schema_of(entry));
  if (entry.word.empty()) {
    definitions[kind.name] = schema;
    return;
  }
  const std::string object = kind.name + "_object";
  definitions[kind.name] = {{"oneOf", {{{"const", entry.word}}, {{"$ref", "#/$defs/" + object}}}}};
  definitions[object] = schema;
}

std::string on_one_line(const Json& value) {
  if (value.is_number_float()) return short_number(value);
  if (!value.is_structured()) return value.dump();
  std::string text;
  for (const auto& [key, item] : value.items()) {
    if (!text.empty()) text += ", ";
    if (value.is_object()) text += Json(key).dump() + ": ";
    text += on_one_line(item);
  }
  return value.is_object() ? "{" + text + "}" : "[" + text + "]";
}

/// Whether a schema is written on several lines: it contains the schema of an object that is not
/// short.
bool is_broken(const Json& value) {
  constexpr std::size_t k_short = 90;
  if (!value.is_structured()) return false;
  if (value.is_object() && value.contains("properties")) return on_one_line(value).size() > k_short;
  return std::ranges::any_of(value, is_broken);
}

std::string laid_out(const Json& value, const std::string& indent);

/// The items of a list or object, each on its own line.
std::string in_lines(const Json& value, const std::string& indent) {
  std::string text;
  for (const auto& [key, item] : value.items()) {
    text += (text.empty() ? "\n  " : ",\n  ") + indent;
    if (value.is_object()) text += Json(key).dump() + ": ";
    text += laid_out(item, indent + "  ");
  }
  return text + "\n" + indent;
}

/// Formats JSON with a line for each key of a scene; the other parts of an object share lines.
std::string laid_out(const Json& value, const std::string& indent) {
  if (!is_broken(value)) return on_one_line(value);
  if (value.is_array()) return "[" + in_lines(value, indent) + "]";
  std::string text;
  for (const auto& [key, item] : value.items()) {
    const bool is_list = key == "properties" || key == "$defs";
    if (!text.empty()) text += is_list || is_broken(item) ? ",\n " + indent : ", ";
    text += Json(key).dump() + ": ";
    text += is_list ? "{" + in_lines(item, indent) + "}" : laid_out(item, indent);
  }
  return "{" + text + "}";
}

}  // namespace

std::string schema_text(const std::vector<DescribedKind>& kinds) {
  Json schema = {
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "Condyle scene"},
      {"description",
       "A scene of Condyle, format 1. SI: metre, kilogram, second, newton, pascal, radian. "
       "docs/scenes.md says more; what binds two keys to one another (names, order, largest below "
       "smallest) is checked by `condyle check`."}};
  schema.update(closed(kinds[0].entry, schema_of(kinds[0].entry)));
  Json& definitions = schema["$defs"];
  for (std::size_t i = 1; i < kinds.size(); ++i) add_definition(kinds[i], definitions);
  return laid_out(schema, "") + "\n";
}

}  // namespace condyle

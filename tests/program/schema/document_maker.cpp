#include "document_maker.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace condyle {
namespace {

using nlohmann::json;

/// Both schemas in one; where they differ, the second counts.
json merged(json a, const json& b) {
  for (const auto& [keyword, rule] : b.items()) {
    if (keyword == "properties" || keyword == "dependentRequired") {
      a[keyword].update(rule);
    } else if (keyword == "required") {
      for (const json& key : rule) a[keyword].push_back(key);
    } else {
      a[keyword] = rule;
    }
  }
  return a;
}

/// Keywords that a settled schema no longer has.
const std::set<std::string> k_followed = {"$ref", "$defs", "allOf", "oneOf", "anyOf"};

/// A schema's rule for a keyword, null if it has none. Rules are large, so none is copied.
const json& rule_of(const json& schema, const char* keyword) {
  static const json k_none;
  const auto found = schema.find(keyword);
  return found == schema.end() ? k_none : *found;
}

std::string name_of(const std::string& reference) {
  return reference.substr(reference.rfind('/') + 1);
}

}  // namespace

double DocumentMaker::uniform(double from, double to) {
  return std::uniform_real_distribution(from, to)(random_);
}

int DocumentMaker::whole(int from, int to) {
  return std::uniform_int_distribution(from, to)(random_);
}

const json& DocumentMaker::any_of(const json& list) {
  return list[whole(0, static_cast<int>(list.size()) - 1)];
}

Document DocumentMaker::make() {
  spots_.clear();
  const json::json_pointer root;
  json value = make_value(schema_.root(), {.place = root, .schema = {}, .object = "scene"});
  return {.value = std::move(value), .spots = std::move(spots_)};
}

/// The schema with references followed and alternatives chosen.
json DocumentMaker::settled(const json& schema) {
  json result = json::object();
  for (const auto& [keyword, rule] : schema.items())
    if (!k_followed.contains(keyword)) result[keyword] = rule;
  if (schema.contains("$ref")) result = merged(settled(schema_.at(schema.at("$ref"))), result);
  for (const json& part : rule_of(schema, "allOf"))
    result = merged(std::move(result), settled(part));
  for (const char* keyword : {"oneOf", "anyOf"}) {
    const json& alternatives = rule_of(schema, keyword);
    if (!alternatives.empty()) result = merged(std::move(result), settled(any_of(alternatives)));
  }
  return result;
}

json DocumentMaker::make_value(const json& schema, const Spot& outer) {
  Spot spot{.place = outer.place, .schema = settled(schema), .object = outer.object};
  const std::string type = spot.schema.value("type", "");
  if (type == "object" && schema.contains("$ref")) spot.object = name_of(schema.at("$ref"));
  spots_.push_back(spot);
  if (spot.schema.contains("const")) return spot.schema.at("const");
  if (spot.schema.contains("enum")) return any_of(spot.schema.at("enum"));
  if (type == "object") return make_object(spot);
  if (type == "array") return make_list(spot);
  if (type == "boolean") return chance(0.5);
  if (type == "string") return make_text(spot.schema);
  return make_number(spot.schema);
}

json DocumentMaker::make_object(const Spot& spot) {
  const json& properties = rule_of(spot.schema, "properties");
  std::set<std::string> keys;
  for (const json& key : rule_of(spot.schema, "required")) keys.insert(key);
  for (const auto& [key, schema] : properties.items()) {
    if (schema != json(false) && chance(0.5)) keys.insert(key);
  }
  for (const auto& [key, needed] : rule_of(spot.schema, "dependentRequired").items()) {
    if (keys.contains(key)) keys.insert(needed.begin(), needed.end());
  }
  json object = json::object();
  for (const std::string& key : keys) {
    object[key] = make_value(properties.at(key),
                             {.place = spot.place / key, .schema = {}, .object = spot.object});
  }
  return object;
}

json DocumentMaker::make_list(const Spot& spot) {
  const int least = spot.schema.value("minItems", 0);
  const int most = spot.schema.value("maxItems", least + 2);
  const json& first = rule_of(spot.schema, "prefixItems");
  json list = json::array();
  for (int i = whole(least, most); i > 0; --i) {
    const std::size_t index = list.size();
    list.push_back(make_value(index < first.size() ? first[index] : spot.schema.at("items"),
                              {.place = spot.place / index, .schema = {}, .object = spot.object}));
  }
  return list;
}

/// A number in the range, close to the default or an example.
json DocumentMaker::make_number(const json& schema) {
  if (extreme_ && chance(0.1)) {
    for (const char* end : {"minimum", "maximum"}) {
      if (schema.contains(end) && chance(0.5)) return schema.at(end);
    }
  }
  json usual = schema.value("default", json());
  if (schema.contains("examples")) usual = any_of(schema.at("examples"));
  double x =
      usual.is_number() ? usual.get<double>() * std::pow(10, uniform(-0.3, 0.3)) : uniform(-1, 1);
  if (schema.contains("minimum")) x = std::max(x, schema.at("minimum").get<double>());
  if (schema.contains("maximum")) x = std::min(x, schema.at("maximum").get<double>());
  if (schema.contains("exclusiveMinimum") && x <= schema.at("exclusiveMinimum")) {
    x = schema.at("exclusiveMinimum").get<double>() + uniform(0.01, 0.1);
  }
  if (schema.contains("exclusiveMaximum") && x >= schema.at("exclusiveMaximum")) {
    x = schema.at("exclusiveMaximum").get<double>() - uniform(0.01, 0.1);
  }
  if (schema.at("type") == "integer") return std::lround(x);
  return x;
}

json DocumentMaker::make_text(const json& schema) {
  if (schema.contains("examples")) return any_of(schema.at("examples"));
  if (schema.value("minLength", 0) == 0 && chance(0.3)) return "";
  return (chance(0.2) ? "größe, \"n\" " : "n") + std::to_string(++names_);
}

}  // namespace condyle

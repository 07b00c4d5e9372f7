#include "broken_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace condyle {
namespace {

using nlohmann::json;
using Pointer = json::json_pointer;
using Random = std::mt19937_64;

template <class List>
const auto& any_of(const List& list, Random& random) {
  return list[std::uniform_int_distribution<std::size_t>(0, list.size() - 1)(random)];
}

bool coin(Random& random) { return std::bernoulli_distribution()(random); }

std::vector<std::string> steps(Pointer place) {
  std::vector<std::string> steps;
  for (; !place.empty(); place.pop_back()) steps.insert(steps.begin(), place.back());
  return steps;
}

/// The place in the form of messages: bodies[2].mass.
std::string readable(const json& scene, const Pointer& place) {
  std::string text;
  Pointer here;
  for (const std::string& step : steps(place)) {
    if (scene.at(here).is_array()) {
      text += "[" + step + "]";
    } else {
      text += (text.empty() ? "" : ".") + step;
    }
    here /= step;
  }
  return text;
}

/// The names of a place in messages: the place itself, its container, or the name of its body,
/// contact and so on.
std::vector<std::string> names_of(const json& scene, const Pointer& place) {
  if (place.empty()) return {""};
  std::vector<std::string> names = {readable(scene, place)};
  const Pointer parent = place.parent_pointer();
  names.push_back(parent.empty() ? "'" + place.back() + "'" : readable(scene, parent));
  for (Pointer here = place; !here.empty(); here.pop_back()) {
    const json& value = scene.at(here);
    if (value.is_object() && value.contains("name") && value.at("name").is_string())
      names.push_back("'" + value.at("name").get<std::string>() + "'");
  }
  return names;
}

std::vector<const Spot*> spots_with(const Document& scene, bool (*holds)(const Spot& spot)) {
  std::vector<const Spot*> found;
  for (const Spot& spot : scene.spots)
    if (holds(spot)) found.push_back(&spot);
  return found;
}

BrokenScene replaced(const Document& scene, const Pointer& place, const json& value) {
  json broken = scene.value;
  broken.at(place) = value;
  return {
      .how = {}, .text = broken.dump(1), .value = broken, .places = names_of(scene.value, place)};
}

/// The scene with the value at a place replaced by a text, which need not be JSON.
BrokenScene rewritten(const Document& scene, const Pointer& place, const std::string& value) {
  const std::string mark = "to be replaced";
  BrokenScene broken = replaced(scene, place, mark);
  broken.text.replace(broken.text.find('"' + mark + '"'), mark.size() + 2, value);
  broken.value = nullptr;
  return broken;
}

bool is_in(const std::string& key, std::initializer_list<const char*> keys) {
  return std::ranges::find(keys, key) != keys.end();
}

bool is_object(const Spot& spot) { return spot.schema.contains("properties"); }
bool is_text(const Spot& spot) { return spot.schema.value("type", "") == "string"; }
bool is_name(const Spot& spot) { return is_text(spot) && spot.schema.contains("pattern"); }
bool is_choice(const Spot& spot) { return spot.schema.contains("enum"); }
bool is_number(const Spot& spot) {
  return is_in(spot.schema.value("type", ""), {"number", "integer"});
}
bool has_required(const Spot& spot) { return !spot.schema.value("required", json()).empty(); }
bool is_bounded(const Spot& spot) { return is_number(spot) && !just_outside(spot.schema).empty(); }
bool is_reference(const Spot& spot) {
  return is_name(spot) && is_in(spot.place.back(), {"body", "body_a", "body_b", "mesh", "contact"});
}
bool is_second_name(const Spot& spot) {
  const std::vector<std::string> at = steps(spot.place);
  return at.size() == 3 && at[2] == "name" && at[1] != "0";
}

json of_other_type(const json& value, Random& random) {
  const std::vector<json> all = {json(),       json(true),    json(1e-3),    json(-7),
                                 json("text"), json::array(), json::object()};
  while (true) {
    const json& other = any_of(all, random);
    if (other.type() != value.type() && !(other.is_number() && value.is_number())) return other;
  }
}

struct Way {
  const char* name;
  bool (*fits)(const Spot& spot);
  BrokenScene (*break_at)(const Document& scene, const Spot& spot, Random& random);
};

/// Ways to break a scene: wrong values, then wrong texts.
const std::array<Way, 14> k_ways = {{
    {"unknown key", is_object,
     [](const Document& scene, const Spot& spot, Random&) {
       json object = scene.value.at(spot.place);
       object["no_such_key"] = 1;
       BrokenScene broken = replaced(scene, spot.place, object);
       broken.places.front() += ": unknown key 'no_such_key'";
       if (spot.place.empty()) broken.places = {"unknown key 'no_such_key'"};
       return broken;
     }},
    {"missing key", has_required,
     [](const Document& scene, const Spot& spot, Random& random) {
       json object = scene.value.at(spot.place);
       std::string key = object.begin().key();
       for (const json& required : spot.schema.at("required")) {
         if (object.contains(required) && coin(random)) key = required;
       }
       object.erase(key);
       BrokenScene broken = replaced(scene, spot.place, object);
       broken.places = names_of(scene.value, spot.place / key);
       return broken;
     }},
    {"wrong type", [](const Spot&) { return true; },
     [](const Document& scene, const Spot& spot, Random& random) {
       return replaced(scene, spot.place, of_other_type(scene.value.at(spot.place), random));
     }},
    {"number out of range", is_bounded,
     [](const Document& scene, const Spot& spot, Random& random) {
       return replaced(scene, spot.place, any_of(just_outside(spot.schema), random));
     }},
    {"wrong word", is_choice,
     [](const Document& scene, const Spot& spot, Random&) {
       const std::string word = scene.value.at(spot.place);
       return replaced(scene, spot.place, word + "s");
     }},
    {"huge text", is_text,
     [](const Document& scene, const Spot& spot, Random&) {
       return replaced(scene, spot.place, std::string(300000, 'x'));
     }},
    {"control character", is_name,
     [](const Document& scene, const Spot& spot, Random&) {
       return replaced(scene, spot.place, "two\nlines");
     }},
    {"name twice", is_second_name,
     [](const Document& scene, const Spot& spot, Random&) {
       const json name = scene.value.at(spot.place.parent_pointer().parent_pointer() / 0 / "name");
       BrokenScene broken = replaced(scene, spot.place, name);
       broken.places = {"'" + name.get<std::string>() + "'"};
       return broken;
     }},
    {"reference to nothing", is_reference,
     [](const Document& scene, const Spot& spot, Random&) {
       BrokenScene broken = replaced(scene, spot.place, "nobody at all");
       broken.places = {"'nobody at all'"};
       return broken;
     }},
    {"not a number", is_number,
     [](const Document& scene, const Spot& spot, Random& random) {
       const std::array<std::string, 4> words = {"NaN", "1e999", "-Infinity", "0x10"};
       return rewritten(scene, spot.place, any_of(words, random));
     }},
    {"deep nesting", [](const Spot&) { return true; },
     [](const Document& scene, const Spot& spot, Random& random) {
       const std::string opening = any_of(std::array<std::string, 2>{"[", "{\"a\":"}, random);
       std::string deep;
       for (int i = 0; i < 100000; ++i) deep += opening;
       BrokenScene broken = rewritten(scene, spot.place, deep);
       broken.places = {readable(scene.value, spot.place)};
       return broken;
     }},
    {"key twice", is_object,
     [](const Document& scene, const Spot& spot, Random&) {
       const json object = scene.value.at(spot.place);
       if (object.empty()) return rewritten(scene, spot.place, "{");
       const std::string key = object.begin().key();
       BrokenScene broken =
           rewritten(scene, spot.place, "{" + json(key).dump() + ":1," + object.dump().substr(1));
       broken.places = {readable(scene.value, spot.place / key) + ": is given twice"};
       return broken;
     }},
    {"cut off", [](const Spot& spot) { return spot.place.empty(); },
     [](const Document& scene, const Spot&, Random& random) {
       const std::string text = scene.value.dump(1);
       const auto size = std::uniform_int_distribution<std::size_t>(0, text.size() - 1)(random);
       return BrokenScene{.how = {},
                          .text = text.substr(0, size),
                          .value = nullptr,
                          .places = {size == 0 ? "is empty" : "line "}};
     }},
    {"other bytes", [](const Spot& spot) { return spot.place.empty(); },
     [](const Document& scene, const Spot&, Random& random) {
       std::string text = scene.value.dump(1);
       for (int i = 0; i < 20; ++i) {
         text[std::uniform_int_distribution<std::size_t>(0, text.size() - 1)(random)] =
             static_cast<char>(std::uniform_int_distribution(128, 255)(random));
       }
       return BrokenScene{.how = {}, .text = text, .value = nullptr, .places = {"line "}};
     }},
}};

}  // namespace

bool BrokenScene::is_named_in(const std::string& message) const {
  return std::ranges::any_of(
      places, [&](const std::string& place) { return message.find(place) != std::string::npos; });
}

std::vector<json> just_outside(const json& schema) {
  const auto beyond = [&](const json& bound, double side) -> json {
    if (schema.at("type") == "integer") return bound.get<int>() + static_cast<int>(side);
    return std::nextafter(bound.get<double>(), side * std::numeric_limits<double>::infinity());
  };
  std::vector<json> values;
  if (schema.contains("minimum")) values.push_back(beyond(schema.at("minimum"), -1));
  if (schema.contains("maximum")) values.push_back(beyond(schema.at("maximum"), 1));
  for (const char* bound : {"exclusiveMinimum", "exclusiveMaximum"}) {
    if (schema.contains(bound)) values.push_back(schema.at(bound));
  }
  return values;
}

BrokenScene broken_scene(const Document& scene, Random& random) {
  while (true) {
    const Way& way = any_of(k_ways, random);
    const std::vector<const Spot*> spots = spots_with(scene, way.fits);
    if (spots.empty()) continue;
    BrokenScene broken = way.break_at(scene, *any_of(spots, random), random);
    broken.how = way.name;
    return broken;
  }
}

}  // namespace condyle

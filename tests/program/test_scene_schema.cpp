// assets/scene.schema.json and the reader of scenes agree: neither may change alone.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <regex>

#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "program/schema/broken_scene.h"
#include "program/schema/random_scene.h"
#include "program/schema/scene_schema.h"
#include "support/few_or_all.h"

namespace condyle::test::scene_schema_tests {
namespace {

using nlohmann::json;
using Words = std::set<std::string>;

/// Scenes in one folder, with a mesh beside them.
class Reader {
 public:
  Reader() { write_ball(folder_); }

  /// The reader's error; empty if it accepts the text.
  std::string error_of(const std::string& text) const {
    return input_error_of([&] { scene::read_scene(folder_.write("scene.json", text)); });
  }
  std::string error_of(const json& scene) const { return error_of(scene.dump()); }

 private:
  TemporaryFolder folder_;
};

/// The words that a message lists after `intro`: 'a', 'b'.
Words listed(const std::string& message, const std::string& intro) {
  Words words;
  const std::size_t start = message.find(intro);
  if (start == std::string::npos) return words;
  const std::string list = message.substr(start + intro.size());
  const std::regex word("'([^']*)'");
  for (std::sregex_iterator i(list.begin(), list.end(), word), end; i != end; ++i) {
    words.insert((*i)[1]);
  }
  return words;
}

/// The kind of an object. Shapes are one kind, of which each place accepts some.
std::string kind_of(const Spot& spot) {
  return spot.object.ends_with("_shape") ? "shape" : spot.object;
}

bool is_choice(const Spot& spot) {
  return spot.schema.contains("enum") || spot.schema.value("const", json()).is_string();
}

/// The schema's definition of the object at a spot, or of the object that contains it.
const json& definition_of(const Spot& spot, const JsonSchema& schema) {
  return spot.object == "scene" ? schema.root() : schema.at("#/$defs/" + spot.object);
}

Words& operator+=(Words& all, const Words& more) {
  all.insert(more.begin(), more.end());
  return all;
}

}  // namespace

TEST_CASE("scene schema: every shipped scene names and follows it, and is read", "[schema]") {
  const JsonSchema schema = scene_schema();
  int scenes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(shipped_assets() / "scenes")) {
    INFO(entry.path());
    const json scene = json::parse(file_content(entry.path()));
    CHECK(scene.at("$schema") == "../scene.schema.json");
    CHECK(schema.accepts(scene));
    CHECK_NOTHROW(scene::read_scene(entry.path()));
    ++scenes;
  }
  CHECK(scenes >= 9);
}

TEST_CASE("scene schema: the reader takes what follows it", "[schema][rounds]") {
  SceneMaker scene_maker(true);
  auto& [schema, seed, random, maker] = scene_maker;
  const Reader reader;
  for (int i = 0; i < few_or_all(120, 300); ++i) {
    const Document scene = make_scene(maker, random, "ball.obj");
    INFO("seed " << seed << ", scene " << i << ": " << scene.value.dump());
    REQUIRE(schema.accepts(scene.value));
    REQUIRE(reader.error_of(scene.value) == "");
  }
}

TEST_CASE("scene schema: it has the keys, words and ranges of the reader, and no others",
          "[schema]") {
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  const Reader reader;
  // Keys by kind of object, and words by kind and key. The reader lists the names that it knows in
  // errors about unknown ones.
  std::map<std::string, Words> reader_keys, schema_keys, reader_words, schema_words;
  std::map<std::string, int> asked;
  constexpr int k_scenes = 600;  // enough that each kind of object is among them
  for (int i = 0; i < k_scenes; ++i) {
    const Document scene = make_scene(maker, random, "ball.obj");
    const auto error_with = [&](const Spot& spot, const json& value) {
      json broken = scene.value;
      broken.at(spot.place) = value;
      return reader.error_of(broken);
    };
    for (const Spot& spot : scene.spots) {
      const std::string key = spot.place.empty() ? "" : spot.place.back();
      // The keys of an object may depend on which of them are there, so that it is asked often.
      const int often = spot.schema.contains("properties") ? 10 : 1;
      if (++asked[spot.object + "." + key + spot.schema.dump()] > often) continue;
      const std::string kind = kind_of(spot), choice = kind + "." + key;
      if (is_choice(spot)) {
        reader_words[choice] += listed(error_with(spot, "no such word"), "must be one of ");
        for (const json& word : spot.schema.value("enum", json::array())) {
          schema_words[choice].insert(word);
        }
        if (spot.schema.contains("const")) schema_words[choice].insert(spot.schema["const"]);
        schema_words[choice] += schema.words(definition_of(spot, schema), key);
      } else if (spot.schema.contains("properties")) {
        json object = scene.value.at(spot.place);
        object["no_such_key"] = 1;
        reader_keys[kind] += listed(error_with(spot, object), "Known here: ");
        schema_keys[kind] += schema.keys(definition_of(spot, schema));
      } else if (scene.value.at(spot.place).is_number()) {
        for (const json& number : just_outside(spot.schema)) {
          INFO("seed " << seed << ", " << spot.place << " = " << number << ": " << scene.value);
          CHECK(error_with(spot, number) != "");
        }
      }
    }
  }
  INFO("seed " << seed);
  for (const auto& [object, keys] : schema_keys) {
    INFO(object);
    CHECK(reader_keys.at(object) == keys);
  }
  schema_words["shape.kind"].insert("mesh");  // a scene names a mesh by its file
  for (const auto& [place, words] : schema_words) {
    INFO(place);
    CHECK(reader_words.at(place) == words);
  }
  CHECK(schema_keys.size() == 26);
  CHECK(schema_words.size() > 16);
}

TEST_CASE("scene schema: every number has a least and a greatest value", "[schema][rounds]") {
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  for (int i = 0; i < few_or_all(120, 300); ++i) {
    const Document scene = make_scene(maker, random, "ball.obj");
    for (const Spot& spot : scene.spots) {
      const bool is_users = spot.place.to_string().find("/parameters/") != std::string::npos;
      if (spot.schema.value("type", "") != "number" || is_users) continue;
      INFO("seed " << seed << ", " << spot.place << ": " << spot.schema);
      CHECK((spot.schema.contains("maximum") || spot.schema.contains("exclusiveMaximum")));
      CHECK((spot.schema.contains("minimum") || spot.schema.contains("exclusiveMinimum")));
    }
  }
}

TEST_CASE("scene schema: the reader refuses what breaks it, and says where", "[schema][rounds]") {
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  const Reader reader;
  std::map<std::string, int> refused;
  for (int i = 0; i < few_or_all(150, 400); ++i) {
    const Document scene = make_scene(maker, random, "ball.obj");
    const BrokenScene broken = broken_scene(scene, random);
    const std::string error = reader.error_of(broken.text);
    INFO("seed " << seed << ", scene " << i << ", " << broken.how << " at " << broken.places.front()
                 << ": " << error);
    const bool may_be_right = !broken.value.is_null() && schema.accepts(broken.value);
    if (!may_be_right) REQUIRE(error != "");
    if (error.empty()) continue;
    ++refused[broken.how];
    REQUIRE(error.find("scene.json") != std::string::npos);
    REQUIRE(broken.is_named_in(error));
    REQUIRE(error.size() < 2000);
  }
  CHECK(refused.size() == 14);
}

}  // namespace condyle::test::scene_schema_tests

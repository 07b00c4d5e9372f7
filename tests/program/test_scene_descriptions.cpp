// Consequences of the descriptions of the keys of scenes: reader and writer are inverse to each
// other, and every key is in the schema and on the page.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <functional>

#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "docs/generator/scene_pages.h"
#include "program/schema/random_scene.h"
#include "program/schema/scene_schema.h"
#include "support/few_or_all.h"

namespace condyle::test::scene_description_tests {
namespace {

using nlohmann::json;

const std::filesystem::path k_root = CONDYLE_SOURCE_DIR;

/// The values in the file that the writer makes of a scene, by their places.
json written(const TemporaryFolder& folder, const scene::Scene& scene) {
  write_scene(folder / "written.json", scene);
  return json::parse(file_content(folder / "written.json")).flatten();
}

/// Whether two values of one place are equal up to rounding. Directions are made unit vectors
/// again, and rotations go through a matrix, which loses half of the digits near half a turn; all
/// other numbers are exact.
bool is_same(const std::string& place, const json& a, const json& b) {
  const auto is_in = [&](const char* key) { return place.find(key) != std::string::npos; };
  const double rounding = is_in("/rotation/")                                       ? 1e-7
                          : is_in("/axis/") || is_in("/normal/") || is_in("/side/") ? 1e-15
                                                                                    : 0;
  return a == b || (rounding > 0 && std::abs(a.get<double>() - b.get<double>()) <= rounding);
}

using See = std::function<void(const DescribedKey&)>;

void for_each_key(const DescribedEntry& entry, const See& see) {
  for (const DescribedKey& key : entry.keys) see(key);
  for (const DescribedVariants& variants : entry.variants)
    for (const DescribedVariant& variant : variants.each) for_each_key(variant.entry, see);
}

/// The table of a kind of object on the page: from its comment <!-- keys: KIND --> to <!-- end -->.
std::string table_of(const std::string& page, const std::string& kind) {
  const std::size_t start = page.find("<!-- keys: " + kind + " -->");
  if (start == std::string::npos) return "";
  return page.substr(start, page.find("<!-- end -->", start) - start);
}

}  // namespace

TEST_CASE("scene descriptions: a random scene is written, read and written again the same",
          "[schema][rounds]") {
  SceneMaker scene_maker(false);
  auto& [schema, seed, random, maker] = scene_maker;
  const TemporaryFolder folder;
  write_ball(folder);
  for (int i = 0; i < few_or_all(80, 200); ++i) {
    const json made = make_scene(maker, random, "ball.obj").value;
    INFO("seed " << seed << ", scene " << i << ": " << made);
    const json first = written(folder, scene::read_scene(folder.write("scene.json", made.dump())));
    const json second = written(folder, scene::read_scene(folder / "written.json"));
    REQUIRE(first.size() == second.size());
    for (const auto& [place, value] : first.items()) {
      INFO(place);
      REQUIRE(second.contains(place));
      REQUIRE(is_same(place, value, second[place]));
    }
    REQUIRE(schema.accepts(json::parse(file_content(folder / "written.json"))));
  }
}

TEST_CASE("scene descriptions: the schema and the page are what they give", "[schema]") {
  CHECK(file_content(k_root / "assets/scene.schema.json") == scene_schema_text());
  const std::string page = file_content(k_root / "docs/scenes.md");
  CHECK(page == scene_page(page));
}

TEST_CASE("scene descriptions: every key has a meaning, and is in the schema and on the page",
          "[schema]") {
  const JsonSchema schema(json::parse(scene_schema_text()));
  const std::string page = file_content(k_root / "docs/scenes.md");
  std::size_t keys = 0;
  for (const DescribedKind& kind : scene_kinds()) {
    const bool is_root = kind.name == "scene", is_shape = kind.name.ends_with("_shape");
    const std::set<std::string> known =
        schema.keys(is_root ? schema.root() : schema.at("#/$defs/" + kind.name));
    const std::string table = table_of(page, is_shape ? "shape" : kind.name);
    INFO(kind.name);
    for_each_key(kind.entry, [&](const DescribedKey& key) {
      INFO(key.name);
      const std::string name = key.is_required ? "**" + key.name + "**" : key.name;
      CHECK_FALSE(key.meaning.empty());
      CHECK(known.contains(key.name));
      CHECK(table.find("| " + name + " |") != std::string::npos);
      ++keys;
    });
  }
  CHECK(keys > 150);
}

TEST_CASE("scene descriptions: each law has its own defaults", "[schema]") {
  const std::vector<DescribedKind> kinds = scene_kinds();
  const auto contact = std::ranges::find(kinds, "contact", &DescribedKind::name);
  const auto laws = std::ranges::find(contact->entry.variants, "law", &DescribedVariants::by);
  const auto default_of = [&](const std::string& law, const char* key) {
    for (const DescribedVariant& variant : laws->each)
      if (variant.labels.front() == law) return variant.entry.find(key)->otherwise;
    return std::string();
  };
  CHECK(default_of("volume", "exponent") == "1");
  CHECK(default_of("impact", "exponent") == "1.5");
  CHECK(default_of("hunt_crossley", "exponent") == "1.5");
  CHECK(default_of("poisson", "restitution") == "1");
}

TEST_CASE("scene descriptions: a table that no description gives is refused", "[schema]") {
  const auto error_of = [](const char* page) { return input_error_of([&] { scene_page(page); }); };
  CHECK(error_of("<!-- keys: bodies -->\n<!-- end -->\n") == "no kind of entry is named 'bodies'");
  CHECK(error_of("<!-- words: joint name -->\n<!-- end -->\n") == "no words of 'name'");
  CHECK(scene_page("# A page\n\ntext\n") == "# A page\n\ntext\n");
}

}  // namespace condyle::test::scene_description_tests

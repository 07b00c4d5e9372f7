#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "condyle/contact/layer.h"
#include "condyle/error.h"
#include "condyle/scene/materials.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"

namespace condyle::test::materials_tests {

using namespace scene;
using nlohmann::json;

namespace {

Scene read(const json& scene) {
  const TemporaryFolder folder;
  std::ofstream(folder / "scene.json") << scene;
  return read_scene(folder / "scene.json");
}

json scene_of(const json& layer, const json& friction) {
  const json mesh = {
      {"name", "m"}, {"primitive", {{"shape", "box"}, {"size", {1, 1, 1}}}}, {"layer", layer}};
  return {{"condyle_scene", 1},
          {"bodies",
           {{{"name", "a"}, {"kind", "fixed"}, {"meshes", {mesh}}},
            {{"name", "b"}, {"kind", "dynamic"}, {"density", 1000}, {"meshes", {mesh}}}}},
          {"contacts",
           {{{"name", "c"},
             {"casting", {{"body", "b"}, {"mesh", "m"}}},
             {"target", {{"body", "a"}, {"mesh", "m"}}},
             {"friction", friction}}}}};
}

}  // namespace

TEST_CASE("materials: every figure lies in its range and makes a layer", "[model][materials]") {
  const std::set<std::string> wanted = {"steel",    "cobalt_chrome", "uhmwpe",   "cartilage",
                                        "meniscus", "rubber",        "silicone", "bone_cement",
                                        "titanium", "ceramic",       "peek"};
  std::set<std::string> names;
  const auto in_range = [](const MaterialFigure& figure) {
    return figure.least > 0 && figure.least <= figure.value && figure.value <= figure.most;
  };
  for (const Material& material : known_materials()) {
    CAPTURE(material.name);
    names.insert(material.name);
    CHECK(in_range(material.elastic_modulus));
    CHECK(in_range(material.poissons_ratio));
    CHECK(in_range(material.density));
    if (material.yield_stress.value != 0) CHECK(in_range(material.yield_stress));
    CHECK(material.restitution >= 0);
    CHECK(material.restitution < 1);
    CHECK(material.source.size() > 20);
    CHECK_NOTHROW(require_valid(
        Layer{material.elastic_modulus.most, material.poissons_ratio.most, 0.01}, "layer"));
  }
  CHECK(names == wanted);
  for (const MaterialPair& pair : known_material_pairs()) {
    CAPTURE(pair.first, pair.second);
    CHECK(names.count(pair.first) == 1);
    CHECK(names.count(pair.second) == 1);
    CHECK(in_range(pair.static_coefficient));
    CHECK(in_range(pair.dynamic_coefficient));
    CHECK(pair.static_coefficient.value >= pair.dynamic_coefficient.value);
    CHECK(pair.source.size() > 10);
    CHECK(find_material_pair(pair.second, pair.first, pair.lubricated) == &pair);
  }
}

TEST_CASE("materials: a scene names those of layers and friction, and may change a figure",
          "[model][materials]") {
  Scene scene = read(scene_of({{"material", "uhmwpe"}, {"thickness", 0.008}},
                              {{"materials", {"uhmwpe", "cobalt_chrome"}}}));
  const Layer& layer = *scene.bodies[0].meshes[0].layer;
  CHECK(layer.elastic_modulus == 463e6);
  CHECK(layer.poissons_ratio == 0.46);
  CHECK(layer.yield_stress == find_material("uhmwpe")->yield_stress.value);
  CHECK(layer.yield_stress >= 15e6);  // of polyethylene, in the body and at room temperature
  CHECK(layer.yield_stress <= 20e6);
  CHECK(scene.contacts[0].settings.friction.static_coefficient == 0.07);

  scene = read(scene_of({{"material", "steel"},
                         {"thickness", 0.01},
                         {"elastic_modulus", 195e9},
                         {"yield_stress", 355e6}},
                        {{"materials", {"steel", "steel"}}, {"dynamic_coefficient", 0.5}}));
  CHECK(scene.bodies[0].meshes[0].layer->elastic_modulus == 195e9);
  CHECK(scene.bodies[0].meshes[0].layer->yield_stress == 355e6);
  CHECK(scene.contacts[0].settings.friction.static_coefficient == 0.74);
  CHECK(scene.contacts[0].settings.friction.dynamic_coefficient == 0.5);
  scene = read(scene_of({{"material", "steel"}, {"thickness", 0.01}},
                        {{"materials", {"steel", "steel"}}, {"lubricated", true}}));
  CHECK(scene.contacts[0].settings.friction.dynamic_coefficient == 0.09);
}

TEST_CASE("materials: those of implants go by their usual names, with the figures of handbooks",
          "[model][materials]") {
  // Young's modulus [Pa] in handbooks: Kurtz 2004; Niinomi 1998; ISO 6474; Kurtz and Devine 2007;
  // Lewis 1997. The value of a layer lies in the table's range, which overlaps the handbook's.
  const auto [name, least, most] =
      GENERATE(table<std::string, double, double>({{"polyethylene", 0.4e9, 1e9},
                                                   {"titanium", 110e9, 114e9},
                                                   {"ceramic", 380e9, 400e9},
                                                   {"peek", 3.5e9, 4e9},
                                                   {"pmma", 2e9, 3e9}}));
  CAPTURE(name);
  const Material* material = find_material(name);
  REQUIRE(material != nullptr);
  const Scene scene = read(scene_of({{"material", name}, {"thickness", 0.008}},
                                    json::object({{"static_coefficient", 0.1}})));
  const Layer& layer = *scene.bodies[0].meshes[0].layer;
  CHECK(layer.elastic_modulus == material->elastic_modulus.value);
  CHECK(layer.poissons_ratio == material->poissons_ratio.value);
  CHECK(layer.elastic_modulus >= least);
  CHECK(layer.elastic_modulus <= most);
}

TEST_CASE("materials: an alias is the same material, in pairs too", "[model][materials]") {
  CHECK(find_material("polyethylene") == find_material("uhmwpe"));
  CHECK(find_material("pmma") == find_material("bone_cement"));
  CHECK(find_material("no such") == nullptr);
  CHECK(find_material_pair("polyethylene", "cobalt_chrome", true) ==
        find_material_pair("cobalt_chrome", "uhmwpe", true));
  std::vector<std::string> names = material_names();
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

TEST_CASE("materials: unknown names and pairs are refused with their place", "[model][materials]") {
  const json steel = {{"material", "steel"}, {"thickness", 0.01}};
  CHECK_THROWS_WITH(read(scene_of({{"material", "stel"}, {"thickness", 0.01}}, json::object())),
                    Catch::Contains("bodies[0].meshes[0].layer.material") &&
                        Catch::Contains("did you mean 'steel'"));
  CHECK_THROWS_WITH(
      read(scene_of(steel, {{"materials", {"steel", "meniscus"}}})),
      Catch::Contains("contacts[0].friction.materials") && Catch::Contains("not in the table"));
  CHECK_THROWS_WITH(read(scene_of(steel, {{"materials", {"steel"}}})),
                    Catch::Contains("friction.materials") && Catch::Contains("two"));
}

TEST_CASE("materials: layers of bulk and shear modulus have the P-wave modulus K + 4/3 G",
          "[model][materials]") {
  const json layer = {{"bulk_modulus", 160e9}, {"shear_modulus", 79e9}, {"thickness", 0.1}};
  const Scene scene = read(scene_of(layer, {{"static_coefficient", 0.1}}));
  const Layer& steel = *scene.bodies[0].meshes[0].layer;
  // ORACLES 3.5
  CHECK(constrained_modulus(steel.elastic_modulus, steel.poissons_ratio) ==
        Approx(160e9 + 4.0 / 3 * 79e9).epsilon(1e-12));
  CHECK(steel.elastic_modulus == Approx(203.5e9).epsilon(1e-3));
  CHECK(steel.poissons_ratio == Approx(0.288).epsilon(1e-2));
}

}  // namespace condyle::test::materials_tests

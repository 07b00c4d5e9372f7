// In which colours and how transparent meshes are drawn: as the scene says, or by their layers.
#include <catch2/catch.hpp>

#include "condyle/scene/scene_file.h"
#include "view/looks.h"
#include "view/scene_drawing.h"
#include "world/scene_world.h"

namespace condyle::test::looks_tests {

namespace {

scene::Scene scene_of(const std::string& ball_keys) {
  return scene::parse_scene(R"({"condyle_scene": 1,
    "bodies": [
      {"name": "table", "kind": "fixed", "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [1, 1, 1], "segments": 1},
         "layer": {"material": "steel", "thickness": 0.01}}]},
      {"name": "ball", "kind": "dynamic", "mass": 1, "inertia": [1, 1, 1], "position": [0, 1.1, 0],
       "meshes": [
        {"name": "skin", "primitive": {"shape": "icosphere", "radius": 0.5, "segments": 1},
         "layer": {"material": "rubber", "thickness": 0.01})" +
                                ball_keys + R"(},
        {"name": "bone", "primitive": {"shape": "icosphere", "radius": 0.3, "segments": 1},
         "look": "bone", "opacity": 0.4}]}],
    "contacts": [{"name": "c", "casting": {"body": "ball", "mesh": "skin"},
                  "target": {"body": "table", "mesh": "top"}}]})",
                            "looks.json");
}

Eigen::Vector3f color(const SceneWorld& world, int body, int mesh) {
  return look_of(world.mesh({body, mesh})).color;
}

}  // namespace

TEST_CASE("looks: a mesh has the colour of its layer unless the scene gives another one") {
  const SceneWorld plain(scene_of(""));
  const SceneWorld chosen(scene_of(R"(, "look": "bone")"));
  const SceneWorld metal(scene_of(R"(, "look": "metal")"));
  CHECK(color(plain, 1, 0) != color(plain, 1, 1));
  CHECK(color(chosen, 1, 0) == color(chosen, 1, 1));
  CHECK(color(metal, 1, 0) == color(metal, 0, 0));  // that of steel
  CHECK(look_of(metal.mesh({1, 0})).metal == 1);
}

TEST_CASE("looks: what a scene says of a mesh's opacity goes before glass over a contact") {
  const std::vector<float> plain = default_opacity(SceneWorld(scene_of("")));
  CHECK(plain == std::vector<float>{1, 0.3f, 0.4f});
  const std::vector<float> solid = default_opacity(SceneWorld(scene_of(R"(, "opacity": 1)")));
  CHECK(solid == std::vector<float>{1, 1, 0.4f});
}

}  // namespace condyle::test::looks_tests

#pragma once

#include <nlohmann/json.hpp>

namespace condyle::test {

/// A slab that 200 N press on a floor: 0.125 MPa below its sole. `tests` are the scene's own; null:
/// none.
inline nlohmann::json slab_with(const nlohmann::json& tests) {
  nlohmann::json slab = nlohmann::json::parse(R"({
    "condyle_scene": 1, "name": "Slab", "gravity": [0, 0, 0], "rate": 200,
    "bodies": [
      {"name": "floor", "kind": "fixed", "position": [0, -0.01, 0], "meshes": [
        {"name": "top", "primitive": {"shape": "box", "size": [0.2, 0.02, 0.2], "segments": 1},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]},
      {"name": "slab", "kind": "dynamic", "position": [0, 0.00999, 0], "mass": 1,
       "inertia": [1e-3, 1e-3, 1e-3], "meshes": [
        {"name": "sole", "primitive": {"shape": "box", "size": [0.04, 0.02, 0.04], "segments": 8},
         "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.005}}]}],
    "contacts": [{"name": "rest", "casting": {"body": "slab", "mesh": "sole"},
      "target": {"body": "floor", "mesh": "top"}, "max_proximity": 0.003, "dissipation": 1}],
    "joints": [{"name": "guide", "kind": "generic", "body_a": "slab", "free_axes": ["ty"]}],
    "loads": [{"name": "weight", "body": "slab", "force": [0, -200, 0]}]
  })");
  if (!tests.is_null()) slab["tests"] = tests;
  return slab;
}

}  // namespace condyle::test

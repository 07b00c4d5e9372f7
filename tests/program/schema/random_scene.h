#pragma once

#include "document_maker.h"
#include "scene_schema.h"

namespace condyle {

/// A document that follows the schema, repaired into a scene that can run: its names refer to
/// existing entries, and numbers that bound one another are consistent. `mesh_file`: a closed mesh
/// next to the scene.
Document make_scene(DocumentMaker& maker, std::mt19937_64& random, const std::string& mesh_file);

/// Makes random scenes from a seed, which a failing test shows.
struct SceneMaker {
  explicit SceneMaker(bool extreme) : maker(schema, random, extreme) {}

  JsonSchema schema = scene_schema();
  unsigned seed = random_seed();
  std::mt19937_64 random{seed};
  DocumentMaker maker;
};

}  // namespace condyle

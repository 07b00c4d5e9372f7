#pragma once

#include "document_maker.h"
#include "scene_schema.h"

namespace condyle {

/// A document that follows the schema, made a scene that can be run: its names refer to what is
/// there, and numbers that bound one another do. `mesh_file`: a closed mesh beside the scene.
Document make_scene(DocumentMaker& maker, std::mt19937_64& random, const std::string& mesh_file);

/// What makes random scenes, from a seed that a failing test shows.
struct SceneMaker {
  explicit SceneMaker(bool extreme) : maker(schema, random, extreme) {}

  JsonSchema schema = scene_schema();
  unsigned seed = random_seed();
  std::mt19937_64 random{seed};
  DocumentMaker maker;
};

}  // namespace condyle

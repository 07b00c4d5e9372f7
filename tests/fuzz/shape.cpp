// Files of a single shape, from its keys to the search of a point's distance.
#include "condyle/error.h"
#include "core/scene/src/json_node.h"
#include "core/scene/src/shape_reader.h"
#include "fuzz/fuzz_target.h"

CONDYLE_FUZZ_TARGET(shape) {
  using namespace condyle;
  try {
    const scene::JsonNode node =
        scene::JsonNode::parse(std::string(fuzz::text_of(data, size)), "shape.json");
    scene::read_shape(node, "no_folder");
  } catch (const InputError& error) {
    fuzz::require_names(error, "shape.json");
  }
  return 0;
}

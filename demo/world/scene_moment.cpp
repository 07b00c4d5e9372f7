#include "world/scene_moment.h"

#include "condyle/contact/contact_surface.h"
#include "engine/scene_engine.h"

namespace condyle {

std::size_t size_of(const SceneMoment& moment) {
  const auto list = [](const auto& values) { return values.capacity() * sizeof(values[0]); };
  return sizeof moment + moment.engine->size() + list(moment.contacts) + list(moment.strands) +
         list(moment.drives) + list(moment.surfaces) + list(moment.colliders);
}

}  // namespace condyle

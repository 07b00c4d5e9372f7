#include "docs/generator/scene_pages.h"

#include "core/scene/src/scene_keys.h"
#include "docs/generator/scene_schema.h"
#include "docs/generator/scene_tables.h"

namespace condyle {

std::vector<DescribedKind> scene_kinds() {
  scene::Scene scene;
  return described("scene", [&](scene::Fields& fields) { describe(fields, scene); });
}

std::string scene_schema_text() { return schema_text(scene_kinds()); }

/// The page shows shapes of all kinds in one table.
std::string scene_page(const std::string& page) {
  std::vector<DescribedKind> kinds = scene_kinds();
  geometry::Shape shape;
  const auto describe_any = [&](scene::Fields& fields) {
    describe_shape(fields, shape, scene::ShapeUse::any_mesh);
  };
  kinds.push_back(described("shape", describe_any).front());
  return with_tables(page, kinds);
}

}  // namespace condyle

#pragma once

#include <string>
#include <vector>

#include "docs/generator/described_entry.h"

namespace condyle {

/// All kinds of entries of a scene file, the scene first.
std::vector<DescribedKind> scene_kinds();

/// The text of assets/scene.schema.json.
std::string scene_schema_text();

/// The text of docs/scenes.md with regenerated tables; `page` is its current text.
std::string scene_page(const std::string& page);

}  // namespace condyle

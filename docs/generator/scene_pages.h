#pragma once

#include <string>
#include <vector>

#include "docs/generator/described_entry.h"

namespace condyle {

/// All kinds of entries of a scene file, the scene first.
std::vector<DescribedKind> scene_kinds();

/// The text of assets/scene.schema.json.
std::string scene_schema_text();

/// docs/scenes.md with its tables written anew.
std::string scene_page(const std::string& page);

}  // namespace condyle

#pragma once

#include <string>
#include <vector>

#include "docs/generator/described_entry.h"

namespace condyle {

/// The text of assets/scene.schema.json; the first kind is the scene.
std::string schema_text(const std::vector<DescribedKind>& kinds);

}  // namespace condyle

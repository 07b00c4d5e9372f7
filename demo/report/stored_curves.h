#pragma once

#include <filesystem>

#include "report/stored_results.h"

namespace condyle {

/// Reads a history of `rows` rows (HistoryFile). Throws InputError if it is damaged.
StoredCurves read_curves(const std::filesystem::path& file, long rows);

}  // namespace condyle

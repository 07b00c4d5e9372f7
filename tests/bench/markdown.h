#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/measurement.h"

namespace condyle::bench {

/// All figures as Markdown: machine and date, one line per pair with its systems side by side, then
/// the other cases, each with one line per system.
std::string to_markdown(const std::vector<CaseReport>& reports);

/// Inserts the figures into a document, between the lines "<!-- figures -->" and "<!-- end of
/// figures -->". Throws InputError if the document has no such lines or cannot be written.
void update_document(const std::filesystem::path& file, const std::vector<CaseReport>& reports);

}  // namespace condyle::bench

#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "bench/measurement.h"

namespace condyle::bench {

/// All figures as Markdown: machine and date, one line per pair with its systems beside each other,
/// then the cases that are no pair, each with a line per system.
std::string to_markdown(const std::vector<CaseReport>& reports);

/// Puts that into a document, between the lines "<!-- figures -->" and "<!-- end of figures -->".
/// Throws InputError where it has no such lines or can not be written.
void update_document(const std::filesystem::path& file, const std::vector<CaseReport>& reports);

}  // namespace condyle::bench

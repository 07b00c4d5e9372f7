#pragma once

#include <string>
#include <vector>

#include "lab/lab_table.h"

namespace condyle {

// The parts of a page of HTML that need no network.

/// The beginning of a page, with its style for screen and print, as far as "<body>".
std::string page_head(const std::string& title);

/// What stands in a cell of a table: four digits, or the word; a dash where there is no figure.
std::string cell_text(const LabCell& cell);

/// A row of headings, which stands on each page on which the table is printed.
std::string head_row(const std::vector<std::string>& columns);

/// A heading and the table.
std::string table_text(const LabTable& table);

/// A list of sentences, none of none. `attributes` are those of the list: " class=\"warn\"".
std::string list_text(const std::vector<std::string>& sentences, const char* attributes = "");

}  // namespace condyle

#include "report/beside_table.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "core/src/base/xml_text.h"
#include "report/page_text.h"

namespace condyle {
namespace {

constexpr double k_marked = 0.05;  // of the first figure

bool are_alike(const LabTable& a, const LabTable& b) {
  if (a.columns != b.columns || a.rows.size() != b.rows.size()) return false;
  for (std::size_t r = 0; r < a.rows.size(); ++r) {
    const LabCell &first = a.rows[r][0], &second = b.rows[r][0];
    if (first.word != second.word) return false;
    if (first.word.empty() && first.number != second.number) return false;
  }
  return true;
}

/// Whether a column tells a place, whose share in its distance from an origin says nothing.
bool is_place(const std::string& column) { return column.find("centre") != std::string::npos; }

/// The difference of two cells, and whether it is large.
std::string difference_text(const LabCell& a, const LabCell& b, const std::string& column,
                            bool& is_marked) {
  if (!a.word.empty() || !b.word.empty()) return a.word == b.word ? "" : "other";
  const double change = b.number - a.number;
  if (!std::isfinite(change) || change == 0) return "";
  std::string text = fmt::format("{:+.3g}", change);
  if (is_place(column) || !(a.number * b.number > 0)) return text;
  const double part = b.number / a.number - 1;
  is_marked |= std::abs(part) > k_marked;
  return text + fmt::format(" ({:+.1f} %)", 100 * part);
}

std::string row_text(const char* name, const std::vector<LabCell>& row) {
  std::string text = fmt::format("<tr><td>{}</td>", name);
  for (const LabCell& cell : row) text += "<td>" + cell_text(cell) + "</td>";
  return text + "</tr>\n";
}

}  // namespace

std::string beside_text(const LabTable& first, const LabTable& second) {
  const std::string title = "<h3>" + escaped_for_xml(first.title) + "</h3>\n";
  if (!are_alike(first, second))
    return title +
           "<p>The two were asked for other rows or columns, so they are not set beside each "
           "other.</p>\n";
  std::vector<std::string> columns = {"design"};
  columns.insert(columns.end(), first.columns.begin(), first.columns.end());
  std::string text = title + "<table class=\"beside\">" + head_row(columns);
  for (std::size_t r = 0; r < first.rows.size(); ++r) {
    text += row_text("first", first.rows[r]) + row_text("second", second.rows[r]);
    bool is_marked = false;
    std::string cells;
    for (std::size_t c = 0; c < first.columns.size(); ++c)
      cells += "<td>" +
               difference_text(first.rows[r][c], second.rows[r][c], first.columns[c], is_marked) +
               "</td>";
    text += fmt::format("<tr class=\"difference{}\"><td>difference</td>{}</tr>\n",
                        is_marked ? " marked" : "", cells);
  }
  return text + "</table>\n";
}

}  // namespace condyle

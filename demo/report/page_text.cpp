#include "report/page_text.h"

#include <fmt/format.h>

#include <cmath>

#include "core/src/base/xml_text.h"

namespace condyle {
namespace {

constexpr const char* k_page_head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{}</title><style>
body{{font:15px/1.45 sans-serif;color:#222;max-width:1000px;margin:2em auto;padding:0 1em}}
h1{{font-size:1.6em;margin-bottom:.2em}}h2{{font-size:1.2em;margin:1.6em 0 .4em;border-bottom:1px solid #bbb}}
h3{{font-size:1em;margin:1.2em 0 .3em}}
table{{border-collapse:collapse;margin:.6em 0;font-size:14px}}th,td{{padding:.15em .6em;text-align:right;vertical-align:top}}
th{{border-bottom:1px solid #888;font-weight:600}}td:first-child,th,td.t{{text-align:left}}
tr:nth-child(even) td{{background:#f6f7f9}}.warn{{color:#9a5b00}}.marked td{{background:#fff1d6!important}}
svg{{max-width:100%;height:auto}}svg text{{font:12px sans-serif;fill:#222}}svg .title{{font-weight:600}}
.maps polygon{{shape-rendering:crispEdges}}.maps .outline{{fill:#f1f1ee;stroke:#999;stroke-width:1;shape-rendering:auto}}
.maps .length{{stroke:#222;stroke-width:2}}.pictures{{display:flex;flex-wrap:wrap;gap:10px}}
.one figure{{width:75%}}.beside tr td{{background:none!important}}.beside .difference td{{color:#555;border-bottom:1px solid #ddd}}.beside .marked td{{background:#fff1d6!important}}
figure{{margin:0;width:31%;break-inside:avoid}}figure img{{width:100%}}figcaption{{font-size:13px}}code{{font-size:13px;background:#f3f3f3;padding:.1em .3em}}
td.n{{white-space:nowrap}}thead{{display:table-header-group}}
@page{{margin:14mm}}
@media print{{*{{print-color-adjust:exact;-webkit-print-color-adjust:exact}}body{{max-width:none;margin:0;padding:0;font-size:10pt}}
table,th,td{{font-size:8pt}}th,td{{padding:.1em .35em}}h2,h3{{break-after:avoid}}tr,svg{{break-inside:avoid}}figcaption,code{{font-size:8pt}}}}
</style></head><body>
)";

}  // namespace

std::string page_head(const std::string& title) {
  return fmt::format(k_page_head, escaped_for_xml(title));
}

std::string cell_text(const LabCell& cell) {
  if (!cell.word.empty()) return escaped_for_xml(cell.word);
  return !std::isfinite(cell.number) ? "&ndash;" : fmt::format("{:.4g}", cell.number);
}

std::string head_row(const std::vector<std::string>& columns) {
  std::string text = "<thead><tr>";
  for (const std::string& column : columns) text += "<th>" + escaped_for_xml(column) + "</th>";
  return text + "</tr></thead>\n";
}

std::string table_text(const LabTable& table) {
  std::string text =
      fmt::format("<h3>{}</h3>\n<table>{}", escaped_for_xml(table.title), head_row(table.columns));
  for (const auto& row : table.rows) {
    text += "<tr>";
    for (const LabCell& cell : row) text += "<td>" + cell_text(cell) + "</td>";
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string list_text(const std::vector<std::string>& sentences, const char* attributes) {
  if (sentences.empty()) return "";
  std::string text = fmt::format("<ul{}>\n", attributes);
  for (const std::string& sentence : sentences)
    text += "<li>" + escaped_for_xml(sentence) + "</li>\n";
  return text + "</ul>\n";
}

}  // namespace condyle

#include <fmt/format.h>

#include <algorithm>

#include "core/src/base/xml_text.h"
#include "validate/report.h"

namespace condyle {
namespace {

constexpr const char* k_head = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Validation of Condyle's contact laws</title><style>
body{font:15px/1.45 sans-serif;color:#222;max-width:1130px;margin:2em auto;padding:0 1em}
h1{font-size:1.7em;margin-bottom:.2em}h2{font-size:1.25em;margin:1.8em 0 .3em;border-bottom:1px solid #ccc}
table{border-collapse:collapse;width:100%;margin:.6em 0}th,td{padding:.2em .6em;text-align:left;vertical-align:top}
th{border-bottom:1px solid #888;font-weight:600}tr:nth-child(even) td{background:#f6f7f9}
td.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
dl{display:grid;grid-template-columns:13em 1fr;gap:.2em 1em;margin:.6em 0}dt{color:#666}dd{margin:0}
.pass{color:#0a7a3c;font-weight:600}.fail{color:#b3261e;font-weight:700}.idle{color:#777}svg{max-width:100%;height:auto}
</style></head><body>
)";

constexpr const char* k_context = R"(<h2>Context of use</h2>
<p>Pressure, contact area, force and shares of load between a rigid or layered body and a layer of E, &nu; and
thickness h on a rigid backing, such as the polyethylene of a joint replacement, at given poses or in a simulation:
quasi-static, frictionless in the normal direction, small strain, elastic. The user states what decision the figures
serve, and thus the risk of the model (its influence and the consequence of a wrong decision).</p>
<p>The program's own comparators are closed forms, exact solutions and finite elements of the same linear material: they
show that the program solves its equations, by means that share nothing with it. <b>No experiment is among them</b>;
it is up to the user to show that the part in question is such a layer, with these numbers. The user's own figures, if
there are any here, have the source stated beside them, and are called validation only if their file says that they were
measured.</p>
)";

constexpr const char* k_left_out = R"(<h2>What these checks do not cover</h2>
<p>Plastic flow (pressure beyond the yield stress: the program marks it), creep and viscoelasticity, strain beyond an
approach of h/20, contact closer than about twice h to a free edge of the layer, curved or uneven backing, sharp rims of
the partner, and the effect of friction on the normal displacement. Measured errors of some of these are in
docs/model.md, "What the flat layer leaves out".</p>
)";

/// "pass", "fail" or "not run", in its colour.
std::string verdict(const CheckFamily& family) {
  if (!family.not_run_because.empty()) return "<span class=\"idle\">not run</span>";
  return passes(family) ? "<span class=\"pass\">pass</span>" : "<span class=\"fail\">fail</span>";
}

/// The largest deviation of a family's checks, as part of what is accepted.
std::string worst_of(const CheckFamily& family) {
  if (!family.not_run_because.empty()) return "not run";
  double worst = 0;
  for (const Check& check : family.checks)
    worst = std::max(worst, std::abs(deviation(check)) / check.tolerance);
  return fmt::format("{:.0f} %", 100 * worst);
}

/// The verdict on the whole run: checks that did not run are no proof of anything.
std::string verdict(const ValidationRun& run) {
  const auto idle = std::ranges::count_if(
      run.families, [](const CheckFamily& family) { return !family.not_run_because.empty(); });
  if (!std::ranges::all_of(run.families, [](const CheckFamily& family) { return passes(family); }))
    return "<span class=\"fail\">a check fails</span>";
  if (idle == 0) return "<span class=\"pass\">all checks pass</span>";
  return fmt::format(
      "<span class=\"pass\">all checks that ran pass</span>, <span class=\"idle\">"
      "{} of {} kinds were not run</span>",
      idle, run.families.size());
}

std::string summary_of(const ValidationRun& run) {
  std::string text =
      "<h2>Summary</h2>\n<table><tr><th>Checks</th><th>Activity</th><th>Lines</th>"
      "<th>Worst, of its acceptance</th><th>Verdict</th></tr>\n";
  for (std::size_t i = 0; i < run.families.size(); ++i) {
    const CheckFamily& family = run.families[i];
    text += fmt::format(
        "<tr><td><a href=\"#f{}\">{}</a></td><td>{}</td><td class=\"n\">{}</td><td "
        "class=\"n\">{}</td><td>{}</td></tr>\n",
        i, escaped_for_xml(family.name), word_of(family.activity), family.checks.size(),
        worst_of(family), verdict(family));
  }
  return text + "</table>\n";
}

std::string line_of(const Check& check, bool has_springs) {
  std::string springs;
  if (has_springs)
    springs = check.by_springs ? fmt::format("<td class=\"n\">{:.5g}</td>", *check.by_springs)
                               : "<td></td>";
  return fmt::format(
      "<tr><td>{}</td><td class=\"n\">{:.6g}</td><td class=\"n\">{:.6g}</td><td>{}</td>{}"
      "<td class=\"n\">{}</td><td>{}</td></tr>\n",
      escaped_for_xml(check.what), check.measured, check.expected,
      check.unit == "1" ? "" : escaped_for_xml(check.unit), springs, deviation_text(check),
      passes(check) ? "<span class=\"pass\">pass</span>" : "<span class=\"fail\">fail</span>");
}

std::string table_of(const CheckFamily& family) {
  const bool has_springs = std::ranges::any_of(
      family.checks, [](const Check& check) { return check.by_springs.has_value(); });
  std::string text = fmt::format(
      "<table><tr><th>Quantity</th><th>Condyle</th><th>Comparator</th><th></th>{}"
      "<th>Deviation (acceptance)</th><th>Verdict</th></tr>\n",
      has_springs ? "<th>Springs</th>" : "");
  for (const Check& check : family.checks) text += line_of(check, has_springs);
  return text + "</table>\n";
}

std::string section_of(const CheckFamily& family, std::size_t number) {
  std::string text = fmt::format(
      "<h2 id=\"f{}\">{}</h2>\n<dl><dt>Activity</dt><dd>{}</dd><dt>Question of interest</dt><dd>{}"
      "</dd><dt>Comparator</dt><dd>{}</dd><dt>Acceptance</dt><dd>{}</dd><dt>Verdict</dt><dd>{}</dd>"
      "</dl>\n",
      number, escaped_for_xml(family.name), word_of(family.activity),
      escaped_for_xml(family.question), escaped_for_xml(family.comparator),
      escaped_for_xml(family.acceptance), verdict(family));
  if (!family.not_run_because.empty())
    return text + fmt::format("<p>{}</p>\n", escaped_for_xml(family.not_run_because));
  if (!family.plots.empty()) text += to_svg("", family.plots);
  return text + table_of(family);
}

}  // namespace

std::string html_report(const ValidationRun& run) {
  std::string text = k_head;
  text += fmt::format(
      "<h1>Validation of Condyle's contact laws</h1>\n<p>{}, {}{}. In the words of ASME V&amp;V "
      "40-2018. Verdict: {}</p>\n",
      escaped_for_xml(run.program), escaped_for_xml(run.date),
      run.is_quick ? ", quick: fewer cases of each kind" : "", verdict(run));
  text += k_context;
  text += summary_of(run);
  for (std::size_t i = 0; i < run.families.size(); ++i) text += section_of(run.families[i], i);
  text += k_left_out;
  return text + "</body></html>\n";
}

}  // namespace condyle

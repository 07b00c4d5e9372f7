#include "report/joint_report.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/plot_sheet.h"
#include "core/src/base/xml_text.h"
#include "report/page_text.h"
#include "report/scene_text.h"

namespace condyle {
namespace {

constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double k_marked_difference = 0.05;  // between springs and elastic layer

const LabTable* table_named(const LabResult& result, const std::string& name) {
  const auto table = std::ranges::find(result.tables, name, &LabTable::name);
  return table == result.tables.end() ? nullptr : &*table;
}

int column_of(const LabTable& table, const std::string& name) {
  return static_cast<int>(std::ranges::find(table.columns, name) - table.columns.begin());
}

/// The columns that are compared, in the order of ScatteredFigure, with their units.
struct ComparedColumn {
  const char* name;
  double unit;
};
constexpr std::array<ComparedColumn, k_scattered_figures.size()> k_compared = {
    {{"area [mm^2]", 1e-6}, {"mean pressure [MPa]", 1e6}, {"peak pressure [MPa]", 1e6}}};

/// Standard deviations of the differences of two designs, whose inputs are independent: for each
/// of k_compared, at each angle, in SI units.
using ScatterOfDifferences = std::array<std::vector<double>, k_scattered_figures.size()>;

ScatterOfDifferences scatter_of_differences(const InputScatter& a, const InputScatter& b) {
  ScatterOfDifferences scatter;
  for (const ScatteredFigure figure : k_scattered_figures) {
    const auto &of_a = a.of_figure(figure), &of_b = b.of_figure(figure);
    for (std::size_t i = 0; i < std::min(of_a.size(), of_b.size()); ++i)
      scatter[static_cast<std::size_t>(figure)].push_back(std::hypot(of_a[i].all(), of_b[i].all()));
  }
  return scatter;
}

/// Area, mean and peak at each angle of two tests of contact, and how much the second differs; with
/// `scatter` also as multiples of the differences' standard deviations.
std::string beside_text(const LabTable& a, const LabTable& b, const char* name_a,
                        const char* name_b, const ScatterOfDifferences* scatter) {
  std::vector<std::string> columns = {"angle [deg]"};
  for (const ComparedColumn& figure : k_compared) {
    columns.push_back(fmt::format("{}, {}", figure.name, name_a));
    columns.emplace_back(name_b);
    columns.emplace_back("difference [%]");
    if (scatter != nullptr) columns.emplace_back("over its scatter");
  }
  std::string text = "<table>" + head_row(columns);
  for (std::size_t i = 0; i < std::min(a.rows.size(), b.rows.size()); ++i) {
    bool is_marked = false;
    std::string cells = fmt::format("<td>{}</td>", cell_text(a.rows[i][0]));
    for (std::size_t f = 0; f < k_compared.size(); ++f) {
      const ComparedColumn& figure = k_compared[f];
      const double one = a.rows[i][static_cast<std::size_t>(column_of(a, figure.name))].number;
      const double two = b.rows[i][static_cast<std::size_t>(column_of(b, figure.name))].number;
      const double part = two / one - 1;
      is_marked |= std::abs(part) > k_marked_difference;
      cells += fmt::format("<td>{}</td><td>{}</td><td>{}</td>", cell_text(one), cell_text(two),
                           !std::isfinite(part) ? "&ndash;" : fmt::format("{:+.1f}", 100 * part));
      if (scatter == nullptr) continue;
      const double deviation =
          i < (*scatter)[f].size() ? (*scatter)[f][i] / figure.unit : k_unknown;
      cells += "<td>" + cell_text(std::abs(two - one) / deviation) + "</td>";
    }
    text += fmt::format("<tr{}>{}</tr>\n", is_marked ? " class=\"marked\"" : "", cells);
  }
  return text + "</table>\n";
}

/// Curves of a test of laxity, one for each angle and state of the ligaments.
std::vector<SheetPlot> laxity_plots(const LabResult& laxity) {
  std::vector<SheetPlot> plots;
  for (const LabTable& table : laxity.tables) {
    if (table.columns.size() != 4) continue;  // the summary
    SheetPlot plot{
        .title = table.title + ": " + table.columns[3], .x_label = table.columns[2], .lines = {}};
    for (const auto& row : table.rows) {
      if (std::isnan(row[3].number)) continue;
      const std::string name = fmt::format("{:.0f} deg, {}", row[1].number, row[0].word);
      if (plot.lines.empty() || plot.lines.back().name != name)
        plot.lines.push_back({.name = name, .points = {}});
      plot.lines.back().points.emplace_back(row[2].number, row[3].number);
    }
    if (!plot.lines.empty()) plots.push_back(std::move(plot));
  }
  return plots;
}

std::vector<SheetPlot> contact_plots(const LabTable& contact, const LabTable* other) {
  std::vector<SheetPlot> plots;
  for (const char* figure : {"peak pressure [MPa]", "area [mm^2]"}) {
    SheetPlot plot{.title = figure, .x_label = "angle [deg]", .lines = {}};
    const auto add = [&](const LabTable& table, const char* name) {
      SheetLine line{.name = name, .points = {}};
      for (const auto& row : table.rows) {
        const double value = row[static_cast<std::size_t>(column_of(table, figure))].number;
        if (!std::isnan(value)) line.points.emplace_back(row[0].number, value);
      }
      plot.lines.push_back(std::move(line));
    };
    add(contact, other != nullptr ? "first" : "aligned");
    if (other != nullptr) add(*other, "second");
    plots.push_back(std::move(plot));
  }
  return plots;
}

double largest_pressure(const ReportedDesign& design) {
  double most = 0;
  for (const PressureSheet& sheet : design.sheets)
    for (const double pressure : sheet.pressure) most = std::max(most, pressure);
  return most;
}

void add_limit_of_yield(const ReportedDesign& design, std::vector<std::string>& limits) {
  const double yield = design.yield_stress, peak = largest_pressure(design);
  if (!(yield > 0 && peak > yield)) return;
  limits.push_back(
      fmt::format("{}: the peak pressure of {:.1f} MPa exceeds the yield stress of {:.1f} MPa; the "
                  "material may "
                  "flow there, and elastic figures may be too high.",
                  design.scene.name, 1e-6 * peak, 1e-6 * yield));
}

/// What the model leaves out that matters for these joints; the second may be null.
std::vector<std::string> limits_of(const ReportedDesign& design, const ReportedDesign* other) {
  std::vector<std::string> limits = {
      "Static balance: no speed, no inertia, no viscosity; friction does not act.",
      "Linear elastic layers on rigid backings: no creep, no plastic flow, and no bending of the "
      "part "
      "as a whole.",
      "No experiment is compared with here; condyle validate compares the laws with closed forms "
      "and "
      "finite elements."};
  if (table_named(design.elastic, "contact") != nullptr)
    limits.emplace_back(
        "Springs side by side do not feel their neighbours: the table above shows where an elastic "
        "layer differs.");
  add_limit_of_yield(design, limits);
  if (other != nullptr) add_limit_of_yield(*other, limits);
  return limits;
}

std::string pictures_text(const ReportedDesign& design) {
  if (design.pictures.empty()) return "";
  std::string text = "<h3>The scene";
  if (design.scene.pressure_range > 0)
    text += fmt::format(", in colours up to {:.3g} MPa", 1e-6 * design.scene.pressure_range);
  text += "</h3>\n<div class=\"pictures\">\n";
  for (std::size_t i = 0; i < design.pictures.size(); ++i) {
    const std::string title = escaped_for_xml(design.sheets[i].title);
    text += fmt::format("<figure><img src=\"{}\" alt=\"{}\"><figcaption>{}</figcaption></figure>\n",
                        design.pictures[i], title, title);
  }
  return text + "</div>\n";
}

/// The summary with the states of the ligaments beside each other.
LabTable laxity_by_state(const LabTable& summary) {
  std::vector<std::string> states;
  for (const auto& row : summary.rows)
    if (std::ranges::find(states, row[1].word) == states.end()) states.push_back(row[1].word);
  LabTable table{summary.name, summary.title, {"direction", "angle [deg]", "load"}, {}};
  table.inputs = table.columns.size();
  for (const std::string& state : states)
    table.columns.push_back(states.size() > 1 ? "ligaments " + state : "displacement");
  table.columns.emplace_back("unit");
  for (const auto& row : summary.rows) {
    const auto state = std::ranges::find(states, row[1].word) - states.begin();
    auto found = std::ranges::find_if(table.rows, [&](const auto& one) {
      return one[0].word == row[0].word && one[1].number == row[2].number;
    });
    if (found == table.rows.end()) {
      table.rows.push_back({row[0], row[2], row[3]});
      table.rows.back().resize(table.columns.size(), k_unknown);
      table.rows.back().back() = row[5];
      found = table.rows.end() - 1;
    }
    (*found)[table.inputs + static_cast<std::size_t>(state)] = row[4];
  }
  return table;
}

/// The summary without the rows that have no figures.
std::string laxity_text(const LabResult& laxity) {
  LabTable table = laxity_by_state(*table_named(laxity, "laxity"));
  const std::size_t all = table.rows.size();
  std::erase_if(table.rows, [&](const auto& row) { return !has_figures(table, row); });
  const std::size_t left_out = all - table.rows.size();
  std::string text = table.rows.empty() ? fmt::format("<h3>{}</h3>\n", escaped_for_xml(table.title))
                                        : table_text(table);
  if (left_out > 0)
    text += fmt::format(
        "<p>{} left out: the body finds no balance under these loads, as where only friction would "
        "hold it. The notes below say where.</p>\n",
        table.rows.empty() ? "All of it is" : fmt::format("{} of {} rows are", left_out, all));
  return text;
}

std::string design_text(const ReportedDesign& design, double most) {
  std::string text;
  if (!design.scene.description.empty())
    text += fmt::format("<p>{}</p>\n", escaped_for_xml(design.scene.description));
  text += meshes_text(design.scene) + placement_text(design.scene);
  if (!design.scene.notes.empty())
    text += "<h3>Notes of the scene</h3>\n" + list_text(design.scene.notes);
  text += pictures_text(design);
  if (!design.sheets.empty())
    text += fmt::format(
        "<h3>Pressure on the casting side, seen along its body's axis ({} to the right, "
        "{} up)</h3>\n{}",
        design.sheets[0].right_axis, design.sheets[0].up_axis, to_svg(design.sheets, most));
  for (const LabTable& table : design.contact.tables) text += table_text(table);
  if (design.scatter) text += table_text(scatter_table(*design.scatter));
  if (const LabTable* elastic = table_named(design.elastic, "contact"))
    text += "<h3>Springs beside the elastic layer (marked: more than 5 % apart)</h3>\n" +
            beside_text(*table_named(design.contact, "contact"), *elastic, "springs",
                        "elastic layer", nullptr);
  text += laxity_text(design.laxity);
  if (const auto plots = laxity_plots(design.laxity); !plots.empty()) text += to_svg("", plots);
  std::vector<std::string> failures = design.contact.notes;
  failures.insert(failures.end(), design.laxity.notes.begin(), design.laxity.notes.end());
  failures.insert(failures.end(), design.elastic.notes.begin(), design.elastic.notes.end());
  if (design.scatter)
    failures.insert(failures.end(), design.scatter->notes.begin(), design.scatter->notes.end());
  if (!failures.empty())
    text += "<h3>What to know of the tests</h3>\n" + list_text(failures, " class=\"warn\"");
  return text;
}

}  // namespace

std::string joint_report(const ReportedDesign& design, const ReportedDesign* other,
                         const ReportOrigin& origin) {
  const std::string title =
      other == nullptr ? design.scene.name : design.scene.name + " beside " + other->scene.name;
  const double most = std::max(largest_pressure(design), other ? largest_pressure(*other) : 0);
  std::string text = page_head(title);
  text += fmt::format("<h1>{}</h1>\n<p>{}, {}. To repeat it: <code>{}</code></p>\n",
                      escaped_for_xml(title), escaped_for_xml(origin.program), origin.date,
                      escaped_for_xml(origin.command));
  const LabTable& contact = *table_named(design.contact, "contact");
  const LabTable* of_other = other ? table_named(other->contact, "contact") : nullptr;
  if (of_other != nullptr) {
    const ScatterOfDifferences scatter = scatter_of_differences(*design.scatter, *other->scatter);
    text += fmt::format(
        "<h2>The two designs</h2>\n<p>First: {}. Second: {}. Marked: more than 5 % apart. Each "
        "difference is set against its standard deviation by uncertain inputs of both: one at a "
        "time and either way, {}; each of these is taken as two standard deviations of an input "
        "that is independent of the others. Above 2, a difference is rarely theirs alone.</p>\n{}",
        escaped_for_xml(design.scene.name), escaped_for_xml(other->scene.name), k_varied_inputs,
        beside_text(contact, *of_other, "first", "second", &scatter));
  }
  // One angle makes no curve.
  if (contact.rows.size() > 1) text += to_svg("", contact_plots(contact, of_other));
  text +=
      fmt::format("<h2>{}</h2>\n{}", escaped_for_xml(design.scene.name), design_text(design, most));
  if (other != nullptr)
    text += fmt::format("<h2>{}</h2>\n{}", escaped_for_xml(other->scene.name),
                        design_text(*other, most));
  text += "<h2>Limits of the model that apply here</h2>\n" + list_text(limits_of(design, other));
  if (!design.sheets.empty())
    text += fmt::format(
        "<p>The aligned balances are exact to {:.1g} of the load; on edges between facets the "
        "force "
        "jumps by at most {:.1g} of it.</p>\n",
        std::max(design.residual, other ? other->residual : 0),
        std::max(design.jump, other ? other->jump : 0));
  return text + "</body></html>\n";
}

}  // namespace condyle

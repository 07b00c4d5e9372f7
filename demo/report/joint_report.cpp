#include "report/joint_report.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/plot_sheet.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/scene/materials.h"
#include "condyle/scene/scene_build.h"
#include "core/src/base/xml_text.h"
#include "lab/still_run.h"

namespace condyle {
namespace {

constexpr const char* k_report_head = R"(<!doctype html>
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
figure{{margin:0;width:31%;break-inside:avoid}}figure img{{width:100%}}figcaption{{font-size:13px}}code{{font-size:13px;background:#f3f3f3;padding:.1em .3em}}
@media print{{body{{max-width:none;margin:0;font-size:11pt}}h2,h3{{break-after:avoid}}table,svg{{break-inside:avoid}}}}
</style></head><body>
)";

constexpr double k_unknown = std::numeric_limits<double>::quiet_NaN();
constexpr double k_marked_difference = 0.05;  // between springs and elastic layer

std::string cell_text(const LabCell& cell) {
  if (!cell.word.empty()) return escaped_for_xml(cell.word);
  return !std::isfinite(cell.number) ? "&ndash;" : fmt::format("{:.4g}", cell.number);
}

std::string head_row(const std::vector<std::string>& columns) {
  std::string text = "<tr>";
  for (const std::string& column : columns) text += "<th>" + escaped_for_xml(column) + "</th>";
  return text + "</tr>\n";
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

std::string list_text(const std::vector<std::string>& sentences, const char* kind = "") {
  if (sentences.empty()) return "";
  std::string text = fmt::format("<ul{}>\n", kind);
  for (const std::string& sentence : sentences)
    text += "<li>" + escaped_for_xml(sentence) + "</li>\n";
  return text + "</ul>\n";
}

/// The material of the table with this modulus and ratio, and its source; else nothing is known.
std::string material_text(const Layer& layer) {
  if (layer.use == LayerUse::rigid) return "rigid";
  for (const scene::Material& material : scene::known_materials()) {
    if (std::abs(material.elastic_modulus.value - layer.elastic_modulus) <
            1e-9 * layer.elastic_modulus &&
        material.poissons_ratio.value == layer.poissons_ratio)
      return fmt::format("as {}: {}", material.name, material.source);
  }
  return "given in the scene, without a source";
}

/// A row for each mesh that touches.
std::string meshes_text(const scene::Scene& scene) {
  std::string text = "<table>" + head_row({"mesh", "file", "triangles", "size [mm]", "E [MPa]",
                                           "nu", "h [mm]", "material", "findings"});
  for (const scene::SceneBody& body : scene.bodies) {
    for (const scene::SceneMesh& mesh : body.meshes) {
      if (!mesh.layer) continue;
      const TriangleMesh triangles = scene::make_mesh(mesh);
      const mesh::MeshReport found = mesh::inspect(triangles);
      const auto* file = std::get_if<scene::MeshFromFile>(&mesh.source);
      std::string findings;
      for (const mesh::MeshFinding& finding : found.findings) findings += finding.problem + "; ";
      const Eigen::Vector3d size = 1e3 * (found.high - found.low);
      text += fmt::format(
          "<tr><td>{}/{}</td><td class=\"t\">{}</td><td>{}</td><td>{:.1f} x {:.1f} x {:.1f}</td>"
          "<td>{:.5g}</td><td>{:g}</td><td>{:.3g}</td><td class=\"t\">{}</td><td "
          "class=\"t\">{}</td>"
          "</tr>\n",
          escaped_for_xml(body.name), escaped_for_xml(mesh.name),
          file != nullptr ? escaped_for_xml(file->file.filename().string()) : "a formula",
          found.triangles, size.x(), size.y(), size.z(), 1e-6 * mesh.layer->elastic_modulus,
          mesh.layer->poissons_ratio, 1e3 * mesh.layer->thickness,
          escaped_for_xml(material_text(*mesh.layer)),
          findings.empty() ? "none" : escaped_for_xml(findings));
    }
  }
  return text + "</table>\n";
}

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
    plots.push_back(std::move(plot));
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

/// Where the meshes lie in the world at time 0.
std::string placement_text(const scene::Scene& scene) {
  std::string text = "<h3>Placement at the start</h3>\n<table>" +
                     head_row({"mesh", "x [mm]", "y [mm]", "z [mm]", "turned by [deg]", "about"});
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const scene::SceneBody& body = scene.bodies[i];
    const Pose X_WB = pose_at_start(scene, static_cast<int>(i));
    for (const scene::SceneMesh& mesh : body.meshes) {
      if (!mesh.layer) continue;
      const Pose X_WM = X_WB * mesh.X_BM;
      const Eigen::Vector3d p = 1e3 * X_WM.translation();
      const Eigen::AngleAxisd turn(X_WM.linear());
      text += fmt::format(
          "<tr><td>{}/{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td><td>{:.2f}</td>"
          "<td>({:.3f}, {:.3f}, {:.3f})</td></tr>\n",
          escaped_for_xml(body.name), escaped_for_xml(mesh.name), p.x(), p.y(), p.z(),
          turn.angle() / k_lab_degree, turn.axis().x(), turn.axis().y(), turn.axis().z());
    }
  }
  return text + "</table>\n";
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

std::string design_text(const ReportedDesign& design, double most) {
  std::string text = fmt::format("<p>{}</p>\n{}", escaped_for_xml(design.scene.description),
                                 meshes_text(design.scene) + placement_text(design.scene));
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
  if (const LabTable* summary = table_named(design.laxity, "laxity")) text += table_text(*summary);
  text += to_svg("", laxity_plots(design.laxity));
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
  std::string text = fmt::format(k_report_head, escaped_for_xml(title));
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
  text += to_svg("", contact_plots(contact, of_other));
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

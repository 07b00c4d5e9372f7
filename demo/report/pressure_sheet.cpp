#include "report/pressure_sheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/src/base/xml_text.h"
#include "view/color_map.h"

namespace condyle {
namespace {

constexpr double k_sheet_width = 300, k_sheet_height = 250, k_bar_width = 90;  // [px]
constexpr double k_title_height = 26, k_margin = 14;
constexpr int k_in_a_row = 3;

/// The axes of a picture that is seen from the positive end of `axis`.
struct Axes {
  int right, up;
};
constexpr Axes axes_seen_along(int axis) { return {(axis + 1) % 3, (axis + 2) % 3}; }

constexpr const char* k_axis_names[] = {"x", "y", "z"};

/// The outermost points in 72 directions.
std::vector<Eigen::Vector2d> convex_outline(const std::vector<Eigen::Vector2d>& points) {
  constexpr int k_directions = 72;
  std::vector<Eigen::Vector2d> outline;
  for (int i = 0; i < k_directions; ++i) {
    const double angle = 2 * std::numbers::pi * i / k_directions;
    const Eigen::Vector2d d(std::cos(angle), std::sin(angle));
    outline.push_back(
        *std::ranges::max_element(points, {}, [&](const Eigen::Vector2d& p) { return d.dot(p); }));
  }
  return outline;
}

/// The axis nearest to the mean normal of the triangles with a value, weighed by that.
int axis_facing(const TriangleMesh& mesh, const std::vector<double>& values) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!(values[t] > 0)) continue;
    const auto& [a, b, c] = mesh.triangles[t];
    const Eigen::Vector3d &A = mesh.vertices[a], &B = mesh.vertices[b], &C = mesh.vertices[c];
    sum += values[t] * (B - A).cross(C - A);
  }
  int axis = 0;
  sum.cwiseAbs().maxCoeff(&axis);
  return axis;
}

std::string colour_text(Rgb8 colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour[0], colour[1], colour[2]);
}

/// Places points of sheets on the page, all in one scale.
class SheetPlace {
 public:
  explicit SheetPlace(const std::vector<PressureSheet>& sheets) {
    Eigen::Vector2d low = Eigen::Vector2d::Constant(INFINITY), high = -low;
    for (const PressureSheet& sheet : sheets) {
      for (const Eigen::Vector2d& point : sheet.outline) {
        low = low.cwiseMin(point);
        high = high.cwiseMax(point);
      }
    }
    middle_ = (low + high) / 2;
    scale_ = std::min((k_sheet_width - 2 * k_margin) / (high - low).x(),
                      (k_sheet_height - k_title_height - 2 * k_margin) / (high - low).y());
  }

  std::string point(const Eigen::Vector2d& p, double left, double top) const {
    return fmt::format(
        "{:.1f},{:.1f}", left + k_sheet_width / 2 + scale_ * (p.x() - middle_.x()),
        top + (k_sheet_height + k_title_height) / 2 - scale_ * (p.y() - middle_.y()));
  }
  double pixels(double length) const { return scale_ * length; }

 private:
  Eigen::Vector2d middle_;
  double scale_ = 1;  ///< [px/m]
};

std::string sheet_text(const PressureSheet& sheet, const SheetPlace& place, double left, double top,
                       double most) {
  std::string text = fmt::format(
      "<text x=\"{:.0f}\" y=\"{:.0f}\" class=\"title\">{}</text>\n<polygon class=\"outline\" "
      "points=\"",
      left + k_margin, top + 18, escaped_for_xml(sheet.title));
  for (const Eigen::Vector2d& p : sheet.outline) text += place.point(p, left, top) + " ";
  text += "\"/>\n";
  for (std::size_t i = 0; i < sheet.triangles.size(); ++i) {
    const double pressure = sheet.pressure[i];
    const Rgb8 colour =
        pressure > most ? k_over_range_color : color_at(ColorMap::viridis, pressure / most);
    text += fmt::format("<polygon fill=\"{}\" points=\"", colour_text(colour));
    for (const Eigen::Vector2d& p : sheet.triangles[i]) text += place.point(p, left, top) + " ";
    text += "\"/>";
  }
  return text + "\n";
}

/// The scale of colours, and one of length.
std::string bar_text(double left, double height, double most, const SheetScale& scale,
                     double ten_millimetres) {
  constexpr int k_steps = 32;
  const double top = k_title_height + 8, bottom = std::min(height, k_sheet_height) - 46;
  std::string text =
      fmt::format("<text x=\"{:.0f}\" y=\"18\">{}</text>\n", left, escaped_for_xml(scale.name));
  for (int i = 0; i < k_steps; ++i) {
    const double y = bottom + (top - bottom) * (i + 1) / k_steps;
    text +=
        fmt::format("<rect x=\"{:.0f}\" y=\"{:.2f}\" width=\"14\" height=\"{:.2f}\" fill=\"{}\"/>",
                    left, y, (bottom - top) / k_steps + 0.5,
                    colour_text(color_at(ColorMap::viridis, (i + 0.5) / k_steps)));
  }
  for (const double part : {0.0, 0.5, 1.0})
    text += fmt::format("<text x=\"{:.0f}\" y=\"{:.0f}\">{:.3g}</text>\n", left + 20,
                        bottom + (top - bottom) * part + 4, most / scale.unit * part);
  return text + fmt::format(
                    "<path d=\"M{0:.0f} {1:.0f}h{2:.1f}\" class=\"length\"/>"
                    "<text x=\"{0:.0f}\" y=\"{3:.0f}\">10 mm</text>\n",
                    left, bottom + 24, ten_millimetres, bottom + 40);
}

}  // namespace

PressureSheet map_sheet(const TriangleMesh& mesh, const std::vector<double>& values,
                        std::string title, std::optional<int> seen_along) {
  const int axis = seen_along ? *seen_along : axis_facing(mesh, values);
  const Axes axes = axes_seen_along(axis);
  PressureSheet sheet{.title = std::move(title),
                      .seen_along = axis,
                      .right_axis = k_axis_names[axes.right],
                      .up_axis = k_axis_names[axes.up]};
  std::vector<Eigen::Vector2d> points;
  for (const Eigen::Vector3d& vertex : mesh.vertices)
    points.emplace_back(vertex[axes.right], vertex[axes.up]);
  sheet.outline = convex_outline(points);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    if (!(values[t] > 0)) continue;
    const auto& [a, b, c] = mesh.triangles[t];
    sheet.triangles.push_back({points[a], points[b], points[c]});
    sheet.pressure.push_back(values[t]);
  }
  return sheet;
}

PressureSheet pressure_sheet(const SceneWorld& world, int contact, std::string title,
                             std::optional<int> seen_along) {
  const WorldContact& shown = world.contacts()[contact];
  const ContactResult& result = shown.report->result();
  const WorldMesh& mesh = world.bodies()[shown.casting.body].meshes[shown.casting.mesh];
  const Pose& X_BM = world.scene().bodies[shown.casting.body].meshes[shown.casting.mesh].X_BM;
  int axis = 0;
  (X_BM.linear() * result.total.contact_force).cwiseAbs().maxCoeff(&axis);
  return map_sheet(transformed(mesh.surface->mesh(), X_BM), result.casting->pressure,
                   std::move(title), seen_along.value_or(axis));
}

std::string to_svg(const std::vector<PressureSheet>& sheets, double most, const SheetScale& scale) {
  const int rows = (static_cast<int>(sheets.size()) + k_in_a_row - 1) / k_in_a_row;
  const int columns = std::min(k_in_a_row, static_cast<int>(sheets.size()));
  const double across = columns * k_sheet_width, height = rows * k_sheet_height;
  const SheetPlace place(sheets);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
      "viewBox=\"0 0 {0:.0f} {1:.0f}\" class=\"maps\">\n",
      across + k_bar_width, height);
  for (std::size_t i = 0; i < sheets.size(); ++i)
    text += sheet_text(sheets[i], place, static_cast<double>(i % k_in_a_row) * k_sheet_width,
                       static_cast<double>(i / k_in_a_row) * k_sheet_height, most);
  return text + bar_text(across, height, most, scale, place.pixels(0.01)) + "</svg>\n";
}

}  // namespace condyle

#include "lab/pad_test.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "base/long_work.h"
#include "condyle/error.h"
#include "condyle/world/taxel_grid.h"
#include "engine/made_meshes.h"
#include "lab/pad_rig.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr double k_absent = std::numeric_limits<double>::quiet_NaN();
constexpr double k_most_tilt = 80 * k_lab_degree;
constexpr int k_most_taxels = 256;  // rows
constexpr double k_face = 0.5;  // least cosine between a triangle of the face and where it faces

/// What the pad feels at rest.
struct PressedPad {
  double load = 0, force = k_absent, depth = k_absent, area = 0, mean = 0, peak = 0;
  Eigen::Vector3d centre = Eigen::Vector3d::Constant(k_absent);  ///< in the world [m]
};

PressedPad pressed(const StillPoint& point, const SceneWorld* world) {
  PressedPad found{.load = point.load};
  if (world == nullptr || !world->contacts()[0].report) return found;
  const ContactReport& report = *world->contacts()[0].report;
  const ContactStatistics& total = report.result().total;
  found.force = total.contact_force.norm();
  found.depth = total.max_proximity;
  found.area = total.contact_area;
  found.mean = total.mean_pressure;
  found.peak = total.max_pressure;
  if (total.n_contacting > 0) found.centre = report.X_WC * total.center_of_pressure;
  return found;
}

std::vector<StillPoint> press_points(double force, int count) {
  std::vector<StillPoint> points;
  for (int i = 1; i <= count; ++i) points.push_back({.flexion = 0, .load = force * i / count});
  return points;
}

/// Slope of the force over the depth at each point, from its neighbours; the first one begins at
/// rest.
std::vector<double> stiffnesses(const std::vector<PressedPad>& curve) {
  std::vector<double> slopes;
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const PressedPad none{.force = 0, .depth = 0};
    const PressedPad& before = i > 0 ? curve[i - 1] : none;
    const PressedPad& after = i + 1 < curve.size() ? curve[i + 1] : curve[i];
    slopes.push_back((after.force - before.force) / (after.depth - before.depth));
  }
  return slopes;
}

LabTable press_table(const std::vector<PressedPad>& curve) {
  LabTable table{"pad_press",
                 "Pressed on a flat plate",
                 {"force [N]", "depth [mm]", "stiffness [N/mm]", "area [mm^2]",
                  "mean pressure [kPa]", "peak pressure [kPa]"},
                 {}};
  const std::vector<double> slopes = stiffnesses(curve);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    const PressedPad& at = curve[i];
    table.rows.push_back(
        {at.load, 1e3 * at.depth, 1e-3 * slopes[i], 1e6 * at.area, 1e-3 * at.mean, 1e-3 * at.peak});
  }
  return table;
}

/// Shear stiffness of the layers in series [Pa/m], as of sticking triangles.
double shear_stiffness(const PadRig& rig) {
  if (rig.settings.friction.stick_stiffness > 0) return rig.settings.friction.stick_stiffness;
  double compliance = 0;
  for (const Layer& layer : {*rig.pad.layer, rig.plate}) {
    if (layer.use == LayerUse::rigid) continue;
    compliance += layer.thickness * 2 * (1 + layer.poissons_ratio) / layer.elastic_modulus;
  }
  return 1 / compliance;
}

/// A curve of the force or moment of friction over the plate's motion.
struct DrawCurve {
  std::vector<double> amount, friction;  ///< [m, N] or [rad, N m]
  double normal_force = 0, area = 0;     ///< at the end
};

DrawCurve draw(const PadRig& rig, double load, const PlateMotion& motion, int steps) {
  const WorkPart part(motion.is_turn ? "pad, turned" : "pad, drawn");
  SceneWorld world(drawn_plate_scene(rig, load, motion), nullptr, EngineName::bullet);
  const double dt = 1.0 / steps;
  while (world.is_settling()) world.step(1.0 / world.scene().rate);
  DrawCurve curve;
  for (int i = 1; i <= steps; ++i) {
    tell_work(i, steps);
    world.step(dt);
    const std::optional<ContactReport>& report = world.contacts()[0].report;
    if (!report) throw SimulationError("the plate lost the pad while it was drawn");
    const ContactStatistics& total = report->result().total;
    const Eigen::Matrix3d& R_WC = report->X_WC.linear();
    const Eigen::Vector3d force = R_WC * total.contact_force;
    const Eigen::Vector3d arm = motion.centre - report->X_WC.translation();
    const Eigen::Vector3d moment = R_WC * total.contact_moment - arm.cross(force);
    curve.amount.push_back(motion.amount * i / steps);
    curve.friction.push_back(std::abs(motion.is_turn ? moment.y() : force.x()));
    curve.normal_force = std::abs(force.y());
    curve.area = total.contact_area;
  }
  return curve;
}

/// Where a curve of friction leaves its straight beginning, and where it no longer rises.
struct SlipPoints {
  double stiffness = 0;
  double onset = k_absent, onset_amount = k_absent;  ///< 5 % below the straight line
  double limit = 0, limit_amount = k_absent;
  bool is_reached = false;  ///< it rises by less than half a percent over the last tenth
};

SlipPoints slip_points(const DrawCurve& curve) {
  SlipPoints found;
  found.stiffness = curve.friction.front() / curve.amount.front();
  found.limit = *std::ranges::max_element(curve.friction);
  for (std::size_t i = 0; i < curve.amount.size(); ++i) {
    if (std::isnan(found.onset) && curve.friction[i] < 0.95 * found.stiffness * curve.amount[i]) {
      found.onset = curve.friction[i];
      found.onset_amount = curve.amount[i];
    }
    if (std::isnan(found.limit_amount) && curve.friction[i] >= 0.995 * found.limit)
      found.limit_amount = curve.amount[i];
  }
  const auto late = curve.friction.begin() + static_cast<long>(curve.friction.size() * 9 / 10);
  found.is_reached = *std::max_element(late, curve.friction.end()) <
                     1.005 * *std::max_element(curve.friction.begin(), late);
  return found;
}

LabTable curve_of_draw(const DrawCurve& curve, bool is_turn) {
  LabTable table{
      is_turn ? "pad_turn" : "pad_slip",
      is_turn ? "Turned about the normal" : "Drawn along x",
      {is_turn ? "turn [deg]" : "displacement [mm]", is_turn ? "moment [N mm]" : "friction [N]"},
      {}};
  for (std::size_t i = 0; i < curve.amount.size(); ++i)
    table.rows.push_back({is_turn ? curve.amount[i] / k_lab_degree : 1e3 * curve.amount[i],
                          is_turn ? 1e3 * curve.friction[i] : curve.friction[i]});
  return table;
}

/// Draws and turns the plate, as far as twice what makes the highest pressure slip; turned, that at
/// a tenth of the contact's radius, but at most by a right angle.
void add_slip(const PadRig& rig, const PadTest& test, const PressedPad& at, LabResult& result) {
  const double mu = rig.settings.friction.static_coefficient;
  const double way = 2 * mu * at.peak / shear_stiffness(rig);
  const double radius = std::sqrt(at.area / std::numbers::pi);
  const DrawCurve drawn = draw(rig, test.force, {.amount = way}, test.steps);
  const DrawCurve turned = draw(rig, test.force,
                                {.is_turn = true,
                                 .amount = std::min(way / (0.2 * radius), std::numbers::pi / 2),
                                 .centre = at.centre},
                                test.steps);
  const SlipPoints slip = slip_points(drawn), turn = slip_points(turned);
  const double a = std::sqrt(turned.area / std::numbers::pi), N = turned.normal_force;
  result.tables.push_back(
      {"pad_limits",
       "Limits of friction",
       {"limit", "measured", "reached at", "slip begins at", "first slope", "closed form", "unit",
        "of which"},
       {{"slip", slip.limit, 1e3 * slip.limit_amount, slip.onset, 1e-3 * slip.stiffness,
         mu * drawn.normal_force, "N, mm, N, N/mm", "mu N"},
        {"turn", 1e3 * turn.limit, turn.limit_amount / k_lab_degree, 1e3 * turn.onset,
         1e3 * turn.stiffness * k_lab_degree, 1e3 * 3 * std::numbers::pi / 16 * mu * N * a,
         "N mm, deg, N mm, N mm/deg", "3 pi / 16 mu N a, Hertz"},
        {"turn", 1e3 * turn.limit, turn.limit_amount / k_lab_degree, 1e3 * turn.onset,
         1e3 * turn.stiffness * k_lab_degree, 1e3 * 8.0 / 15 * mu * N * a,
         "N mm, deg, N mm, N mm/deg", "8 / 15 mu N a, springs"}}});
  result.tables.push_back(curve_of_draw(drawn, false));
  result.tables.push_back(curve_of_draw(turned, true));
  result.notes.push_back(
      "The closed forms of turning are those of a round contact with the area of this one.");
  constexpr double k_long_shear = 0.1;
  if (way / 2 > k_long_shear * radius)
    result.notes.push_back(fmt::format(
        "The layers shear by up to {:.2g} mm before they slip, {:.0f} % of the contact's radius: "
        "friction then lags behind the turn, and its moment is less than the closed forms'.",
        1e3 * way / 2, 100 * way / 2 / radius));
  for (const auto& [curve, name] : {std::pair{&slip, "drawn"}, std::pair{&turn, "turned"}})
    if (!curve->is_reached)
      result.notes.push_back(
          fmt::format("The friction still rose when the plate was {} farthest.", name));
}

/// Rows and columns over the pad's face: its whole extent, or as much of it as has no empty cell.
TaxelGrid make_taxels(const ContactSurface& pad, const Pose& X_WC, int rows, double& side_x,
                      double& side_z) {
  Eigen::AlignedBox3d face;
  for (std::size_t t = 0; t < pad.normals().size(); ++t)
    if ((X_WC.linear() * pad.normals()[t]).y() < -k_face)
      face.extend(X_WC.linear() * pad.centroids()[t]);
  if (face.isEmpty()) throw InputError("the pad has no triangle that faces the plate");
  // Frame G: z down, as the pad faces; x stays.
  Pose X_SG = Pose::Identity();
  Eigen::Matrix3d R_WG;
  R_WG << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  X_SG.linear() = X_WC.linear().transpose() * R_WG;
  X_SG.translation() = X_WC.linear().transpose() * face.center();
  for (const double share : {1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4}) {
    side_x = share * face.sizes().x();
    side_z = share * face.sizes().z();
    try {
      return TaxelGrid(pad, X_SG, {side_x, side_z}, rows, rows);
    } catch (const InputError&) {
      continue;
    }
  }
  throw InputError(fmt::format(
      "the pad's mesh is too coarse for {} x {} taxels; ask for fewer of them", rows, rows));
}

/// The taxels of one tilt, as they lie: rows along z, columns along x.
LabTable taxel_table(const TaxelGrid& grid, double tilt, double side_x, double side_z) {
  const int n = grid.rows();
  LabTable table{fmt::format("pad_taxels_{:.9g}", tilt / k_lab_degree + 0.0),
                 fmt::format("Mean pressure on taxels at {:.4g} deg [kPa]", tilt / k_lab_degree),
                 {"z [mm]"},
                 {}};
  for (int c = 0; c < n; ++c)
    table.columns.push_back(fmt::format("x {:.1f} mm", 1e3 * side_x * ((c + 0.5) / n - 0.5)));
  for (int r = 0; r < n; ++r) {
    std::vector<LabCell> row = {1e3 * side_z * ((r + 0.5) / n - 0.5)};
    for (int c = 0; c < n; ++c)
      row.emplace_back(1e-3 * grid.pressures()[static_cast<std::size_t>(r * n + c)]);
    table.rows.push_back(std::move(row));
  }
  return table;
}

/// The pressure on taxels of a pad that is pressed: in the row of the summary, as a picture and as
/// a map. Throws InputError where the mesh is too coarse.
void add_taxels(const ContactReport& report, const PadTest& test, double tilt,
                std::vector<LabCell>& row, std::vector<LabTable>& pictures, LabResult& result) {
  const std::vector<double>& pressure = report.casting_map().pressure;
  double side_x = 0, side_z = 0;
  TaxelGrid grid = make_taxels(report.pair().casting(), report.X_WC, test.taxels, side_x, side_z);
  grid.add(pressure);
  const auto loaded = std::ranges::count_if(grid.pressures(), [](double p) { return p > 0; });
  row.emplace_back(1e-3 * *std::ranges::max_element(grid.pressures()));
  row.emplace_back(100.0 * static_cast<double>(loaded) /
                   static_cast<double>(grid.pressures().size()));
  pictures.push_back(taxel_table(grid, tilt, side_x, side_z));
  result.maps.push_back({pictures.back().name,
                         transformed(report.pair().casting().mesh(), report.X_WC),
                         {{"pressure [Pa]", pressure}}});
}

/// Presses the pad on tilted plates.
void add_tilts(const PadRig& rig, const PadTest& test, LabResult& result) {
  LabTable summary{"pad_tilts",
                   fmt::format("Tilted plates under {:g} N", test.force),
                   {"tilt [deg]", "force [N]", "area [mm^2]", "peak pressure [kPa]",
                    "centre x [mm]", "centre z [mm]", "highest taxel [kPa]", "loaded taxels [%]"},
                   {}};
  std::vector<LabTable> pictures;
  MadeMeshes meshes;
  for (const double tilt : test.tilts) {
    const WorkPart part(fmt::format("pad, tilted by {:.4g} deg", tilt / k_lab_degree));
    std::vector<std::string> failed;
    const std::vector<StillPoint> points = press_points(test.force, 3);
    run_still(
        pressed_pad_scene(rig, tilt, points), points,
        [&](const StillPoint& point, const SceneWorld* world) {
          if (&point != &points.back()) return;
          const PressedPad at = pressed(point, world);
          std::vector<LabCell> row = {tilt / k_lab_degree, at.force,
                                      1e6 * at.area,       1e-3 * at.peak,
                                      1e3 * at.centre.x(), 1e3 * at.centre.z()};
          if (world != nullptr && world->contacts()[0].report) {
            try {
              add_taxels(*world->contacts()[0].report, test, tilt, row, pictures, result);
            } catch (const InputError& error) {
              failed.emplace_back(error.what());
            }
          }
          row.resize(summary.columns.size(), k_absent);
          summary.rows.push_back(std::move(row));
        },
        failed, meshes);
    for (const std::string& why : failed)
      result.notes.push_back(
          fmt::format("plate tilted by {:.4g} deg: {}", tilt / k_lab_degree, why));
  }
  result.tables.push_back(std::move(summary));
  for (LabTable& picture : pictures) result.tables.push_back(std::move(picture));
}

void require_sensible(const PadTest& test) {
  for (const double tilt : test.tilts)
    if (!(std::abs(tilt) < k_most_tilt))
      throw InputError(fmt::format("a plate tilted by {:.4g} deg: tilts must be within {:.0f} deg",
                                   tilt / k_lab_degree, k_most_tilt / k_lab_degree));
  if (test.taxels < 1 || test.taxels > k_most_taxels)
    throw InputError(
        fmt::format("{0} x {0} taxels: must be 1 to {1} rows", test.taxels, k_most_taxels));
}

}  // namespace

LabResult test_pad(const scene::Scene& scene, const PadTest& test) {
  require_sensible(test);
  MadeMeshes of_scene, of_rig;
  const PadRig rig = make_pad_rig(scene, of_scene);
  LabResult result{"pad", scene.name, rig.notes, {}};
  const std::vector<StillPoint> points = press_points(test.force, test.points);
  std::vector<PressedPad> curve;
  run_still(
      pressed_pad_scene(rig, 0, points), points,
      [&](const StillPoint& point, const SceneWorld* world) {
        curve.push_back(pressed(point, world));
      },
      result.notes, of_rig);
  result.tables.push_back(press_table(curve));

  const Friction& friction = rig.settings.friction;
  const bool has_friction = friction.mode != FrictionMode::off &&
                            friction.mode != FrictionMode::user && friction.static_coefficient > 0;
  if (std::isnan(curve.back().force))
    result.notes.emplace_back("Without a balance under the full force, no limit of friction.");
  else if (has_friction)
    add_slip(rig, test, curve.back(), result);
  else
    result.notes.emplace_back(
        "The contact has no friction with a static coefficient, so nothing is said of slip.");
  add_tilts(rig, test, result);
  return result;
}

}  // namespace condyle

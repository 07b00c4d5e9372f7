#include "lab/hip_test.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/long_work.h"
#include "condyle/error.h"
#include "engine/built_scene.h"
#include "engine/made_meshes.h"
#include "lab/cup_rim.h"
#include "lab/still_run.h"
#include "new_joint/cup_opening.h"
#include "world/scene_world.h"

namespace condyle {
namespace {

constexpr double k_no_figure = std::numeric_limits<double>::quiet_NaN();
constexpr double k_least_cup = 0.15;                // of a whole sphere
constexpr double k_edge_step = 0.5 * k_lab_degree;  // to which edge loading is found
constexpr double k_to_a_side = 5 * k_lab_degree;    // by which a cup opens to a side, at least
constexpr double k_push_aside = 1 * k_lab_degree;   // by which a load points to a side, at least

/// A side of the tested contact that is a cup.
struct Cup {
  bool casts = false;
  int body = -1, mesh = -1;
  std::shared_ptr<const ContactSurface> surface;
  CupRim rim;
  Pose X_WM = Pose::Identity();                       ///< of its mesh at time 0
  Eigen::Vector3d opening = Eigen::Vector3d::Zero();  ///< in the world
  bool is_left = false;
  std::string side_by;  ///< what says so
};

/// The largest loads, as a direction in which they press the cup on the ball.
Eigen::Vector3d pressing_load(const scene::Scene& scene, const TestedJoint& joint, int cup_body) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const scene::SceneBody& body = scene.bodies[joint.body];
  for (const scene::SceneLoad& load : scene.loads) {
    if (load.body != body.name) continue;
    const double factor = load.factor ? farthest_value(*load.factor) : 1;
    sum += factor * (load.in_body_frame ? body.X_WB.linear() * load.force : load.force);
  }
  return joint.body == cup_body ? sum : Eigen::Vector3d(-sum);
}

/// Decides of which side the hip is.
void find_side(Cup& cup, const scene::Scene& scene, const TestedJoint& joint,
               scene::HipSide asked) {
  const Eigen::Vector3d load = pressing_load(scene, joint, cup.body);
  if (asked != scene::HipSide::automatic) {
    cup.is_left = asked == scene::HipSide::left;
    cup.side_by = "as asked";
  } else if (std::abs(cup.opening.z()) > std::sin(k_to_a_side)) {
    cup.is_left = cup.opening.z() < 0;
    cup.side_by = "as its cup opens";
  } else if (std::abs(load.z()) > std::sin(k_push_aside) * load.norm()) {
    cup.is_left = load.z() < 0;
    cup.side_by = "as its load points, since its cup opens to neither side";
  } else {
    cup.side_by = "which neither its cup nor its load says; ask for a side (--side)";
  }
}

Cup find_cup(const scene::Scene& scene, const TestedJoint& joint, MadeMeshes& meshes) {
  const scene::SceneContact& contact = scene.contacts[joint.contact];
  const std::vector<BuiltBody> built = build_bodies(scene, &meshes);
  Cup best;
  BallFit ball;
  for (const bool casts : {true, false}) {
    const scene::MeshName& name = casts ? contact.casting : contact.target;
    const int body = body_index(scene, name.body);
    const int mesh = mesh_index(scene.bodies[body], name.mesh);
    const BallFit fit = fit_ball(*built[body].meshes[mesh].mesh, true);
    if (fit.coverage <= ball.coverage) continue;
    ball = fit;
    best = {.casts = casts,
            .body = body,
            .mesh = mesh,
            .surface = built[body].meshes[mesh].surface,
            .rim = {},
            .X_WM = pose_at_start(scene, body) * scene.bodies[body].meshes[mesh].X_BM};
  }
  if (ball.coverage < k_least_cup)
    throw InputError(fmt::format(
        "{}: contact '{}': neither side is a cup, {:.0f} % or more of a hollow sphere; the test of "
        "a hip needs one",
        scene.name, contact.name, 100 * k_least_cup));
  best.rim = find_cup_rim(*best.surface, ball);
  best.opening = best.X_WM.linear() * ball.facing.normalized();
  return best;
}

/// The scene with its cup opening that way: turned about the middle of its sphere, the short way.
scene::Scene with_cup(scene::Scene scene, const Cup& cup, double inclination, double version) {
  const Eigen::Vector3d wanted = cup_opening(inclination, version, cup.is_left);
  const Eigen::Vector3d centre_W = cup.X_WM * cup.rim.ball.centre;
  Pose turn = Pose::Identity();
  turn.linear() = Eigen::Quaterniond::FromTwoVectors(cup.opening, wanted).toRotationMatrix();
  turn.translation() = centre_W - turn.linear() * centre_W;
  scene::SceneMesh& mesh = scene.bodies[cup.body].meshes[cup.mesh];
  const Pose X_WB = cup.X_WM * mesh.X_BM.inverse();
  mesh.X_BM = X_WB.inverse() * turn * cup.X_WM;
  return scene;
}

/// A cup's contact at one angle and placement.
struct CupFigures {
  double force = k_no_figure, area = k_no_figure, peak = k_no_figure, to_rim = k_no_figure;
};

/// Pressure on the triangles of the cup.
const std::vector<double>& pressure_on(const Cup& cup, const ContactReport& report) {
  return cup.casts ? report.casting_map().pressure : report.target_map().pressure;
}

/// Finds the balances of a placement.
class PlacedCup {
 public:
  PlacedCup(const scene::Scene& scene, const TestedJoint& joint, const Cup& cup,
            std::vector<StillPoint> points)
      : scene_(scene), joint_(joint), cup_(cup), points_(std::move(points)) {}

  std::vector<CupFigures> place(double inclination, double version,
                                std::vector<std::string>& failed) {
    std::vector<CupFigures> figures;
    worst_ = 0;
    worst_pressure_.clear();
    run_still(
        with_cup(still_scene(scene_, joint_, points_), cup_, inclination, version), points_,
        [&](const StillPoint&, const SceneWorld* world) {
          CupFigures& found = figures.emplace_back();
          if (world == nullptr || !world->contacts()[joint_.contact].report) return;
          const ContactReport& report = *world->contacts()[joint_.contact].report;
          const ContactStatistics& total = report.result().total;
          found.force = total.contact_force.norm();
          found.area = total.contact_area;
          found.peak = total.max_pressure;
          const std::vector<double>& pressure = pressure_on(cup_, report);
          found.to_rim = distance_to_rim(cup_.rim, *cup_.surface, pressure);
          if (found.peak <= worst_) return;
          worst_ = found.peak;
          worst_pressure_ = pressure;
        },
        failed, meshes_);
    return figures;
  }

  /// The highest peak of the last placement [Pa], and the pressure on the cup's triangles then.
  double worst() const { return worst_; }
  const std::vector<double>& worst_pressure() const { return worst_pressure_; }

 private:
  const scene::Scene& scene_;
  const TestedJoint& joint_;
  const Cup& cup_;
  std::vector<StillPoint> points_;
  MadeMeshes meshes_;
  double worst_ = 0;
  std::vector<double> worst_pressure_;
};

/// How a cup bears at an inclination.
enum class CupState { free, at_edge, unbalanced };

CupState state_of(const CupFigures& figures) {
  if (std::isnan(figures.force)) return CupState::unbalanced;
  return figures.to_rim == 0 ? CupState::at_edge : CupState::free;
}

/// Where a cup that is free at a lesser inclination no longer is, and what it is there.
struct CupLimit {
  double inclination = 0;
  CupState state = CupState::free;
};

/// The least inclination between a free one and a greater one that is not free, and how it is.
CupLimit limit_between(PlacedCup& placed, std::size_t angle, double version, double free,
                       CupLimit limit) {
  while (limit.inclination - free > k_edge_step) {
    const double middle = (free + limit.inclination) / 2;
    std::vector<std::string> failed;
    const CupState state = state_of(placed.place(middle, version, failed)[angle]);
    if (state == CupState::free)
      free = middle;
    else
      limit = {middle, state};
  }
  return limit;
}

std::vector<double> in_radians(std::initializer_list<double> degrees) {
  std::vector<double> angles;
  for (const double degree : degrees) angles.push_back(degree * k_lab_degree);
  return angles;
}

/// What is said of the inclination at which the edge is loaded first, or the balance is lost, of
/// increasing ones.
std::vector<LabCell> edge_row(PlacedCup& placed, std::size_t angle, double version,
                              const std::vector<double>& inclinations,
                              const std::vector<std::vector<CupFigures>>& figures) {
  std::size_t first = 0;
  while (first < figures.size() && state_of(figures[first][angle]) == CupState::free) ++first;
  if (first == figures.size()) return {k_no_figure, "not reached"};
  const CupState found = state_of(figures[first][angle]);
  if (first == 0)
    return {k_no_figure, found == CupState::at_edge ? "reached at the first already"
                                                    : "no balance at the first already"};
  const CupLimit limit =
      limit_between(placed, angle, version, inclinations[first - 1], {inclinations[first], found});
  return {limit.inclination / k_lab_degree,
          limit.state == CupState::at_edge ? "reached" : "no balance from here on"};
}

std::string note_of(const scene::Scene& scene, const Cup& cup) {
  return fmt::format(
      "The cup is '{}/{}', a hollow sphere of {:.3f} mm radius. In the scene it opens at {:.0f} "
      "deg of inclination and {:.0f} of anteversion; it is turned from there the short way, with "
      "the loads of the scene at their largest. The hip is a {} one, {}.",
      scene.bodies[cup.body].name, scene.bodies[cup.body].meshes[cup.mesh].name,
      1e3 * cup.rim.ball.radius,
      std::atan2(std::abs(cup.opening.z()), -cup.opening.y()) / k_lab_degree,
      std::asin(cup.opening.x()) / k_lab_degree, cup.is_left ? "left" : "right", cup.side_by);
}

std::vector<LabCell> grid_row(double angle, double inclination, double version,
                              const CupFigures& at) {
  const CupState state = state_of(at);
  const char* edge = state == CupState::unbalanced ? "-"
                     : state == CupState::at_edge  ? "yes"
                                                   : "no";
  return {angle / k_lab_degree,   inclination / k_lab_degree,
          version / k_lab_degree, at.force,
          1e6 * at.area,          1e-6 * at.peak,
          1e3 * at.to_rim,        edge};
}

}  // namespace

LabResult test_hip(const scene::Scene& given, const HipTest& test) {
  const scene::Scene scene = with_chosen_sides(given);
  const TestedJoint joint = find_tested_joint(scene);
  std::vector<double> angles = test.angles;
  if (angles.empty() && joint.motion >= 0) angles = {joint.start};
  angles = tested_angles(scene, joint, angles, {});
  std::vector<double> inclinations =
      test.inclinations.empty() ? in_radians({30, 40, 50, 60, 70}) : test.inclinations;
  const std::vector<double> versions =
      test.versions.empty() ? in_radians({0, 10, 20, 30}) : test.versions;
  std::ranges::sort(inclinations);

  MadeMeshes meshes;
  Cup cup = find_cup(scene, joint, meshes);
  find_side(cup, scene, joint, test.side);
  LabResult result{"hip", scene.name, {note_of(scene, cup)}, {}};
  LabTable grid{"hip",
                "Contact over the cup's placement",
                {"angle [deg]", "inclination [deg]", "version [deg]", "force [N]", "area [mm^2]",
                 "peak pressure [MPa]", "patch to rim [mm]", "edge loading"},
                {},
                3};
  LabTable edge{"hip_edge",
                "Inclination at which the patch of contact reaches the rim, or the balance is lost",
                {"angle [deg]", "version [deg]", "inclination [deg]", "rim"},
                {}};
  PlacedCup placed(scene, joint, cup, points_at(joint.start, angles));
  double highest = 0;
  for (const double version : versions) {
    std::vector<std::vector<CupFigures>> figures;
    bool is_held = true;  // a cup that never holds the ball does not do so where it is steeper
    for (const double inclination : inclinations) {
      const WorkPart part(fmt::format("hip, inclination {:.0f}, version {:.0f}",
                                      inclination / k_lab_degree, version / k_lab_degree));
      std::vector<std::string> failed;
      figures.push_back(is_held ? placed.place(inclination, version, failed)
                                : std::vector<CupFigures>(angles.size()));
      is_held = is_held && std::ranges::any_of(figures.back(), [](const CupFigures& at) {
                  return state_of(at) != CupState::unbalanced;
                });
      for (const std::string& why : failed)
        result.notes.push_back(fmt::format("inclination {:.0f}, version {:.0f}{}: {}",
                                           inclination / k_lab_degree, version / k_lab_degree,
                                           is_held ? "" : ", and steeper", why));
      for (std::size_t i = 0; i < angles.size(); ++i)
        grid.rows.push_back(grid_row(angles[i], inclination, version, figures.back()[i]));
      if (!is_held || placed.worst() <= highest) continue;
      highest = placed.worst();
      result.maps = {
          {"hip_worst", cup.surface->mesh(), {{"pressure [Pa]", placed.worst_pressure()}}}};
    }
    const WorkPart part(fmt::format("hip, edge at version {:.0f}", version / k_lab_degree));
    for (std::size_t i = 0; i < angles.size(); ++i) {
      std::vector<LabCell> row = {angles[i] / k_lab_degree, version / k_lab_degree};
      for (LabCell& cell : edge_row(placed, i, version, inclinations, figures))
        row.push_back(std::move(cell));
      edge.rows.push_back(std::move(row));
    }
  }
  result.tables = {std::move(grid), std::move(edge)};
  return result;
}

}  // namespace condyle

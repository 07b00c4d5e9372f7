#include "world/readings.h"

#include <algorithm>
#include <numbers>

#include "world/bullet_joint.h"

namespace condyle {
namespace {

constexpr double k_degrees = 180 / std::numbers::pi;
constexpr double k_millimetres = 1e3;
constexpr double k_square_millimetres = 1e6;
constexpr double k_megapascals = 1e-6;

/// Height of a point above the plane of the casting mesh's first triangle.
double height_above(const WorldBody& body, const WorldMesh& mesh, const Eigen::Vector3d& p_W) {
  const Eigen::Vector3d p_M = (body.X_WB * mesh.X_BM).inverse() * p_W;
  return mesh.surface->normals()[0].dot(p_M - mesh.surface->centroids()[0]);
}

}  // namespace

const std::string k_ball_on_plane_text =
    "Sphere of radius R at rest, depth d in a plane layer that casts along its normal. Linear law: "
    "F = (M/h) pi d^2 (R - d/3), peak pressure M d/h; any law: F = 2 pi integral of p(x) (R - d + "
    "x) "
    "dx from 0 to d. Area pi (2 R d - d^2)";

void read_drives(const Scene& scene, const BulletScene& bullet, double clock, double load_factor,
                 std::vector<Reading>& readings) {
  std::size_t next = 0;
  const auto put = [&](const std::string& name, const char* suffix, const char* unit,
                       double value) {
    if (next == readings.size()) readings.push_back({name + suffix, unit, 0});
    readings[next++].value = value;
  };
  for (const SceneMotion& motion : scene.motions) {
    const double amount = value_at(motion.table, clock);
    put(motion.name, "", motion.rotation ? "deg" : "mm",
        amount * (motion.rotation ? k_degrees : k_millimetres));
  }
  for (std::size_t i = 0; i < scene.joints.size(); ++i) {
    if (!scene.joints[i].target_angle) continue;
    put(scene.joints[i].name, "", "deg", k_degrees * hinge_angle(*bullet.joints[i]));
  }
  for (const SceneLoad& load : scene.loads) {
    const double factor = load_factor * (load.factor ? value_at(*load.factor, clock) : 1);
    if (load.force.norm() > 0) put(load.name, "", "N", factor * load.force.norm());
    if (load.moment.norm() > 0) put(load.name, " moment", "N m", factor * load.moment.norm());
  }
}

double sphere_on_layer_force(const PressureLaw& law, double radius, double depth) {
  // Simpson's rule: exact for the linear law, whose integrand is quadratic.
  constexpr int intervals = 64;
  double sum = 0;
  for (int i = 0; i <= intervals; ++i) {
    const double d = depth * i / intervals;
    const double weight = (i == 0 || i == intervals) ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * evaluate(law, d).pressure * (radius - depth + d);
  }
  return 2 * std::numbers::pi * sum * depth / (3 * intervals);
}

double sphere_on_layer_depth(const PressureLaw& law, double radius, double force) {
  double low = 0, high = std::min(radius, largest_proximity(law));
  for (int i = 0; i < 60; ++i) {  // halves the interval to the last bit
    const double middle = (low + high) / 2;
    (sphere_on_layer_force(law, radius, middle) < force ? low : high) = middle;
  }
  return (low + high) / 2;
}

void read_ball_on_plane(const Scene& scene, std::span<const WorldBody> bodies,
                        std::span<const WorldContact> contacts, double force,
                        std::vector<ClosedFormReading>& readings) {
  const BallOnPlane& closed_form = *scene.ball_on_plane;
  const WorldContact& contact = *std::find_if(contacts.begin(), contacts.end(), [&](const auto& c) {
    return c.name == closed_form.contact;
  });
  const WorldBody& plane = bodies[contact.casting.body];
  const WorldBody& ball = bodies[body_index(scene, closed_form.ball)];

  const PressureLaw law =
      make_pressure_law(contact.casting_layer, contact.target_layer, contact.settings);
  const double radius = closed_form.radius;
  const double depth = sphere_on_layer_depth(law, radius, force);
  const ContactStatistics total =
      contact.report ? contact.report->result().total : ContactStatistics{};
  const double height =
      height_above(plane, plane.meshes[contact.casting.mesh], ball.X_WB.translation());
  if (readings.empty()) {
    readings = {{"depth", "mm"}, {"force", "N"}, {"peak pressure", "MPa"}, {"area", "mm2"}};
  }
  const auto set = [&](std::size_t i, double unit, double measured, double expected) {
    readings[i].measured = unit * measured;
    readings[i].expected = unit * expected;
  };
  set(0, k_millimetres, std::max(0.0, radius - height), depth);
  set(1, 1, total.contact_force.norm(), force);
  set(2, k_megapascals, total.max_pressure, evaluate(law, depth).pressure);
  set(3, k_square_millimetres, total.contact_area, std::numbers::pi * (2 * radius - depth) * depth);
}

}  // namespace condyle

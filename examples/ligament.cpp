// A ligament between two bones, straight and wrapped over a cylinder, without an engine.
//
// The tibia moves down, away from the femur. For each position, prints the length, strain and
// tension of a straight strand and of one that passes over a round condyle of the femur. For the
// wrapped strand it also prints the closed form of the length (two straight pieces tangent to the
// circle, and the arc between them) and the force on the tibia.

#include <condyle/condyle.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>

using namespace condyle;

int main() {
  enum { k_femur, k_tibia };  // indices into the poses of the bones
  const ligament::Strand strand{.name = "MCL", .linear_stiffness = 2500, .slack_length = 0.080};
  const double radius = 0.020, x = 0.008, z_femur = 0.040;  // [m]

  ligament::StrandPath straight;
  straight.points = {{.body = k_femur, .p_B = {x, 0, z_femur}},
                     {.body = k_tibia, .p_B = {x, 0, 0}}};
  ligament::StrandPath wrapped = straight;
  ligament::PathObstacle round_end;
  round_end.name = "condyle";
  round_end.body = k_femur;
  round_end.shape = geometry::Cylinder{radius, 0.015};
  round_end.X_BS = Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitX());  // axis: y
  wrapped.obstacles = {round_end};
  require_valid(wrapped, 2, strand.name);  // throws InputError; 2 bodies

  // For an end at height z: the length of its straight piece, and the angle of arc from the point
  // where that piece touches the circle to the x axis.
  const auto tangent = [&](double z) { return std::sqrt(x * x + z * z - radius * radius); };
  const auto angle = [&](double z) { return std::atan2(z, x) - std::atan2(tangent(z), radius); };

  std::printf(
      "          straight                    wrapped                                tibia\n");
  std::printf(
      "tibia z   length  strain  tension     length  closed form  strain  tension   force z\n");
  std::printf(
      "   [mm]     [mm]             [N]       [mm]         [mm]              [N]       [N]\n");
  ligament::PathMemory straight_memory,
      wrapped_memory;  // carried over from one pose to the next
  ligament::TracedPath traced;
  std::vector<Wrench> pulls;
  for (const double z : {-0.030, -0.035, -0.040, -0.045}) {
    const std::array<Pose, 2> X_WB{Pose::Identity(), Pose(Eigen::Translation3d(0, 0, z))};

    trace(straight, X_WB, {}, straight_memory, traced);
    const ligament::StrandForce plain = evaluate(strand, traced.length, traced.lengthening_speed);
    std::printf("%7.1f %8.3f %7.4f %8.2f", z * 1e3, traced.length * 1e3, plain.strain,
                plain.total_force);

    trace(wrapped, X_WB, {}, wrapped_memory, traced);
    const ligament::StrandForce over = evaluate(strand, traced.length, traced.lengthening_speed);
    wrenches(traced, over.total_force, pulls);  // one for each body of the path
    const double closed = tangent(z_femur) + tangent(-z) + radius * (angle(z_femur) + angle(-z));
    std::printf("   %8.3f %12.3f %7.4f %8.2f %9.2f\n", traced.length * 1e3, closed * 1e3,
                over.strain, over.total_force, pulls[k_tibia].force.z());
  }
}

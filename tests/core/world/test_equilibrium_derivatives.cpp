#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "condyle/ligament/strand_path.h"
#include "condyle/mesh/primitives.h"
#include "condyle/world/equilibrium_derivatives.h"
#include "core/world/small_bodies.h"

namespace condyle::test::equilibrium_derivative_tests {
namespace {

using Eigen::Vector3d;
using Kind = EquilibriumParameter::Kind;

/// What can be changed of the world below.
struct Values {
  double modulus = 5e6, thickness = 0.004;
  Vector6 foot = Vector6::Zero();  ///< turn and shift of the first foot, small
  double slack = 0.09, stiffness = 800;
  Vector6 load = (Vector6() << 0.1, -0.2, 0.05, 2, 3, -40).finished();
  double angle = 0.02;
};

/// A stool on three feet, which two strands pull sideways and a joint keeps from turning. The
/// surfaces are smooth: feet cast on a half space.
struct Stool {
  explicit Stool(const Values& values) : world({.tolerance = 1e-10}) {
    const int ground = world.add_fixed(Pose::Identity());
    const int stool = world.add_free(at(0, 0, 0.0098), 0.1, "stool");
    const Layer layer{5e6, 0.4, 0.003};
    const ColliderId floor = world.session().add_collider(
        ground, std::make_shared<ContactSurface>(geometry::HalfSpace{}, TriangleMesh{}, layer));
    const Layer of_foot{values.modulus, 0.4, values.thickness};
    const std::vector<Vector3d> feet{{0.1, 0, 0}, {-0.05, 0.08, 0}, {-0.05, -0.08, 0}};
    for (std::size_t i = 0; i < feet.size(); ++i) {
      Pose X_BS(Eigen::Translation3d{feet[i]});
      if (i == 0) {
        X_BS.translation() += values.foot.tail<3>();
        if (const double turn = values.foot.head<3>().norm(); turn > 0)
          X_BS.linear() = Eigen::AngleAxisd(turn, values.foot.head<3>() / turn).toRotationMatrix();
      }
      const auto surface = std::make_shared<ContactSurface>(
          mesh::make_ellipsoid({0.01, 0.012, 0.0105}, 5), i == 0 ? of_foot : layer);
      const ColliderId id = world.session().add_collider(stool, surface, X_BS);
      if (i == 0) foot = id;
      world.session().set_contact(id, floor, {}, {}, CastingSide::first);
    }
    ligament::Strand material;
    material.name = "strand";
    material.linear_stiffness = values.stiffness;
    material.slack_length = values.slack;
    for (const double side : {-1.0, 1.0}) {
      ligament::StrandPath path;
      path.points = {{.body = 0, .p_B = {-0.1, 0.12 * side, 0.1}},
                     {.body = 1, .p_B = {0, 0.03 * side, 0.05}}};
      const StrandId id = world.session().add_strand(material, std::vector{ground, stool}, path);
      if (side < 0) strand = id;
      material.slack_length = 0.1;
      material.linear_stiffness = 700;
    }
    load = world.add_load({.body = stool,
                           .p_B = {0.01, 0.02, 0.06},
                           .force = values.load.tail<3>(),
                           .moment = values.load.head<3>()});
    CoordinateJoint upright{.name = "upright", .body_a = ground, .body_b = stool};
    upright.held[2] = values.angle;
    joint = world.add_joint(upright);
    world.solve();
  }

  /// Poses, forces of pairs, tensions and the joint's forces.
  Eigen::VectorXd figures() const {
    Eigen::VectorXd all(3 + 9 + 2 + 6);
    const Session& session = world.session();
    all.head<3>() = world.pose(1).translation();
    for (Eigen::Index i = 0; i < 3; ++i)
      all.segment<3>(3 + 3 * i) = session.pairs()[static_cast<std::size_t>(i)].F_casting_W.force;
    all[12] = session.strands()[0].force.total_force;
    all[13] = session.strands()[1].force.total_force;
    all.tail<6>() = world.joint_forces(joint);
    return all;
  }
  /// The same of derivatives.
  static Eigen::VectorXd figures(const EquilibriumDerivatives& by, Eigen::Index parameter) {
    Eigen::VectorXd all(3 + 9 + 2 + 6);
    all << by.poses.col(parameter).segment<3>(9), by.pair_forces.col(parameter),
        by.tensions.col(parameter), by.joint_forces.col(parameter);
    return all;
  }

  Equilibrium world;
  ColliderId foot;
  StrandId strand;
  int load = 0, joint = 0;
};

/// The size of each figure, against which its errors are measured.
Eigen::VectorXd sizes() {
  Eigen::VectorXd all(20);
  all << Vector3d::Constant(1e-3), Eigen::VectorXd::Constant(9, 10), 10, 10,
      Vector6::Constant(1).eval();
  return all;
}

}  // namespace

TEST_CASE("derivatives: those of an equilibrium are those of equilibria solved anew",
          "[world][derivatives]") {
  const Stool stool({});
  struct Case {
    EquilibriumParameter by;
    double step;  ///< of the differences between equilibria
    std::function<void(Values&, double)> change;
  };
  std::vector<Case> cases{
      {{Kind::modulus, stool.foot.value},
       1e-4,
       [](Values& v, double by) { v.modulus *= std::exp(by); }},
      {{Kind::thickness, stool.foot.value},
       1e-4,
       [](Values& v, double by) { v.thickness *= std::exp(by); }},
      {{Kind::slack_length, stool.strand.value}, 1e-6, [](Values& v, double by) { v.slack += by; }},
      {{Kind::stiffness, stool.strand.value},
       1e-4,
       [](Values& v, double by) { v.stiffness *= std::exp(by); }},
      {{Kind::held_coordinate, stool.joint, 2}, 1e-5, [](Values& v, double by) { v.angle += by; }}};
  for (int k = 0; k < 6; ++k) {
    cases.push_back({{Kind::placement, stool.foot.value, k},
                     k < 3 ? 1e-4 : 1e-6,
                     [k](Values& v, double by) { v.foot[k] += by; }});
    cases.push_back({{Kind::load, stool.load, k}, k < 3 ? 1e-5 : 1e-4, [k](Values& v, double by) {
                       v.load[k] += by;
                     }});
  }
  std::vector<EquilibriumParameter> parameters;
  for (const Case& each : cases) parameters.push_back(each.by);
  const EquilibriumDerivatives derivatives = differentiate(stool.world, parameters);
  CHECK(derivatives.neutral_motions == 0);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Values more, less;
    cases[i].change(more, cases[i].step);
    cases[i].change(less, -cases[i].step);
    const Eigen::VectorXd difference =
        (Stool(more).figures() - Stool(less).figures()) / (2 * cases[i].step);
    const Eigen::VectorXd derivative = Stool::figures(derivatives, static_cast<Eigen::Index>(i));
    const Eigen::VectorXd scale = sizes();
    const double size = difference.cwiseQuotient(scale).norm();
    CAPTURE(i, static_cast<int>(cases[i].by.kind), cases[i].by.component, size);
    // Equilibria are balanced to 1e-10 of 40 N: of a derivative that is nearly 0, differences show
    // no more.
    CHECK((derivative - difference).cwiseQuotient(scale).norm() <= 1e-5 * size + 5e-7);
  }
}

TEST_CASE("derivatives: the softened peak is below the peak and nears it", "[world][derivatives]") {
  const Stool stool({});
  double before = 0;
  for (const double power : {4.0, 16.0, 64.0, 256.0}) {
    const double soft = differentiate(stool.world, {}, {.peak_power = power}).present_soft_peaks[0];
    const double peak = stool.world.session().pairs()[0].result().total.max_pressure;
    CHECK(soft > before);
    CHECK(soft < peak);
    if (power > 200) CHECK(soft > 0.97 * peak);
    before = soft;
  }
}

TEST_CASE("derivatives: what does not exist is refused", "[world][derivatives]") {
  const Stool stool({});
  const auto by = [&](EquilibriumParameter parameter) {
    return differentiate(stool.world, std::vector{parameter});
  };
  CHECK_THROWS_AS(by({Kind::modulus, 99}), InputError);
  CHECK_THROWS_AS(by({Kind::slack_length, 99}), InputError);
  CHECK_THROWS_AS(by({Kind::load, 3}), InputError);
  CHECK_THROWS_AS(by({Kind::load, 0, 6}), InputError);
  CHECK_THROWS_AS(by({Kind::held_coordinate, 0, 1}), InputError);
}

TEST_CASE("derivatives: none without the equilibrium of what is there", "[world][derivatives]") {
  Stool stool({});
  const auto memory = stool.world.save();
  SECTION("restored") { stool.world.restore(*memory); }
  SECTION("another load") { stool.world.set_load(stool.load, stool.world.load(stool.load)); }
  SECTION("another joint") { stool.world.set_joint(stool.joint, stool.world.joint(stool.joint)); }
  SECTION("a fixed body elsewhere") { stool.world.put(0, stool.world.pose(0)); }
  CHECK_THROWS_AS(differentiate(stool.world, {}), InputError);
  stool.world.solve();
  CHECK(differentiate(stool.world, {}).neutral_motions == 0);
}

TEST_CASE("derivatives: what is held twice is no motion", "[world][derivatives]") {
  Stool stool({});
  CoordinateJoint again = stool.world.joint(stool.joint);
  stool.world.add_joint(again);
  stool.world.solve();
  CHECK(differentiate(stool.world, {}).neutral_motions == 0);
}

}  // namespace condyle::test::equilibrium_derivative_tests

#include <catch2/catch.hpp>

#include "condyle/mesh/primitives.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/elastic_layer.h"
#include "core/src/contact/linearised/linearised_contact.h"
#include "support/eigenvalues.h"

// Forces inside a step of the solver equal those of ContactPair, and their derivatives are right.

namespace condyle::test::linearised_contact_tests {
namespace {

using Eigen::Vector3d;

// Short, because the rotations of a step count as infinitesimal (an error of w dt / 2 of the slope)
// and damping is taken at the end of the step.
constexpr double k_dt = 1e-5;
constexpr double k_reach = 2e-4;

Vector3d vector_of(double x, double y, double z) { return {x, y, z}; }

/// A moving body: its centre of mass, and its velocity (angular, linear) at the end of the step.
struct Body {
  Vector3d p_W = Vector3d::Zero();
  Vector6 velocity = Vector6::Zero();
  double inverse_mass = 0;
};

StepMotion motion_of(const Body& body, double dt) {
  StepMotion motion;
  motion.p_W = body.p_W;
  motion.velocity = {body.velocity.head<3>(), body.velocity.tail<3>()};
  motion.shift = dt * body.velocity.tail<3>();
  motion.rotation = rotation_by(dt * body.velocity.head<3>());
  motion.inverse_mass = body.inverse_mass;
  return motion;
}

/// The sides of every rig, which share the set-up of an elastic layer.
const std::shared_ptr<const ContactSurface>& ball() {
  static const auto surface =
      std::make_shared<const ContactSurface>(mesh::make_icosphere(0.03, 4), Layer{5e6, 0.4, 0.004});
  return surface;
}
const std::shared_ptr<const ContactSurface>& block() {
  static const auto surface = std::make_shared<const ContactSurface>(
      mesh::make_box({0.1, 0.08, 0.04}, {9, 7, 5}), Layer{2e6, 0.3, 0.006});
  return surface;
}

/// A ball pressed obliquely on a block. Both move, and both have their centre of mass off the mesh.
struct Rig {
  explicit Rig(const ContactSettings& settings) : pair(ball(), block(), settings) {
    X_WC.linear() = rotation_by({0.4, -0.3, 0.2});
    X_WC.translation() = vector_of(0.31, 0.205, 0.0484);
    X_WT.linear() = rotation_by({0, 0, 0.5});
    X_WT.translation() = vector_of(0.3, 0.2, 0);
    C.p_W = X_WC * vector_of(0.004, -0.01, 0.007);
    T.p_W = X_WT * vector_of(-0.02, 0.03, -0.01);
    C.inverse_mass = 3;
    T.inverse_mass = 1.2;
    C.velocity << 0.3, -0.2, 0.5, 0.02, 0.013, -0.03;
    T.velocity << -0.1, 0.4, 0.2, -0.005, 0.004, 0.01;
    linearise({});
  }

  void linearise(std::span<const Bristle> bristles) {
    const Pose& X_CT = linearised.place(motion_of(C, 0), motion_of(T, 0), 0, X_WC, X_WT);
    hits = pair.evaluator().find_hits(X_CT, k_reach);
    const ElasticLayer* const layer = pair.evaluator().elastic_layer();
    linearised.linearise(pair.evaluator().surfaces(), hits,
                         layer ? std::max(k_reach, layer->reach(hits)) : k_reach, bristles);
  }

  PairForces evaluate(double dt, Linearisation linearisation) {
    PairForces forces;
    linearised.evaluate(motion_of(C, dt), motion_of(T, dt), dt, linearisation, forces);
    return forces;
  }

  /// Minus the derivative of dt times the force by both bodies' velocities, by central differences.
  PairForces::Matrix12 differences(double step) {
    PairForces::Matrix12 slope;
    for (int j = 0; j < 12; ++j) {
      double& u = (j < 6 ? C : T).velocity[j % 6];
      const double before = u;
      u = before + step;
      const PairForces::Vector12 up = evaluate(k_dt, Linearisation::none).force;
      u = before - step;
      const PairForces::Vector12 down = evaluate(k_dt, Linearisation::none).force;
      u = before;
      slope.col(j) = -k_dt * (up - down) / (2 * step);
    }
    return slope;
  }

  ContactPair pair;
  Pose X_WC, X_WT;
  Body C, T;
  std::span<const ProximityHit> hits;
  LinearisedContact linearised;
};

/// Compares block by block, since moments are far smaller than forces.
void check_by_blocks(const PairForces::Matrix12& slope, const PairForces::Matrix12& right) {
  for (int i = 0; i < 12; i += 3)
    for (int j = 0; j < 12; j += 3) {
      CAPTURE(i, j);
      const Eigen::Matrix3d block = right.block<3, 3>(i, j);
      CHECK((slope.block<3, 3>(i, j) - block).norm() < 1e-4 * block.norm());
    }
}

/// Bristles of the triangles of a rig: half of them stretched to a third of their limit, the other
/// half to three times their limit.
std::vector<Bristle> some_bristles(Rig& rig, double reach) {
  const Pose X_TC = rig.X_WT.inverse() * rig.X_WC;
  const ContactSurface& casting = rig.pair.casting();
  const double k =
      bristle_stiffness(casting.layer(0), rig.pair.target().layer(0), rig.pair.settings());
  const auto hits = rig.pair.evaluator().find_hits(X_TC.inverse(), reach);
  std::vector<Bristle> bristles;
  for (const ProximityHit& hit : hits) {
    const int c = hit.casting_triangle;
    const double pressure =
        evaluate(rig.pair.evaluator().surfaces().law(c, hit.target_triangle), hit.proximity)
            .pressure;
    const double most = rig.pair.settings().friction.static_coefficient * pressure / k;
    const Vector3d n = casting.normals()[c];
    const Vector3d along = n.cross(Vector3d(1, 0.1 * (c % 7), 0.5)).normalized();
    const Vector3d foot = casting.centroids()[c] - (c % 2 == 0 ? 1.0 / 3 : 3.0) * most * along;
    // A bristle that slipped before is not assumed to stick at first.
    bristles.push_back({c, X_TC * foot, Vector3d::Zero(), c % 2 == 0 ? 0.0 : 1e-3});
  }
  return bristles;
}

ContactSettings settings_of(Formulation formulation, double dissipation, double friction) {
  ContactSettings settings;
  settings.formulation = formulation;
  settings.lumped = false;
  settings.dissipation = dissipation;
  settings.friction = {friction, friction, 1, 2};  // rises with speed throughout
  return settings;
}

/// Checks that the forces at the start of a step are those of the pair.
void check_start(Rig& rig) {
  const PairForces linearised = rig.evaluate(0, Linearisation::none);

  const Pose X_CW = rig.X_WC.inverse();
  const auto velocity_at_C = [&rig](const Body& body) -> Vector3d {
    const Vector3d arm = rig.X_WC.translation() - body.p_W;
    return body.velocity.tail<3>() + Vector3d(body.velocity.head<3>()).cross(arm);
  };
  const Twist V_TC_C{X_CW.linear() * (rig.C.velocity.head<3>() - rig.T.velocity.head<3>()),
                     X_CW.linear() * (velocity_at_C(rig.C) - velocity_at_C(rig.T))};
  const ContactResult& result = rig.pair.evaluate(X_CW * rig.X_WT, V_TC_C);
  REQUIRE(result.total.n_contacting > 100);
  const Vector3d force = rig.X_WC.linear() * result.F_casting_C.force;
  const Vector3d moment = rig.X_WC.linear() * result.F_casting_C.moment;  // about C's origin
  const auto moment_about = [&](const Vector3d& p) -> Vector3d {
    return moment + (rig.X_WC.translation() - p).cross(force);
  };
  PairForces::Vector12 expected;
  expected << moment_about(rig.C.p_W), force, -moment_about(rig.T.p_W), -force;
  CHECK((linearised.force - expected).norm() < 1e-11 * expected.norm());
}

}  // namespace

TEST_CASE("a linearised contact presses at its start as the pair does", "[session][linearised]") {
  const auto formulation =
      GENERATE(Formulation::linear, Formulation::nonlinear, Formulation::elastic_layer);
  Rig rig(settings_of(formulation, 0.7, 0.4));
  check_start(rig);
}

TEST_CASE("the slope of a linearised contact is its force's derivative", "[session][linearised]") {
  const auto formulation =
      GENERATE(Formulation::linear, Formulation::nonlinear, Formulation::elastic_layer);
  const double dissipation = GENERATE(0., 0.7);
  const double friction = GENERATE(0., 0.4);
  CAPTURE(dissipation, friction);
  Rig rig(settings_of(formulation, dissipation, friction));
  const PairForces exact = rig.evaluate(k_dt, Linearisation::exact);
  const PairForces::Matrix12 differences = rig.differences(1e-3);
  check_by_blocks(exact.slope, differences);
}

TEST_CASE("the slope of friction that falls with speed is its force's derivative",
          "[session][linearised]") {
  ContactSettings settings = settings_of(Formulation::linear, 0, 0.4);
  settings.friction = {0.4, 0.1, 1e-3, 0.2};  // the rig slips at some 0.05 m/s
  Rig rig(settings);
  const PairForces exact = rig.evaluate(k_dt, Linearisation::exact);
  check_by_blocks(exact.slope, rig.differences(1e-4));
}

TEST_CASE("the slope of a linearised contact that holds and slips is its force's derivative",
          "[session][linearised][stiction]") {
  const auto formulation = GENERATE(Formulation::linear, Formulation::nonlinear);
  const double dissipation = GENERATE(0., 0.7);
  ContactSettings settings = settings_of(formulation, dissipation, 0.4);
  settings.friction.mode = FrictionMode::stiction;
  Rig rig(settings);
  rig.linearise(some_bristles(rig, k_reach));
  const PairForces exact = rig.evaluate(k_dt, Linearisation::exact);
  check_by_blocks(exact.slope, rig.differences(1e-3));

  const PairForces::Matrix12 safe = rig.evaluate(k_dt, Linearisation::safe).slope;
  CHECK((safe - safe.transpose()).norm() < 1e-12 * safe.norm());
  const Eigen::VectorXd eigenvalues = eigenvalues_of(safe);
  CHECK(eigenvalues.minCoeff() > -1e-12 * safe.norm());
}

TEST_CASE("by each law a linearised contact has the pair's force at its start, and true slopes",
          "[session][linearised][law]") {
  const NormalLaw law = GENERATE(
      NormalLaw{.kind = NormalLawKind::volume, .exponent = 1.3, .damping = 1e6},
      NormalLaw{.kind = NormalLawKind::impact, .stiffness = 1e7, .damping = 400},
      NormalLaw{.kind = NormalLawKind::poisson,
                .acting = Acting::deepest_point,
                .stiffness = 1e7,
                .restitution = 0.5,
                .transition_speed = 0.5},
      NormalLaw{.kind = NormalLawKind::hertz, .radius = 0.03},
      NormalLaw{
          .kind = NormalLawKind::hunt_crossley, .acting = Acting::triangles, .stiffness = 1e10});
  const double friction = GENERATE(0., 0.4);
  CAPTURE(static_cast<int>(law.kind), friction);
  ContactSettings settings = settings_of(Formulation::linear, 0.7, friction);
  settings.normal = law;
  Rig rig(settings);
  check_start(rig);
  check_by_blocks(rig.evaluate(k_dt, Linearisation::exact).slope, rig.differences(1e-3));
  const PairForces::Matrix12 safe = rig.evaluate(k_dt, Linearisation::safe).slope;
  CHECK((safe - safe.transpose()).norm() < 1e-12 * safe.norm());
}

TEST_CASE("what a linearised contact holds on to carries over to the next one",
          "[session][linearised][stiction]") {
  ContactSettings settings = settings_of(Formulation::linear, 0, 0.4);
  settings.friction.mode = FrictionMode::stiction;
  Rig rig(settings);
  rig.linearise(some_bristles(rig, k_reach));
  const PairForces::Vector12 force = rig.evaluate(0, Linearisation::none).force;
  std::vector<Bristle> kept;
  rig.linearised.keep_bristles(kept);
  REQUIRE(kept.size() > 100);
  rig.linearise(kept);  // at the limit already: the force is unchanged without further slip
  CHECK((rig.evaluate(0, Linearisation::none).force - force).norm() < 1e-11 * force.norm());
}

TEST_CASE("a contact that is held back gives no more than it may, and shows what acts",
          "[session][linearised]") {
  const Formulation formulation =
      GENERATE(Formulation::linear, Formulation::nonlinear, Formulation::elastic_layer);
  ContactSettings settings = settings_of(formulation, 0.3, 0.4);
  settings.friction.mode = GENERATE(FrictionMode::on, FrictionMode::stiction);
  CAPTURE(static_cast<int>(formulation), static_cast<int>(settings.friction.mode));
  Rig rig(settings);
  const Vector6 whole = rig.evaluate(k_dt, Linearisation::none).force.head<6>();
  const double stored = rig.linearised.elastic_where_found();
  for (const double part : {0.3, 1e-3, 0.}) {
    rig.linearised.press_by(rig.linearised.part_that_gives(part * stored));
    const Vector6 acting = rig.evaluate(k_dt, Linearisation::none).force.head<6>();
    CHECK(acting.norm() < 0.99 * whole.norm());
    CHECK(-rig.linearised.work_at_end(k_dt).pressure <= part * stored + 1e-12 * stored);
    std::vector<ContactBlock> reported(rig.linearised.place_count());
    std::vector<ReportedPlace> places;
    rig.linearised.report(reported);
    rig.linearised.list_places(rig.pair.casting(), rig.hits, places);
    Vector3d shown = Vector3d::Zero();
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (places[i].place < 0) continue;
      const auto c = static_cast<std::size_t>(rig.hits[i].casting_triangle);
      const ContactBlock& of = reported[static_cast<std::size_t>(places[i].place) / 64];
      const int at = places[i].place % 64;
      shown +=
          rig.pair.casting().areas()[c] *
          (vector_at(of.traction, at) - of.pressure[at] * vector_at(of.gradient, at).tail<3>());
    }
    CHECK((rig.X_WC.linear() * shown - acting.tail<3>()).norm() < 1e-12 * whole.norm());
  }
}

TEST_CASE("a contact that has gone stores nothing, whatever a user's law stored",
          "[session][linearised]") {
  UserNormalLaw spring{"spring", [](const condyle_normal_input* in, condyle_normal_force* out) {
                         for (int i = 0; i < in->count; ++i) {
                           out[i].force = 1e6 * in->touch[i].depth;
                           out[i].energy = 0.5 * in->touch[i].depth * out[i].force;
                         }
                         return 0;
                       }};
  spring.gives_slopes = false;
  ContactSettings settings;
  settings.normal.kind = NormalLawKind::user;
  settings.normal.user = std::make_shared<const UserNormalLaw>(spring);
  Rig rig(settings);
  rig.evaluate(k_dt, Linearisation::none);
  CHECK(rig.linearised.work_at_end(k_dt).layers > 0);
  rig.X_WC.translation().z() += 0.1;
  rig.linearise({});
  rig.evaluate(k_dt, Linearisation::none);
  CHECK(rig.linearised.is_empty());
  CHECK(rig.linearised.work_at_end(k_dt).layers == 0);
}

TEST_CASE("forces do not depend on whether their slope is asked for", "[session][linearised]") {
  Rig rig(settings_of(Formulation::linear, 0.7, 0.4));
  const auto force = rig.evaluate(k_dt, Linearisation::none).force;
  CHECK(force == rig.evaluate(k_dt, Linearisation::exact).force);
  CHECK(force == rig.evaluate(k_dt, Linearisation::safe).force);
}

TEST_CASE("the safe slope is symmetric and never negative", "[session][linearised]") {
  Rig rig(settings_of(Formulation::linear, 0.7, 0.4));
  const PairForces::Matrix12 slope = rig.evaluate(k_dt, Linearisation::safe).slope;
  const double size = slope.norm();
  CHECK((slope - slope.transpose()).norm() < 1e-12 * size);
  const Eigen::VectorXd eigenvalues = eigenvalues_of(slope);
  CHECK(eigenvalues.minCoeff() > -1e-12 * size);
}

TEST_CASE(
    "a step refuses an elastic layer of more nodes than it can solve for, and says what to do",
    "[session][linearised][elastic_layer]") {
  const auto linearise = [](int cells) {
    ContactSettings settings = settings_of(Formulation::elastic_layer, 0, 0);
    settings.node_spacing = 1e-6;  // nearly every triangle is a node
    ContactPair pair(
        std::make_shared<ContactSurface>(mesh::make_plane_grid(0.02, 0.02, cells, cells),
                                         Layer{5e6, 0.3, 0.004}, "pad"),
        std::make_shared<ContactSurface>(mesh::make_box({0.1, 0.1, 0.1}, {2, 2, 2}), rigid_layer(),
                                         "block"),
        settings);
    Pose X_CT = Pose::Identity();
    X_CT.translation().z() = 0.0499;
    LinearisedContact linearised;
    const auto hits = pair.evaluator().find_hits(
        linearised.place(motion_of({}, 0), motion_of({}, 0), 0, Pose::Identity(), X_CT), k_reach);
    linearised.linearise(pair.evaluator().surfaces(), hits, k_reach, {});
  };
  CHECK_NOTHROW(linearise(20));
  CHECK_THROWS_WITH(linearise(70), Catch::Contains("pad on block: ") &&
                                       Catch::Contains("at most 5000") &&
                                       Catch::Contains("node_spacing of 0.00029 m"));
}

}  // namespace condyle::test::linearised_contact_tests

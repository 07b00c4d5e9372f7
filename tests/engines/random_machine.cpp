#include "engines/random_machine.h"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <utility>

#include "core/src/contact/laws/law_description.h"
#include "support/odd_shapes.h"

namespace condyle::test {

using Eigen::Vector3d;

const char* name(MachineDrive drive) {
  constexpr const char* k_names[] = {"paddle", "turntable", "strand"};
  return k_names[static_cast<int>(drive)];
}

RandomMachine::RandomMachine(MachineDrive drive_, unsigned seed)
    : RandomDraws(seed * 3 + static_cast<unsigned>(drive_)), drive(drive_) {
  make();
}

RandomMachine::RandomMachine(MachineDrive drive_, std::span<const std::uint8_t> bytes)
    : RandomDraws(bytes), drive(drive_), is_small_(true) {
  make();
}

void RandomMachine::make() {
  constexpr double k_rates[] = {30, 60, 120, 240, 1000};
  const double rate = k_rates[pick(is_small_ ? 4 : 5)];
  dt = 1 / rate;
  has_gravity = pick(2) == 0;
  description_ =
      fmt::format("{}, {} Hz, {}", name(drive), rate, has_gravity ? "gravity" : "no gravity");
  TrialScene scene;
  if (!has_gravity) scene.gravity.setZero();
  // So far apart that no shapes touch in any orientation.
  const std::array<Vector3d, 4> places{Vector3d(-0.05, 0, 0), Vector3d(0.05, 0, 0),
                                       Vector3d(0, 0.1, 0), Vector3d(0, -0.1, 0)};
  free_bodies = (drive == MachineDrive::strand ? 2 : 1) + pick(3);
  for (int i = 0; i < free_bodies; ++i) scene.bodies.push_back(draw_body(places[i]));
  if (drive == MachineDrive::strand)
    scene.strands.push_back(draw_strand(scene));
  else
    scene.bodies.push_back(draw_plate());
  world = std::make_unique<TrialWorld>(std::move(scene));
  const ContactSettings contact = draw_contact(draw_law(), description_);
  const bool both = pick(2) == 0;
  description_ += both ? ", both cast" : ", the first casts";
  const int count = static_cast<int>(world->scene().bodies.size());
  for (int a = 0; a < count; ++a)
    for (int b = a + 1; b < count; ++b)
      world->session().set_contact(world->collider(a), world->collider(b), contact, {},
                                   both ? CastingSide::both : CastingSide::first);
}

/// Its inertia is the same about all axes, so that it tumbles freely without torque.
TrialBody RandomMachine::draw_body(const Vector3d& place) {
  int which = pick(k_odd_shapes);
  if (which == k_open_shell) which = 0;
  const OddShape shape = odd_shape(which, is_small_);
  const double mass = decades(0.01, 100);
  const Layer layer = draw_layer();
  TrialBody body{std::make_shared<const ContactSurface>(shape.mesh, layer), mass,
                 inertia_of_ball(mass, shape.size.maxCoeff() / 2)};
  const double angle = between(0, 2 * M_PI);
  body.X_WB.linear() = Eigen::AngleAxisd(angle, vector().normalized()).toRotationMatrix();
  body.X_WB.translation() = place;
  body.velocity.linear = 0.2 * vector();
  body.velocity.linear -= between(0.3, 2) * place.normalized();
  if (drive == MachineDrive::turntable) body.velocity.linear.z() -= 0.5;
  body.velocity.angular = 3 * vector();
  description_ += fmt::format("; shape {} of {:.3g} kg, layer {:.2g} Pa, {:.2g} m", which, mass,
                              layer.elastic_modulus, layer.thickness);
  return body;
}

/// A paddle, or a plate that turns about its normal or, without gravity, about its middle line.
TrialBody RandomMachine::draw_plate() {
  const bool is_paddle = drive == MachineDrive::paddle;
  const bool flaps = !is_paddle && !has_gravity && pick(2) == 0;
  const Vector3d size = is_paddle ? Vector3d(0.01, 0.2, 0.2) : Vector3d(0.3, 0.3, 0.01);
  driven_centre = is_paddle ? Vector3d(-0.12, 0, 0) : Vector3d(0, 0, -0.055);
  if (is_paddle)
    driven_velocity.linear = Vector3d(between(0.3, 3), 0, 0);
  else
    driven_velocity.angular = between(2, 15) * (flaps ? Vector3d::UnitY() : Vector3d::UnitZ());
  const std::array<int, 3> cells = is_paddle ? std::array{1, 10, 10} : std::array{16, 16, 1};
  TrialBody plate = trial_box(size, cells, draw_layer(), 0, driven_centre);
  plate.is_driven = true;
  plate.velocity = driven_velocity;
  description_ +=
      fmt::format("; driven at {:.3g} m/s, {:.3g} rad/s{}", driven_velocity.linear.norm(),
                  driven_velocity.angular.norm(), flaps ? " about its middle line" : "");
  return plate;
}

/// So stiff that its end bodies swing at 5 to 200 rad/s, stretched by up to a tenth or slack.
TrialStrand RandomMachine::draw_strand(const TrialScene& scene) {
  const bool has_middle = free_bodies > 2 && pick(2) == 0;
  const double masses = 1 / (1 / scene.bodies[0].mass + 1 / scene.bodies[1].mass);
  const Vector3d p_A = 0.01 * vector(), p_B = 0.01 * vector(), p_M = 0.01 * vector();
  const double slack = (has_middle ? 0.22 : 0.1) / between(0.8, 1.1);
  TrialStrand strand{{"strand", 0, slack, 0.06, 0}, {0, 1}, {}};
  strand.strand.linear_stiffness = masses * slack * std::pow(decades(5, 200), 2);
  if (pick(2) == 0) strand.strand.damping_coefficient = 0.01 * strand.strand.linear_stiffness;
  strand.path.points = {{.body = 0, .p_B = p_A}, {.body = 1, .p_B = p_B}};
  if (has_middle) {
    strand.bodies.push_back(2);
    strand.path.points.insert(strand.path.points.begin() + 1, {.body = 2, .p_B = p_M});
  }
  description_ += fmt::format(
      "; strand of {:.3g} N, slack {:.3g} m, damping {:.3g} N s{}", strand.strand.linear_stiffness,
      slack, strand.strand.damping_coefficient, has_middle ? ", by way of the third" : "");
  return strand;
}

NormalLaw RandomMachine::draw_law() {
  NormalLaw law;
  constexpr std::pair<NormalLawKind, const char*> k_laws[] = {
      {NormalLawKind::elastic_foundation, "foundation"},
      {NormalLawKind::volume, "volume"},
      {NormalLawKind::hunt_crossley, "hunt-crossley"},
      {NormalLawKind::poisson, "poisson"},
      {NormalLawKind::impact, "impact"}};
  const int drawn = pick(10);
  const auto& [kind, word] = k_laws[drawn < 5 ? drawn : 0];
  law.kind = kind;
  law.stiffness = decades(1e5, 1e8);
  if (kind == NormalLawKind::volume) law.damping = pick(2) == 0 ? 0 : 1e6;
  if (kind == NormalLawKind::poisson) law.restitution = between(0, 1);
  if (kind == NormalLawKind::impact) law.damping = decades(1, 100);
  if (acts_on_patches(law) && pick(2) == 0) law.acting = Acting::deepest_point;
  description_ +=
      fmt::format(", {}{}", word, law.acting == Acting::deepest_point ? " at deepest" : "");
  return law;
}

}  // namespace condyle::test

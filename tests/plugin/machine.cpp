#include "plugin/machine.h"

#include <fmt/core.h>

#include <cmath>

#include "condyle/ligament/strand_path.h"
#include "core/src/contact/laws/law_description.h"
#include "support/odd_shapes.h"

namespace condyle::test {
namespace {

using bullet::to_bullet;
using bullet::to_eigen;
using Eigen::Vector3d;

constexpr double k_pi = 3.14159265358979323846;

/// Start positions, so far apart that no shapes touch in any orientation.
const std::array<Vector3d, 4> k_places{Vector3d(-0.05, 0, 0), Vector3d(0.05, 0, 0),
                                       Vector3d(0, 0.1, 0), Vector3d(0, -0.1, 0)};

Eigen::Quaterniond turned(const Vector3d& axis, double angle) {
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, axis.normalized()));
}

btVector3 to_body(const btRigidBody& body, const Vector3d& p_W) {
  return body.getWorldTransform().inverse() * to_bullet(p_W);
}

btVector3 axis_in(const btRigidBody& body, const Vector3d& axis_W) {
  return body.getWorldTransform().getBasis().transpose() * to_bullet(axis_W);
}

}  // namespace

const char* name(MachineKind kind) {
  switch (kind) {
    case MachineKind::hinge:
      return "hinge";
    case MachineKind::ball:
      return "ball joint";
    case MachineKind::paddle:
      return "paddle";
    case MachineKind::turntable:
      return "turntable";
    default:
      return "strand";
  }
}

Vector6 MachineJoint::impulse(double dt) const {
  const Vector3d force = to_eigen(feedback->m_appliedForceBodyA);
  const Vector3d arm = to_eigen(a->getWorldTransform().getBasis() * p_A);
  Vector6 impulse;
  impulse << to_eigen(feedback->m_appliedTorqueBodyA) - arm.cross(force), force;
  return dt * impulse;
}

double MachineJoint::gap() const {
  const btVector3 on_b = b == nullptr ? p_B : b->getWorldTransform() * p_B;
  return (a->getWorldTransform() * p_A - on_b).length();
}

double MachineJoint::misalignment() const {
  const btVector3 on_b = b == nullptr ? axis_B : b->getWorldTransform().getBasis() * axis_B;
  return (a->getWorldTransform().getBasis() * axis_A).cross(on_b).length();
}

Machine::Machine(MachineKind kind_, MachineScope scope_, unsigned seed)
    : RandomDraws(seed * 8 + static_cast<unsigned>(kind_)), kind(kind_), scope(scope_) {
  constexpr double k_rates[] = {30, 60, 120, 240, 1000};
  const double rate = k_rates[pick(5)];
  dt = 1 / rate;
  description_ = fmt::format("{}, {} Hz", name(kind), rate);
  has_gravity = pick(2) == 0;
  is_isotropic = kind == MachineKind::turntable || pick(2) == 0;
  draw_plugin();
  world = std::make_unique<TestWorld>(settings);
  if (!has_gravity) world->world.setGravity(btVector3(0, 0, 0));
  description_ += has_gravity ? ", gravity" : ", no gravity";
  const bool is_driven = kind == MachineKind::paddle || kind == MachineKind::turntable;
  const bool driven_first = pick(2) == 0;
  if (is_driven && driven_first) add_driven();
  add_free_bodies(is_driven ? 1 + pick(3) : 2 + pick(3));
  if (is_driven && !driven_first) add_driven();
  if (kind == MachineKind::hinge || kind == MachineKind::ball)
    join(bodies.size() > 2 ? 1 + pick(2) : 1);
  if (kind == MachineKind::strand) tie();
  set_contacts();
}

Machine::~Machine() {
  for (const MachineJoint& joint : joints) world->world.removeConstraint(joint.constraint.get());
}

void Machine::step() {
  if (driven_) {
    btTransform next;
    btTransformUtil::integrateTransform(driven_pose_, to_bullet(driven_velocity),
                                        to_bullet(driven_spin), static_cast<btScalar>(dt), next);
    driven_->setWorldTransform(driven_pose_ = next);
  }
  world->step(dt);
}

void Machine::draw_plugin() {
  if (scope == MachineScope::other) pick(4);  // keeps the machines of the seeds below
  if (pick(4) == 0) settings.min_substeps = 4;
  if (pick(4) == 0) settings.substeps_at_first_touch = 4;
  description_ += fmt::format(", {} sub-steps, {} at touch", settings.min_substeps,
                              settings.substeps_at_first_touch);
}

NormalLaw Machine::draw_law() {
  NormalLaw law;
  switch (scope == MachineScope::other ? pick(8) : 7) {
    case 0:
      law.kind = NormalLawKind::volume;
      law.damping = pick(2) == 0 ? 0 : 1e6;
      break;
    case 1:
      law.kind = NormalLawKind::hunt_crossley;
      law.stiffness = decades(1e5, 1e8);
      break;
    case 2:
      law.kind = NormalLawKind::poisson;
      law.stiffness = decades(1e5, 1e8);
      law.restitution = between(0, 1);
      break;
    case 3:
      law.kind = NormalLawKind::impact;
      law.stiffness = decades(1e5, 1e8);
      law.damping = decades(1, 100);
      break;
    default:
      break;
  }
  if (acts_on_patches(law) && pick(2) == 0) law.acting = Acting::deepest_point;
  constexpr const char* k_names[] = {"foundation", "volume",        "impact", "poisson",
                                     "hertz",      "hunt-crossley", "user"};
  description_ += fmt::format(", {}{}", k_names[static_cast<int>(law.kind)],
                              law.acting == Acting::deepest_point ? " at deepest" : "");
  return law;
}

void Machine::add_free_bodies(int count) {
  for (int i = 0; i < count; ++i) {
    int which = pick(k_odd_shapes);
    if (scope == MachineScope::plain && which == k_open_shell) which = 0;
    const OddShape shape = odd_shape(which);
    if (which == k_open_shell) has_open_shell = true;
    const double mass = decades(0.01, 100);
    const Layer layer = draw_layer();
    const Vector3d place = k_places[i];
    const double angle = between(0, 2 * k_pi);
    const Eigen::Quaterniond turn = turned(vector(), angle);
    const btVector3 inertia = is_isotropic ? sphere_inertia(mass, shape.size.maxCoeff() / 2)
                                           : box_inertia(mass, shape.size);
    btRigidBody& body = world->add_mesh_body(shape.mesh, layer, mass, inertia, place, turn);
    Vector3d velocity = 0.2 * vector();
    velocity -= between(0.3, 2) * place.normalized();
    if (kind == MachineKind::turntable) velocity.z() -= 0.5;
    body.setLinearVelocity(to_bullet(velocity));
    body.setAngularVelocity(to_bullet(Vector3d(3 * vector())));
    bodies.push_back(&body);
    description_ += fmt::format("; shape {} of {:.3g} kg, layer {:.2g} Pa, {:.2g} m", which, mass,
                                layer.elastic_modulus, layer.thickness);
  }
}

/// Joins the first body to the world, and a second body to the first.
void Machine::join(int count) {
  const double arm = between(0.04, 0.08);
  const Vector3d axis = (Vector3d::UnitZ() + 0.5 * vector()).normalized();
  const Vector3d hub = k_places[0] + Vector3d(0, arm, 0), spin = between(3, 20) * axis;
  const Vector3d between_both = 0.5 * (k_places[0] + k_places[1]);
  for (int i = 0; i < count; ++i) {
    btRigidBody& body = *bodies[i];
    const Vector3d from_hub = to_eigen(body.getWorldTransform().getOrigin()) - hub;
    body.setAngularVelocity(to_bullet(spin));
    body.setLinearVelocity(to_bullet(Vector3d(spin.cross(from_hub))));
    add_joint(body, i == 0 ? nullptr : bodies[0], i == 0 ? hub : between_both, axis);
  }
  description_ +=
      fmt::format("; {} joints, arm {:.3g} m, spin {:.3g} rad/s", count, arm, spin.norm());
}

void Machine::add_joint(btRigidBody& body, btRigidBody* other, const Vector3d& p_W,
                        const Vector3d& axis_W) {
  MachineJoint joint;
  joint.a = &body;
  joint.b = other;
  joint.p_A = to_body(body, p_W);
  joint.p_B = other ? to_body(*other, p_W) : to_bullet(p_W);
  joint.axis_A = joint.axis_B = btVector3(0, 0, 0);
  if (kind == MachineKind::hinge) {
    joint.axis_A = axis_in(body, axis_W);
    joint.axis_B = other ? axis_in(*other, axis_W) : to_bullet(axis_W);
    if (other)
      joint.constraint = std::make_unique<btHingeConstraint>(body, *other, joint.p_A, joint.p_B,
                                                             joint.axis_A, joint.axis_B);
    else
      joint.constraint = std::make_unique<btHingeConstraint>(body, joint.p_A, joint.axis_A);
  } else if (other) {
    joint.constraint =
        std::make_unique<btPoint2PointConstraint>(body, *other, joint.p_A, joint.p_B);
  } else {
    joint.constraint = std::make_unique<btPoint2PointConstraint>(body, joint.p_A);
  }
  joint.constraint->setJointFeedback(joint.feedback.get());
  joint.constraint->enableFeedback(true);
  world->world.addConstraint(joint.constraint.get(), true);
  joints.push_back(std::move(joint));
}

void Machine::add_driven() {
  const bool is_paddle = kind == MachineKind::paddle, flaps = !is_paddle && pick(2) == 0;
  const Vector3d size = is_paddle ? Vector3d(0.01, 0.2, 0.2) : Vector3d(0.3, 0.3, 0.01);
  driven_centre = is_paddle ? Vector3d(-0.12, 0, 0) : Vector3d(0, 0, -0.055);
  if (is_paddle)
    driven_velocity = Vector3d(between(0.3, 3), 0, 0);
  else
    driven_spin = between(2, 15) * (flaps ? Vector3d::UnitY() : Vector3d::UnitZ());
  const std::array<int, 3> cells = is_paddle ? std::array{1, 10, 10} : std::array{16, 16, 1};
  driven_ = &world->add_mesh_body(mesh::make_box(size, cells), draw_layer(), 0, btVector3(0, 0, 0),
                                  driven_centre);
  driven_->setCollisionFlags(driven_->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
  driven_pose_ = driven_->getWorldTransform();
  driven_->setInterpolationWorldTransform(driven_pose_);
  description_ += fmt::format("; driven at {:.3g} m/s, {:.3g} rad/s{}", driven_velocity.norm(),
                              driven_spin.norm(), flaps ? " about its middle line" : "");
}

/// Ties bodies by a strand so stiff that its end bodies swing at 5 to 200 rad/s, stretched by up to
/// a tenth or slack.
void Machine::tie() {
  const bool has_middle = bodies.size() > 2 && pick(2) == 0;
  const double masses = 1 / double(bodies[0]->getInvMass() + bodies[1]->getInvMass());
  const Vector3d p_A = 0.01 * vector(), p_B = 0.01 * vector(), p_M = 0.01 * vector();
  const double length = has_middle ? 0.22 : 0.1, slack = length / between(0.8, 1.1);
  ligament::Strand strand{"strand", 0, slack, 0.06, 0};
  strand.linear_stiffness = masses * slack * std::pow(decades(5, 200), 2);
  if (pick(2) == 0) strand.damping_coefficient = 0.01 * strand.linear_stiffness;
  ligament::StrandPath path;
  path.points = {{.body = 0, .p_B = p_A}, {.body = 1, .p_B = p_B}};
  if (has_middle) path.points.insert(path.points.begin() + 1, {.body = 2, .p_B = p_M});
  std::vector<btRigidBody*> tied(bodies.begin(), bodies.begin() + (has_middle ? 3 : 2));
  world->plugin->add_strand(strand, tied, path);
  description_ += fmt::format("; strand of {:.3g} N, slack {:.3g} m, damping {:.3g} N s{}",
                              strand.linear_stiffness, slack, strand.damping_coefficient,
                              has_middle ? ", by way of the third" : "");
}

void Machine::set_contacts() {
  contact = draw_contact(draw_law(), description_);
  constexpr CastingSide k_sides[] = {CastingSide::first, CastingSide::both, CastingSide::automatic};
  constexpr const char* k_names[] = {"first casts", "both cast", "the better casts"};
  const int side = pick(3);
  const auto& all = world->colliders;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t k = i + 1; k < all.size(); ++k)
      world->plugin->set_contact(all[i], all[k], contact, {}, k_sides[side]);
  description_ += fmt::format(", {}", k_names[side]);
}

}  // namespace condyle::test

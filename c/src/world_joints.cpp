#include <fmt/format.h>

#include <bit>
#include <memory>
#include <utility>

#include "c/src/bullet_world.h"
#include "c/src/failure.h"
#include "c/src/numbers.h"
#include "condyle/error.h"
#include "plugin/bullet/src/convert.h"

namespace condyle::c {
namespace {

constexpr int k_translations = CONDYLE_TX + CONDYLE_TY + CONDYLE_TZ;
constexpr int k_rotations = CONDYLE_RX + CONDYLE_RY + CONDYLE_RZ;

/// A joint to be made: its frame on both bodies, and what is free.
struct JointFrames {
  btRigidBody &a, &b;
  Pose X_AJ, X_BJ;
  int free_axes;
};

/// The frames with their axes in another order: the axis `axis` becomes x (0), y or z (2).
JointFrames reordered(const JointFrames& joint, int axis, int becomes) {
  Pose turn = Pose::Identity();
  turn.linear().setZero();
  for (int i = 0; i < 3; ++i) turn.linear()((axis + i) % 3, (becomes + i) % 3) = 1;
  return {joint.a, joint.b, joint.X_AJ * turn, joint.X_BJ * turn, joint.free_axes};
}

std::unique_ptr<btTypedConstraint> make_hinge(const JointFrames& about_z) {
  return std::make_unique<btHingeConstraint>(about_z.a, about_z.b, bullet::to_bullet(about_z.X_AJ),
                                             bullet::to_bullet(about_z.X_BJ));
}

std::unique_ptr<btTypedConstraint> make_slider(const JointFrames& along_x) {
  auto slider = std::make_unique<btSliderConstraint>(
      along_x.a, along_x.b, bullet::to_bullet(along_x.X_AJ), bullet::to_bullet(along_x.X_BJ), true);
  slider->setLowerLinLimit(1);  // a lower limit above the upper one means free
  slider->setUpperLinLimit(-1);
  slider->setLowerAngLimit(0);
  slider->setUpperAngLimit(0);
  return slider;
}

std::unique_ptr<btTypedConstraint> make_generic(const JointFrames& joint) {
  auto generic = std::make_unique<btGeneric6DofSpring2Constraint>(
      joint.a, joint.b, bullet::to_bullet(joint.X_AJ), bullet::to_bullet(joint.X_BJ));
  for (int axis = 0; axis < 6; ++axis) {
    const bool is_free = (joint.free_axes >> axis & 1) != 0;
    generic->setLimit(axis, is_free ? 1 : 0, is_free ? -1 : 0);
  }
  return generic;
}

/// The constraint of Bullet's that is most robust for these axes.
std::unique_ptr<btTypedConstraint> make_constraint(const JointFrames& joint) {
  const auto free = static_cast<unsigned>(joint.free_axes);
  if (free == 0)
    return std::make_unique<btFixedConstraint>(joint.a, joint.b, bullet::to_bullet(joint.X_AJ),
                                               bullet::to_bullet(joint.X_BJ));
  if (free == k_rotations)
    return std::make_unique<btPoint2PointConstraint>(
        joint.a, joint.b, bullet::to_bullet(Eigen::Vector3d(joint.X_AJ.translation())),
        bullet::to_bullet(Eigen::Vector3d(joint.X_BJ.translation())));
  if (!std::has_single_bit(free)) return make_generic(joint);
  const int axis = std::countr_zero(free);
  return axis < 3 ? make_slider(reordered(joint, axis, 0))
                  : make_hinge(reordered(joint, axis - 3, 2));
}

bool is_dynamic(const condyle_world& world, int body) {
  return body != CONDYLE_GROUND && world.body(body).kind == CONDYLE_DYNAMIC;
}

void require_joint(const condyle_world& world, int body_a, int body_b, int free_axes) {
  const bool moves_a = is_dynamic(world, body_a), moves_b = is_dynamic(world, body_b);
  if (body_a == body_b)
    throw InputError(fmt::format("both bodies are {}; a joint needs two", body_a));
  if (!moves_a && !moves_b)
    throw InputError(
        fmt::format("neither body {} nor body {} is dynamic; one must be", body_a, body_b));
  if (free_axes < 0 || free_axes >= k_translations + k_rotations)
    throw InputError(fmt::format(
        "free_axes is {}, must be a sum of some of condyle_axis but not of all, 0 to 62",
        free_axes));
}

int add_joint(condyle_world& world, int body_a, int body_b, const Pose& X_WJ, int free_axes,
              bool may_touch) {
  require_joint(world, body_a, body_b, free_axes);
  btRigidBody &a = world.body_or_ground(body_a), &b = world.body_or_ground(body_b);
  const auto in = [&](const btRigidBody& body) -> Pose {
    return bullet::to_pose(X_WP_of(body)).inverse() * X_WJ;
  };
  auto joint = std::make_unique<Joint>(
      Joint{body_a, body_b, free_axes, make_constraint({a, b, in(a), in(b), free_axes})});
  world.joints.push_back(std::move(joint));
  world.world.addConstraint(world.joints.back()->constraint.get(), !may_touch);
  return static_cast<int>(world.joints.size()) - 1;
}

}  // namespace
}  // namespace condyle::c

using namespace condyle;
using namespace condyle::c;

int condyle_world_add_joint(condyle_world* world, int body_a, int body_b, const double X_WJ[7],
                            int free_axes, int may_touch) {
  return made_or(-1, __func__, [&] {
    return add_joint(required(world, "world"), body_a, body_b, pose_of(X_WJ, "X_WJ"), free_axes,
                     may_touch != 0);
  });
}

int condyle_world_remove_joint(condyle_world* world, int joint) {
  return guarded(__func__, [&] {
    auto& joints = required(world, "world").joints;
    if (joint < 0 || joint >= std::ssize(joints) || !joints[static_cast<std::size_t>(joint)])
      throw InputError(fmt::format("there is no joint {}", joint));
    world->remove_joint(joints[static_cast<std::size_t>(joint)]);
  });
}

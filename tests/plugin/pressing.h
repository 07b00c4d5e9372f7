#pragma once

#include <catch2/catch.hpp>

#include "plugin/test_world.h"

namespace condyle::test {

/// Pressure over proximity of two equal layers by the linear law [Pa/m].
double stiffness_per_area(const Layer& layer);

/// Depth at which two equal layers carry `force` [N] over the flat `area` [m^2] by the linear
/// law.
double flat_depth(const Layer& layer, double force, double area);

/// The pair's force on the casting body [N, casting frame], by a pair of the test's own.
Eigen::Vector3d force_at(const ContactSurface& casting, const ContactSurface& target,
                         const Pose& X_WC, const Pose& X_WT);

/// Number of Bullet's own contact points between two bodies.
int bullet_points(btDynamicsWorld& world, const btCollisionObject& a, const btCollisionObject& b);

/// Number of pairs that press, of all that are near.
int pressing(const bullet::Plugin& plugin);

double height(const btRigidBody& body);

/// Relative tolerance of a rest depth: the law in double; a float engine resolves a pose of a tenth
/// of a metre to 1e-8 m.
Approx at_depth(double z, double depth);

}  // namespace condyle::test

#pragma once

#include <catch2/catch.hpp>

#include "plugin/test_world.h"

namespace condyle::test {

/// Pressure over proximity of two equal layers with the linear law [Pa/m].
double stiffness_per_area(const Layer& layer);

/// Depth at which two equal layers carry `force` [N] over the flat `area` [m^2] with the linear
/// law.
double flat_depth(const Layer& layer, double force, double area);

/// Force on the casting body [N], world frame, from a pair made here with default settings.
Eigen::Vector3d force_at(const ContactSurface& casting, const ContactSurface& target,
                         const Pose& X_WC, const Pose& X_WT);

/// Number of Bullet's own contact points between two bodies.
int bullet_points(btDynamicsWorld& world, const btCollisionObject& a, const btCollisionObject& b);

/// Number of the plugin's pairs that press.
int pressing(const bullet::Plugin& plugin);

double height(const btRigidBody& body);

/// A position at rest at a depth, with the tolerance of the engine: a float engine resolves a
/// position of 0.1 m to 1e-8 m.
Approx at_depth(double z, double depth);

}  // namespace condyle::test

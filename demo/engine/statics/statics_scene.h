#pragma once

#include <vector>

#include "condyle/scene/scene.h"
#include "condyle/world/equilibrium.h"
#include "engine/built_scene.h"

namespace condyle {

/// Throws InputError for contacts that no static balance has: with stiction, or wear.
void require_static(const scene::Scene& scene);

/// Adds the scene's bodies in their order, and the ground after them, in their frames P.
void add_bodies(Equilibrium& world, const scene::Scene& scene, const std::vector<BuiltBody>& built);

/// Adds a mesh of a body as a collider.
ColliderId add_mesh(Equilibrium& world, const scene::Scene& scene,
                    const std::vector<BuiltBody>& built, int body, int mesh);

StrandId add_strand(Equilibrium& world, const scene::Scene& scene,
                    const std::vector<BuiltBody>& built, const scene::SceneLigament& ligament);

/// The coordinate joint of a scene's joint: coordinates of body_a, or frame K, relative to body_b.
/// Its first one is a hinge's angle.
CoordinateJoint coordinate_joint(const Equilibrium& world, const scene::Scene& scene,
                                 const scene::SceneJoint& joint);

}  // namespace condyle

#pragma once

#include "condyle/scene/scene.h"

namespace condyle {

/// A scene of a robot: the bodies of a model of MuJoCo's (MJCF or URDF), whose joints and actuators
/// stay in the model (Scene::robot), which MuJoCo must run. Geoms with layers, of `robot` and of
/// the model's own texts (Plugin::add_from_model()), have contacts with one another; their friction
/// is MuJoCo's, the greater coefficient of the two geoms, unless a text says otherwise. All others
/// keep MuJoCo's own contact. Geoms that MuJoCo shows at first (groups 0 to 2) are drawn.
/// Of a model without any layer, the convex hulls that MuJoCo's own contact takes of meshes are
/// drawn as glass.
/// The camera is that of MuJoCo's viewer at first: <statistic center extent>, <visual><global
/// azimuth elevation fovy>.
///
/// The model starts at its first keyframe if it has one. Keyframes with growing times are a motion:
/// from one to the next, actuators' controls follow smooth steps. Throws InputError that names the
/// file and what is wrong, and names like an unknown one.
scene::Scene robot_scene(const scene::SceneRobot& robot);

}  // namespace condyle

#pragma once

#include <string>
#include <vector>

#include "engine/built_scene.h"

namespace condyle {

// The names in the model of a scene: "body/NAME", "geom/BODY.MESH", "joint/NAME" for hinges, and
// "strand/NAME" for the tendon that lends its row to a ligament.

std::string mjcf_body_name(const scene::SceneBody& body);
std::string mjcf_geom_name(const scene::SceneBody& body, const scene::SceneMesh& mesh);
std::string mjcf_joint_name(const scene::SceneJoint& joint);
std::string mjcf_strand_name(const scene::SceneLigament& ligament);

/// Radius of the sphere about the origin of a mesh that contains its surface; of an endless one, a
/// kilometre [m].
double mjcf_radius(const ContactSurface& surface);

/// The bodies, joints and ligaments of a scene as a model of MuJoCo's (MJCF). A body's frame is
/// BuiltBody's frame P. Kinematic bodies are mocap bodies. A mesh that takes part in contact is a
/// sphere around it, which tells MuJoCo when to look for contact. Throws InputError for what has no
/// counterpart: soft blocks, joints on kinematic bodies, driven hinges, and more than one joint of
/// a body.
std::string make_mjcf(const scene::Scene& scene, const std::vector<BuiltBody>& built);

}  // namespace condyle

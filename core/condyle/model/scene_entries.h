#pragma once

#include <filesystem>
#include <optional>

#include "condyle/mesh/mesh_file.h"
#include "condyle/model/json_node.h"
#include "condyle/model/scene.h"

namespace condyle {

/// A nanometre to a million kilometres [m]: what is outside is a mistake, and its powers may
/// overflow.
inline constexpr NumberRange k_length{.min = 1e-9, .max = k_farthest_coordinate};
inline constexpr NumberRange k_coordinate{.min = -k_farthest_coordinate,
                                          .max = k_farthest_coordinate};

// One function per kind of entry of a scene file. Each throws InputError with file and place.

/// Of a body, a mesh, a contact..., or of what refers to one: 1 to 200 letters.
std::string read_name(const JsonNode& node);
/// Empty where the key is absent, for the world.
std::string read_body_or_world(JsonObject& object, const std::string& key);

/// "position" [m] and "rotation", a rotation vector: axis times angle [rad].
Pose read_pose(JsonObject& object);
Eigen::Vector3d read_unit_vector(const JsonNode& node);
TimeTable read_time_table(const JsonNode& node);
std::optional<TimeTable> read_optional_table(JsonObject& object, const std::string& key);

/// "file" and "unit". `folder`: where the names of mesh files start.
MeshFromFile read_mesh_from_file(JsonObject& object, const std::filesystem::path& folder);
SceneBody read_body(const JsonNode& node, const std::filesystem::path& folder);

/// One, or where a side names several meshes one for each pair of them.
std::vector<SceneContact> read_contacts(const JsonNode& node, const std::filesystem::path& folder);
SceneLigament read_ligament(const JsonNode& node, const std::filesystem::path& folder);
SceneJoint read_joint(const JsonNode& node);
SceneLoad read_load(const JsonNode& node);
SceneMotion read_motion(const JsonNode& node);

}  // namespace condyle

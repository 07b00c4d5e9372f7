#pragma once

#include <filesystem>
#include <optional>

#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene.h"
#include "core/scene/src/json_node.h"
#include "core/src/contact/layer_limits.h"

namespace condyle {

/// Lengths from a nanometre to a million kilometres [m]. A number outside is a mistake, and its
/// powers may overflow.
inline constexpr NumberRange k_length{.min = 1e-9, .max = k_farthest_coordinate};
inline constexpr NumberRange k_coordinate{.min = -k_farthest_coordinate,
                                          .max = k_farthest_coordinate};
/// A thickness, radius or depth, which may be arbitrarily small [m].
inline constexpr NumberRange k_extent{.min = 0, .max = k_farthest_coordinate, .open_min = true};
/// Distance of an elastic layer's nodes [m].
inline constexpr NumberRange k_node_spacing{.min = 1e-7, .max = 1e3};
/// Young's modulus [Pa].
inline constexpr NumberRange k_modulus{.min = 0, .max = k_stiffest_layer, .open_min = true};
/// Pressure above which a layer may flow [Pa].
inline constexpr NumberRange k_yield_stress{.min = 0, .max = k_stiffest_layer, .open_min = true};
/// Bulk or shear modulus, which together give Young's modulus [Pa].
inline constexpr NumberRange k_bulk_or_shear{.min = 0, .max = 4e12, .open_min = true};
/// Times in tables and runs, up to eleven days [s].
inline constexpr NumberRange k_time{.min = -1e6, .max = 1e6};
/// Velocities up to the largest speed that a simulation allows a body [m/s].
inline constexpr NumberRange k_velocity{.min = -1e3, .max = 1e3};
inline constexpr NumberRange k_speed{.min = 0, .max = 1e3, .open_min = true};

// One function for each kind of entry of a scene file. Each throws InputError with file and place.

/// The name of an entry, or a reference to one: 1 to 200 letters.
std::string read_name(const JsonNode& node);
/// The name of a body; empty, for the world, if the key is missing.
std::string read_body_or_world(JsonObject& object, const std::string& key);

/// Reads "position" [m] and "rotation", a rotation vector: axis times angle [rad].
Pose read_pose(JsonObject& object);
Eigen::Vector3d read_unit_vector(const JsonNode& node);
TimeTable read_time_table(const JsonNode& node);
std::optional<TimeTable> read_optional_table(JsonObject& object, const std::string& key);

/// The folders in which mesh files are searched: the scene's own folder and, for files that do not
/// exist there, `other` unless it is empty.
struct MeshFolders {
  std::filesystem::path own, other = {};
};

/// Reads "file" and "unit".
MeshFromFile read_mesh_from_file(JsonObject& object, const MeshFolders& folders);
SceneBody read_body(const JsonNode& node, const MeshFolders& folders);

/// The parts of a contact. The words "linear" and "nonlinear" are the two laws of the elastic
/// foundation; the remaining words follow its enumerator. Libraries are named but not opened.
void read_law(JsonObject& object, const std::filesystem::path& folder, ContactSettings& settings);
Friction read_friction(const JsonNode& node, const std::filesystem::path& folder);
std::shared_ptr<const UserPostStep> read_post_step(const JsonNode& node,
                                                   const std::filesystem::path& folder);

/// One contact or, if a side names several meshes, one for each pair of meshes.
std::vector<SceneContact> read_contacts(const JsonNode& node, const std::filesystem::path& folder);
SceneLigament read_ligament(const JsonNode& node, const std::filesystem::path& folder);
SceneJoint read_joint(const JsonNode& node);
SceneLoad read_load(const JsonNode& node);
SceneMotion read_motion(const JsonNode& node);

}  // namespace condyle

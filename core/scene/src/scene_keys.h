#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "core/scene/src/fields.h"

namespace condyle::scene {

// The descriptions of all kinds of entries, and functions that several of them share.

/// The keys "position", which `origin` explains, and "rotation", a rotation vector.
void describe_pose(Fields& fields, Pose& X, const char* origin);
void describe(Fields& fields, TimeTable& table);

void describe(Fields& fields, Scene& scene);
/// The text that write_scene writes to a file in `folder`.
std::string scene_text(const Scene& scene, const std::filesystem::path& folder);
void describe(Fields& fields, ClosedForm& form);
void describe(Fields& fields, ShownAgainst& shown);
void describe(Fields& fields, SceneCamera& camera);
void describe(Fields& fields, SceneSettle& settle);
void describe(Fields& fields, SceneTest& test);

void describe(Fields& fields, SceneBody& body);
void describe(Fields& fields, SceneMesh& mesh);
void describe(Fields& fields, MeshFromFile& source);  ///< the keys "file" and "unit"
void describe(Fields& fields, MeshFromPrimitive& primitive);
void describe(Fields& fields, MeshFromCurve& made);
void describe(Fields& fields, SoftBlock& block);
void describe(Fields& fields, Layer& layer);
void describe(Fields& fields, BackMesh& back);
/// The text of a mesh's entry in a file, with its defaults and with unchanged file paths.
std::string entry_text(SceneMesh mesh);

void describe(Fields& fields, HalfSpaceRegion& region);
void describe(Fields& fields, SceneLigament& ligament);
void describe(Fields& fields, ScenePoint& point);
void describe(Fields& fields, SceneJoint& joint);
void describe(Fields& fields, SceneLoad& load);
void describe(Fields& fields, SceneMotion& motion);

/// One side of a contact in a file: a mesh of a body, or several.
struct ContactSideEntry {
  std::string body;
  std::vector<std::string> meshes;
};

/// A contact in a file, which becomes one contact for each pair of a casting and a target mesh.
struct ContactEntry {
  SceneContact contact;
  ContactSideEntry casting, target;
};

void describe(Fields& fields, ContactSideEntry& side);
void describe(Fields& fields, ContactEntry& entry);
/// The key "casts".
void describe_casting_side(Fields& fields, CastingSide& side);
/// The law, all settings with a description, and friction.
void describe_settings(Fields& fields, ContactSettings& settings);
std::vector<ContactEntry> contact_entries(const std::vector<SceneContact>& contacts);
std::vector<SceneContact> contacts_of(const std::vector<ContactEntry>& entries);

/// The keys of a law, including "law". The first words of "law" are the formulations of the layers'
/// pressure; the remaining ones follow the enumerator of NormalLawKind.
void describe_law(Fields& fields, ContactSettings& settings);
void describe(Fields& fields, Friction& friction);
void describe(Fields& fields, std::shared_ptr<const UserPostStep>& function);

/// The context of a shape, which determines the allowed kinds.
enum class ShapeUse { bounded_mesh, endless_mesh, any_mesh, wrap };

/// The keys of a shape, which depend on its key "kind".
void describe_shape(Fields& fields, geometry::Shape& shape, ShapeUse use);

}  // namespace condyle::scene

#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/model/model_report.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"

namespace condyle {

/// Where the meshes of a model are looked for: `given`, or where that is empty the folder of the
/// model and its subfolder Geometry, as OpenSim does.
std::vector<std::filesystem::path> geometry_folders(const OsimModel& model,
                                                    const std::filesystem::path& given);

/// The file of a mesh that a model names. Where no folder holds this very name, the only file there
/// that differs in upper and lower case, blanks and punctuation, or has something before the name,
/// stands in for it, and the report says so. Throws InputError that lists the folders.
std::filesystem::path find_geometry(const std::string& name,
                                    std::span<const std::filesystem::path> folders,
                                    const std::filesystem::path& model_file, ModelReport& report);

/// Casting and target surface of one contact of a model.
struct OsimSurfaces {
  std::shared_ptr<const ContactSurface> casting, target;
};

/// The surfaces of all contacts of the model, in its order; those that are used several times are
/// shared. Throws InputError.
std::vector<OsimSurfaces> make_surfaces(const OsimModel& model,
                                        std::span<const std::filesystem::path> folders,
                                        ModelReport& report);

/// Pose of a contact mesh in the ground.
Pose mesh_pose(const OsimModel& model, const OsimContactMesh& mesh, const OsimBodies& bodies);

/// Pose of the target mesh in the casting mesh frame of a contact: what ContactPair takes.
Pose contact_pose(const OsimModel& model, const OsimContact& contact, const OsimBodies& bodies);

}  // namespace condyle

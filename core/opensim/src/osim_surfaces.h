#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_surface.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"

namespace condyle::opensim {

/// The folders in which the meshes of a model are searched: `given`, or if it is empty the folder
/// of the model and its subfolder Geometry, as in OpenSim.
std::vector<std::filesystem::path> geometry_folders(const OsimModel& model,
                                                    const std::filesystem::path& given);

/// The file of a mesh that a model names. If no folder has a file of exactly this name, the only
/// file is used whose name differs in case, blanks and punctuation, or by a prefix, and this is
/// reported. Throws InputError that lists the folders.
std::filesystem::path find_geometry(const std::string& name,
                                    std::span<const std::filesystem::path> folders,
                                    const std::filesystem::path& model_file, ModelReport& report);

/// The model without the contacts whose layers do not suit their formulation, such as springs of an
/// incompressible layer (nu = 0.5, OpenSim's default). Its report names each. Throws InputError if
/// then neither a contact nor a ligament is left.
OsimModel without_unusable_contacts(OsimModel model);

/// The casting and the target surface of a contact of a model.
struct OsimSurfaces {
  std::shared_ptr<const ContactSurface> casting, target;
};

/// The surfaces of all contacts of the model, in its order; a surface used several times is shared.
/// Throws InputError.
std::vector<OsimSurfaces> make_surfaces(const OsimModel& model,
                                        std::span<const std::filesystem::path> folders,
                                        ModelReport& report);

/// Pose of a contact mesh in the ground.
Pose mesh_pose(const OsimModel& model, const OsimContactMesh& mesh, const OsimBodies& bodies);

/// Pose of the target mesh in the casting mesh frame of a contact, as ContactPair expects it.
Pose contact_pose(const OsimModel& model, const OsimContact& contact, const OsimBodies& bodies);

}  // namespace condyle::opensim

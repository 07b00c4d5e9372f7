#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle::opensim {

/// By how much a body is scaled along its axes.
struct OsimBodyScale {
  std::string body;  ///< empty: all bodies that are not named, and the ground
  Eigen::Vector3d factors = Eigen::Vector3d::Ones();  ///< along x, y, z of the body [1], > 0
};

/// Reads the factors of an OpenSim ScaleSet (.xml), by itself or in the settings of the ScaleTool.
/// Those with `<apply>false</apply>` are left out. Throws InputError with file, line and remedy.
std::vector<OsimBodyScale> read_scale_set(const std::filesystem::path& file);

/// A scaled model, and a report.
struct OsimScaled {
  OsimModel model;     ///< the scaled model, for write_osim
  ModelReport report;  ///< what was not scaled, or not as OpenSim does
  int lengths = 0;     ///< ligaments and muscles whose lengths were scaled with their path
};

/// Scales a model as OpenSim's ScaleTool does (Delp et al. 2007): what is fixed to a body is scaled
/// by its factors, along the axes of the frame in which it is given. The values that differ from
/// the file are taken from `model` (osim_text); the result differs from the file in scaled values
/// only.
///
/// Points of paths, markers, offset frames, wrap objects (with their sizes, by the mean of the axes
/// across them), contact geometry, and the translations of joints, by the factors of the joint's
/// parent. Meshes, by their scale factors; a contact mesh by the factors of its
/// `<socket_scale_frame>`, if it has one. Elastic layers, by the mean of the three factors of their
/// mesh. Slack lengths, resting lengths, and a muscle's fibre and tendon, by the length of the path
/// in the model's default pose, so that strains there are kept. Masses stay; the centre of mass and
/// the inertia become those of the deformed body with the same distribution of mass.
///
/// Beyond the ScaleTool, the default values and ranges of translations that are coordinates are
/// scaled, so that a model scaled by one factor is similar to the old one in its default pose.
///
/// Throws InputError that names a body that does not exist or a factor that is not above 0, if the
/// path of a ligament has no length or cannot be followed, and as osim_text does.
OsimScaled scaled(const OsimModel& model, std::span<const OsimBodyScale> scales);

}  // namespace condyle::opensim

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/camera.h"
#include "view/shown_patches.h"

namespace condyle {

/// A place on a map.
struct Probe {
  int contact = -1;
  bool on_casting = true;
  MeshIndex mesh;
  int triangle = -1;                                  ///< of the mesh
  double value = 0;                                   ///< of the field that the map shows, as drawn
  Eigen::Vector3d weights = Eigen::Vector3d::Zero();  ///< of the triangle's corners
};

/// The place of a map that a ray meets first. Glass does not hide a map, other bodies do.
std::optional<Probe> probe(const ShownWorld& world, const ViewOptions& options,
                           std::span<const ShownMap> maps, const CameraRay& ray);

/// What is known of the place: the value shown, in `unit`, all other fields of its triangle, the
/// triangle and its layer, a line each. On the target, fields of the contact are those of the
/// casting triangle over it.
std::vector<std::string> probe_lines(const ShownWorld& world, Field shown, const FieldUnit& unit,
                                     const Probe& probe, GapFinder& gaps);

}  // namespace condyle

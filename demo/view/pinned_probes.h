#pragma once

#include <optional>
#include <string>
#include <vector>

#include "view/fields.h"
#include "view/probe.h"

namespace condyle {

/// A place on a triangle of a mesh, which moves with it, and whose values are shown and recorded.
struct PinnedProbe {
  int number = 1;  ///< from 1 on
  MeshIndex mesh;
  int triangle = -1;
  Eigen::Vector3d weights = Eigen::Vector3d::Constant(1.0 / 3);  ///< of the triangle's corners
  bool operator==(const PinnedProbe&) const = default;
};

struct PinnedProbes {
  std::vector<PinnedProbe> probes;
  bool with_gap = false;  ///< measures gaps too, which takes a search in each sample
  bool operator==(const PinnedProbes&) const = default;
};

std::string name_of(const PinnedProbe& probe);  ///< its number

/// The place that a new probe gets under a ray: that of the map there, else of the first mesh in
/// contact that is not glass, else of the first in contact; none if the ray meets none. `maps` are
/// those of the last picture.
std::optional<PinnedProbe> place_to_pin(const ShownWorld& world, const ViewOptions& options,
                                        std::span<const ShownMap> maps, const CameraRay& ray);

/// The place that BODY/MESH/TRIANGLE names. Throws InputError if the world has no such triangle or
/// the mesh is in no contact.
PinnedProbe named_place(const ShownWorld& world, const std::string& name);

/// Adds the probe with the least free number.
void pin(PinnedProbe probe, PinnedProbes& pinned);

Eigen::Vector3d place_of(const ShownWorld& world, const PinnedProbe& probe);

/// The value of the probe's triangle over all contacts of its mesh: the largest, or the least gap;
/// NaN if it has none.
double value_at(const FieldDescription& field, const ShownWorld& world, const PinnedProbe& probe,
                GapFinder& gaps);

}  // namespace condyle

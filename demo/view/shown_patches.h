#pragma once

#include <memory>
#include <vector>

#include "view/draw_list.h"
#include "view/gpu_patch.h"
#include "view/view_options.h"
#include "world/shown_world.h"

namespace condyle {

/// The maps of pressure or wear of a world's contacts, as separate surfaces on the meshes that show
/// them (patch_surface.h); kept on the graphics card.
class ShownPatches {
 public:
  /// Adds to `list` the maps that the options select, on meshes that are not hidden. Where pressure
  /// maps overlap, the higher one is visible; wear of one mesh in several contacts is summed.
  void update(const ShownWorld& world, const ViewOptions& options, DrawList& list);

 private:
  struct OfContact {
    PatchSurface surface;
    GpuPatch casting, target;
  };

  std::vector<std::unique_ptr<OfContact>> contacts_;
};

}  // namespace condyle

#pragma once

#include <memory>
#include <vector>

#include "view/draw_list.h"
#include "view/fields.h"
#include "view/gpu_patch.h"
#include "view/view_options.h"
#include "world/shown_world.h"

namespace condyle {

/// The maps of one field of a world's contacts, as separate surfaces on the meshes that show them
/// (patch_surface.h); kept on the graphics card.
class ShownPatches {
 public:
  /// Adds to `list` the maps that the options select, on meshes that are not hidden. Where maps
  /// overlap, the higher value is visible; wear of one mesh in several contacts is summed. Returns
  /// the largest value of the field, hidden or not.
  double update(const ShownWorld& world, const ViewOptions& options, DrawList& list);

 private:
  struct OfContact {
    PatchSurface surface;
    GpuPatch casting, target;
  };
  struct Picture {
    const ShownWorld& world;
    const ViewOptions& options;
    DrawList& list;
  };
  double add_contact(const Picture& picture, int contact);
  double add_mesh(const Picture& picture, int contact, bool on_casting);
  static void add(const Picture& picture, GpuPatch& patch, MeshIndex index,
                  std::span<const PatchPiece> pieces, double line_at);

  std::vector<std::unique_ptr<OfContact>> contacts_;
  GapFinder gaps_;
};

}  // namespace condyle

#pragma once

#include <memory>
#include <vector>

#include "view/draw_list.h"
#include "view/fields.h"
#include "view/gpu_patch.h"
#include "view/view_options.h"
#include "world/shown_world.h"

namespace condyle {

/// One map of the last picture; its pieces are valid until the next.
struct ShownMap {
  int contact = 0;
  bool on_casting = true;
  MeshIndex mesh;
  std::span<const PatchPiece> pieces;
  double most = 0;  ///< nothing is drawn above this value; 0: everything is
};

/// The maps of one field of a world's contacts, as separate surfaces on the meshes that show them
/// (patch_surface.h); kept on the graphics card.
class ShownPatches {
 public:
  /// Adds to `list` the maps that the options select, on meshes that are not hidden. Where maps
  /// overlap, the higher value is visible; wear of one mesh in several contacts is summed. Returns
  /// the largest value of the field, hidden or not.
  double update(const ShownWorld& world, const ViewOptions& options, DrawList& list);

  std::span<const ShownMap> maps() const { return maps_; }  ///< of the last update()

 private:
  struct OfContact {
    PatchSurface surface;
    GpuPatch casting, target;
    std::vector<PatchPiece> casting_pieces, target_pieces;  // of fields that whole meshes have
  };
  struct Picture {
    const ShownWorld& world;
    const ViewOptions& options;
    DrawList& list;
  };
  double add_contact(const Picture& picture, int contact);
  double add_mesh(const Picture& picture, int contact, bool on_casting);
  void add(const Picture& picture, GpuPatch& patch, const ShownMap& map, double line_at);

  std::vector<std::unique_ptr<OfContact>> contacts_;
  std::vector<ShownMap> maps_;
  GapFinder gaps_;
};

}  // namespace condyle

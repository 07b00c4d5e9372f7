#pragma once

#include <memory>
#include <vector>

#include "shown_world.h"
#include "view/draw_list.h"
#include "view/scales.h"
#include "view/shown_patches.h"
#include "view/strand_colors.h"
#include "view/view_options.h"

namespace condyle {

/// Turns the state of a ShownWorld into a DrawList; keeps its meshes on the graphics card.
class SceneDrawing {
 public:
  explicit SceneDrawing(const ShownWorld& world);

  /// Fills everything in `list` but its camera.
  void update(const ShownWorld& world, const ViewOptions& options, DrawList& list);

  /// Bounds of what bodies and strands show now [m].
  Eigen::AlignedBox3d bounds(const ShownWorld& world) const;

  double largest_pressure() const { return pressure_.value(); }  ///< since forget() [Pa]
  const StrandPaint& strand_paint() const { return strand_paint_; }
  /// Newtons that an arrow of a metre stands for.
  double force_scale(const ShownWorld& world) const {
    return newtons_per_metre(world.scene(), force_, scene_size_);
  }
  void forget();  ///< starts "so far" anew
  /// Counts a pressure [Pa] that is still to come as seen.
  void expect(double pressure) { pressure_.see(pressure); }

 private:
  struct Part {
    std::shared_ptr<const TriangleMesh> mesh;
    std::unique_ptr<GpuMesh> gpu;
    Eigen::AlignedBox3d box;  // mesh frame
    int body = 0, index = 0;
  };

  Part make_part(const WorldMesh& mesh, int body, int index) const;
  void keep_up_with(const ShownWorld& world);
  Part* part_of(MeshIndex index);
  double size_of(MeshIndex index);
  void add_meshes(const ShownWorld& world, const ViewOptions& options, DrawList& list);
  void add_strands(const ShownWorld& world, DrawList& list) const;
  void add_arrows(const ShownWorld& world, DrawList& list);
  void add_floor(const ShownWorld& world, DrawList& list) const;

  std::vector<Part> parts_;
  ShownPatches patches_;
  double scene_size_ = 1;  // [m]
  double floor_height_ = 0;
  LargestSoFar pressure_, force_, wear_;
  StrandPaint strand_paint_;
};

/// Opacities with which the contacts can be seen: of the two meshes of a contact, that of the body
/// which is not fixed is glass; where neither is, or both, the one nearer to the scene's camera;
/// and where both are driven the target, so that the casting mesh shows its pressure.
std::vector<float> default_opacity(const ShownWorld& world);

}  // namespace condyle

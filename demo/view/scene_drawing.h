#pragma once

#include <memory>
#include <vector>

#include "shown_world.h"
#include "view/draw_list.h"
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

  /// Bounds of what the world's bodies show now [m].
  Eigen::AlignedBox3d bounds(const ShownWorld& world) const;

  double largest_pressure() const { return largest_pressure_; }  ///< since forget() [Pa]
  const StrandPaint& strand_paint() const { return strand_paint_; }
  void forget();  ///< starts "so far" anew
  /// Counts a pressure [Pa] and a strain that are still to come as seen.
  void expect(double pressure, double strand_strain);

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
  void paint_strands(const ShownWorld& world, const ViewOptions& options);
  void add_strands(const ShownWorld& world, DrawList& list) const;
  void add_arrows(const ShownWorld& world, DrawList& list);
  void add_arrow(const Eigen::Vector3d& p_W, const Eigen::Vector3d& force, double longest,
                 DrawList& list);
  void add_floor(const ShownWorld& world, DrawList& list) const;
  double range(const ViewOptions& options, double peak) const;
  static double wear_range(const ShownWorld& world);

  std::vector<Part> parts_;
  ShownPatches patches_;
  double scene_size_ = 1;  // [m]
  double floor_height_ = 0;
  double largest_pressure_ = 0, largest_force_ = 0;
  double largest_strain_ = 0, largest_tension_ = 0;  // of the strands
  StrandPaint strand_paint_;
};

/// Opacities with which the contacts can be seen: of the two meshes of a contact, that of the body
/// which is not fixed is glass; where neither is, or both, the one nearer to the scene's camera;
/// and where both are driven the target, so that the casting mesh shows its pressure.
std::vector<float> default_opacity(const ShownWorld& world);

}  // namespace condyle

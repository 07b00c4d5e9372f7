#pragma once

#include <memory>
#include <vector>

#include "scene_world.h"
#include "view/corner_values.h"
#include "view/draw_list.h"
#include "view/strand_colors.h"
#include "view/view_options.h"

namespace condyle {

/// Turns the state of a SceneWorld into a DrawList; keeps its meshes on the graphics card.
class SceneDrawing {
 public:
  explicit SceneDrawing(const SceneWorld& world);

  /// Fills everything in `list` but its camera.
  void update(const SceneWorld& world, const ViewOptions& options, DrawList& list);

  /// Bounds of what the world's bodies show now [m].
  Eigen::AlignedBox3d bounds(const SceneWorld& world) const;

  double largest_pressure() const { return largest_pressure_; }  ///< since forget() [Pa]
  const StrandPaint& strand_paint() const { return strand_paint_; }
  void forget();  ///< starts "so far" anew

 private:
  struct Part {
    std::shared_ptr<const TriangleMesh> mesh;
    std::unique_ptr<GpuMesh> gpu;
    CornerValues corners;
    std::vector<double> pressure;  // per triangle [Pa]
    Eigen::AlignedBox3d box;       // mesh frame
    int body = 0, index = 0;
    bool pressed = false;
  };

  Part make_part(const WorldMesh& mesh, int body, int index) const;
  void keep_up_with(const SceneWorld& world);
  Part* part_of(MeshIndex index);
  double size_of(MeshIndex index);
  void add_pressures(const SceneWorld& world, const ViewOptions& options);
  void add_meshes(const SceneWorld& world, const ViewOptions& options, DrawList& list);
  void paint_strands(const SceneWorld& world, const ViewOptions& options);
  void add_strands(const SceneWorld& world, DrawList& list) const;
  void add_arrows(const SceneWorld& world, DrawList& list);
  void add_arrow(const Eigen::Vector3d& p_W, const Eigen::Vector3d& force, double longest,
                 DrawList& list);
  void add_floor(const SceneWorld& world, DrawList& list) const;
  double range(const ViewOptions& options, double peak) const;

  std::vector<Part> parts_;
  double scene_size_ = 1;  // [m]
  double floor_height_ = 0;
  double largest_pressure_ = 0, largest_force_ = 0;
  double largest_strain_ = 0, largest_tension_ = 0;  // of the strands
  StrandPaint strand_paint_;
};

/// Opacities with which the contacts can be seen: of the two meshes of a contact, that of the body
/// which is not fixed is glass; where neither is, or both, the one nearer to the scene's camera.
std::vector<float> default_opacity(const SceneWorld& world);

}  // namespace condyle

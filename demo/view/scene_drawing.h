#pragma once

#include <memory>
#include <vector>

#include "view/contact_arrows.h"
#include "view/draw_list.h"
#include "view/largest_figures.h"
#include "view/scales.h"
#include "view/shown_patches.h"
#include "view/strand_colors.h"
#include "view/view_options.h"
#include "world/scene_figures.h"
#include "world/shown_world.h"

namespace condyle {

/// Turns the state of a ShownWorld into a DrawList; keeps the meshes on the graphics card.
class SceneDrawing {
 public:
  /// The size of `focus` sets that of strands and arrows; empty: all bodies and strands.
  explicit SceneDrawing(const ShownWorld& world, const Eigen::AlignedBox3d& focus = {});

  /// Fills everything in `list` except camera and size, which it uses for the length of arrows.
  void update(const ShownWorld& world, const ViewOptions& options, DrawList& list);

  /// Counts pressures, depths, wear and forces of the world's last step among the largest so far.
  /// Call this after each step between two pictures; update() does so for the step that it draws,
  /// and counts the other fields where they are drawn.
  void observe(const ShownWorld& world);
  void observe(const LargestFigures& figures);

  /// The maps of the last picture.
  std::span<const ShownMap> maps() const { return patches_.maps(); }

  /// Current bounding box of bodies and strands [m].
  Eigen::AlignedBox3d bounds(const ShownWorld& world) const;

  /// Largest pressure since forget() [Pa].
  double largest_pressure() const { return largest(Field::pressure).value(); }
  const StrandPaint& strand_paint() const { return strand_paint_; }
  /// The force that an arrow of one metre represents [N/m], unless the picture has no room for that
  /// or the user has chosen another length (DrawList::newtons_per_metre).
  double force_scale(const ShownWorld& world) const {
    return newtons_per_metre(world.scene(), force_, arrow_size(world));
  }
  void forget();  ///< forgets the largest values so far
  /// Sets the largest pressure [Pa] and force [N] of a recorded motion, which its curves know
  /// beforehand; pictures no longer count.
  void expect(double pressure, double force);
  /// The one unit of pressures in bars, curves and tables.
  PressureUnit pressure_unit(const ViewOptions& options) const {
    return condyle::pressure_unit(pressure_of_unit(options, largest(Field::pressure)));
  }
  /// The unit of a field in its bar, whose upper end is `top`.
  FieldUnit unit_of(const ViewOptions& options, Field field, double top) const;

 private:
  struct Part {
    std::shared_ptr<const TriangleMesh> mesh;
    std::unique_ptr<GpuMesh> gpu;
    Eigen::AlignedBox3d box;  // in the mesh frame
    int body = 0, index = 0;
    std::optional<bool> is_closed = {};   // found when it is cut
    std::unique_ptr<GpuMesh> boxes = {};  // of the search, made when they are shown
    int box_level = -1;
  };

  Part make_part(const WorldMesh& mesh, int body, int index);
  void keep_up_with(const ShownWorld& world);
  void add_meshes(const ShownWorld& world, const ViewOptions& options, DrawList& list);
  void add_search_boxes(const ShownWorld& world, int level, DrawList& list);
  void add_strands(const ShownWorld& world, DrawList& list) const;
  void add_arrows(const ShownWorld& world, const ViewOptions& options, DrawList& list) const;
  double arrow_size(const ShownWorld& world) const;
  void add_floor(DrawList& list) const;
  void set_paint(const ShownWorld& world, const ViewOptions& options, double peak, DrawList& list);

  std::vector<Part> parts_;
  ShownPatches patches_;
  std::size_t sent_ = 0;   // by the update() that goes on [bytes]
  double scene_size_ = 1;  // [m]
  Eigen::Vector3d floor_centre_ = Eigen::Vector3d::Zero();
  const LargestSoFar& largest(Field field) const {
    return largest_[static_cast<std::size_t>(field)];
  }
  LargestSoFar& largest(Field field) { return largest_[static_cast<std::size_t>(field)]; }

  std::array<LargestSoFar, k_fields> largest_;  // of each field
  LargestSoFar force_, moment_;
  bool is_expected_ = false;  ///< whether expect() has set the largest values
  StrandPaint strand_paint_;
};

/// Opacities that make the contacts visible. Of the two meshes of a contact, the one on a body that
/// is not fixed becomes glass. If neither or both are fixed, it is the one closer to the scene's
/// camera; if both are driven, it is the target, so that the casting mesh shows its pressure. A
/// scene's own choice for a mesh goes first.
std::vector<float> default_opacity(const ShownWorld& world);

}  // namespace condyle

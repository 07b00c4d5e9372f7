#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "condyle/pose.h"
#include "view/camera.h"
#include "view/color_map.h"
#include "view/gpu_mesh.h"
#include "view/gpu_patch.h"
#include "view/view_options.h"

namespace condyle {

/// How a material reflects light. Colours are linear, 0 to 1.
struct Look {
  Eigen::Vector3f color{0.6f, 0.6f, 0.6f};
  float roughness = 0.5f;  ///< 0: mirror, 1: chalk
  float metal = 0;         ///< 0: plastic, bone, rubber; 1: metal
  float glow = 0;          ///< part of the colour that needs no light
};

struct DrawnMesh {
  GpuMesh* mesh = nullptr;
  Pose X_WM = Pose::Identity();
  Look look;
  float opacity = 1;       ///< below 1 the mesh is glass
  bool is_closed = false;  ///< whether it encloses a volume, so that a cut has a face
};

/// A map of values in the colours of the paint, on a mesh with frame M.
struct DrawnPatch {
  GpuPatch* patch = nullptr;
  Pose X_WM = Pose::Identity();
  /// Value of a white line, or above which patches of one colour are striped; 0: none.
  double line_at = 0;
  double most = 0;  ///< nothing is drawn above this value; 0: everything is
};

/// A round bar between two points of the world.
struct DrawnRod {
  Eigen::Vector3d p_WA, p_WB;
  double radius = 0;
  Look look;
};

enum class ArrowKind { force, friction, moment };

/// An arrow in the world. Where a body hides it, it shows faintly through the body; that of a
/// moment has two heads.
struct DrawnArrow {
  Eigen::Vector3d p_WTail = Eigen::Vector3d::Zero(), p_WTip = Eigen::Vector3d::Zero();
  double radius = 0;  ///< radius of the shaft
  Look look;
  ArrowKind kind = ArrowKind::force;
  std::string figure;  ///< written at the tip, with its unit
};

/// How the values of patches become colours. They match the colour bar in any light and also behind
/// glass.
struct FieldPaint {
  Field field = Field::pressure;
  ColorScale colors;
  double range = 1;  ///< value at the top of the map; larger values get the over-range colour
  double contour_step = 0;  ///< distance of contour lines in value; 0: no contours
  double threshold = 0;     ///< nothing is drawn below this value
  bool outline = false;     ///< a dark line around the map, beside it
  double line_width = 1;    ///< of contours and outline [pixels]
  double largest = 0;       ///< the largest value now, which the bar marks
  double zero = 0;          ///< the value of no difference, if the map shows differences
};

/// Lines of a floor below the scene; `spacing` 0: no floor.
struct FloorGrid {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();
  double spacing = 0;  ///< [m]
};

/// Colours behind the scene, in linear light: in the middle, at the rim, and of the floor.
struct BackdropColors {
  Eigen::Vector3f middle{0.060f, 0.078f, 0.105f}, rim{0.014f, 0.018f, 0.026f};
  Eigen::Vector3f floor{0.115f, 0.125f, 0.145f}, floor_lines{0.75f, 0.85f, 1.0f};
};

/// Everything of the world that is drawn in one picture.
struct DrawList {
  Camera camera;
  ViewSize size{4, 3};  ///< of the picture [pixels]
  FieldPaint paint;
  FloorGrid floor;
  Effects effects;
  BackdropColors backdrop;
  std::optional<CutPlane> cut;  ///< of meshes and patches
  std::vector<DrawnMesh> meshes;
  std::vector<DrawnPatch> patches;
  std::vector<DrawnRod> rods;
  std::vector<DrawnArrow> arrows;
  double newtons_per_metre = 0;  ///< scale of the arrows; 0: no arrows
  std::size_t bytes_sent = 0;    ///< of meshes and maps, to the graphics card for this picture
};

}  // namespace condyle

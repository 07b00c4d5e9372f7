#include "view/looks.h"

#include <cmath>

namespace condyle {
namespace {

// Young's moduli [Pa].
constexpr double k_softest_metal = 50e9, k_softest_bone = 2e9, k_softest_polymer = 50e6;
constexpr double k_softest_cartilage = 5e6;

constexpr float k_satin = 0.22f, k_smooth = 0.45f, k_matt = 0.7f;
constexpr float k_taut_glow = 0.55f;

using scene::MeshLook;

MeshLook look_of_layer(const ContactSurface* surface) {
  if (!surface) return MeshLook::grey;
  const double modulus = surface->layer(0).elastic_modulus;
  if (modulus >= k_softest_metal) return MeshLook::metal;
  if (modulus >= k_softest_bone) return MeshLook::bone;
  if (modulus >= k_softest_polymer) return MeshLook::polymer;
  if (modulus >= k_softest_cartilage) return MeshLook::cartilage;
  return MeshLook::rubber;
}

}  // namespace

Look look_of(const WorldMesh& mesh) {
  const bool by_layer = mesh.look == MeshLook::by_layer;
  switch (by_layer ? look_of_layer(mesh.surface.get()) : mesh.look) {
    case MeshLook::metal:
      return {{0.62f, 0.64f, 0.67f}, k_satin, 1};
    case MeshLook::bone:
      return {{0.76f, 0.62f, 0.44f}, k_matt, 0};
    case MeshLook::polymer:
      return {{0.74f, 0.67f, 0.53f}, k_smooth, 0};
    case MeshLook::cartilage:
      return {{0.62f, 0.66f, 0.70f}, k_smooth, 0};
    case MeshLook::rubber:
      return {{0.36f, 0.40f, 0.45f}, k_matt, 0};
    default:
      return {{0.30f, 0.34f, 0.40f}, k_smooth, 0};
  }
}

BackdropColors backdrop_colors(const ViewOptions& options) {
  BackdropColors colors;
  if (options.backdrop == Backdrop::light) {
    colors.middle = {0.93f, 0.94f, 0.95f};
    colors.rim = {0.70f, 0.72f, 0.75f};
    colors.floor = {0.80f, 0.81f, 0.83f};
    colors.floor_lines = {0.20f, 0.24f, 0.30f};
  }
  // Of the floor only shadows remain.
  if (options.plain_backdrop)
    colors.middle = colors.rim = colors.floor = colors.floor_lines =
        Eigen::Vector3f::Constant(*options.plain_backdrop);
  return colors;
}

Look arrow_look(ArrowKind kind) {
  switch (kind) {
    case ArrowKind::force:
      break;
    case ArrowKind::friction:
      return {{0.10f, 0.55f, 0.85f}, k_smooth, 0};
    case ArrowKind::moment:
      return {{0.62f, 0.30f, 0.85f}, k_smooth, 0};
  }
  return {{0.95f, 0.42f, 0.12f}, k_smooth, 0};
}

Look strand_look(const WorldStrand& strand, const StrandPaint& paint) {
  const Rgb8 color = strand_color(strand, paint);
  Look look{{0, 0, 0}, 0.5f, 0, painted_value(strand, paint.by) > 0 ? k_taut_glow : 0};
  for (int i = 0; i < 3; ++i) {
    look.color[i] = std::pow(static_cast<float>(color[i]) / 255, 2.2f);
  }
  return look;
}

}  // namespace condyle

#include "blended_solid.h"
#include "shapes.h"

// Bones of the right leg of an adult, as they are drawn around the joints of the scenes: round
// parts that flow into one another, in the frames of the implants (x forward, y up, z lateral), in
// millimetres. Sizes:
//   femur, below: 84 mm across the epicondyles (Terzidis et al. 2012: 88.6 mm men, 78.5 mm women);
//   femur, above: inclination 129 degrees, version 10 degrees (Toogood et al. 2009), head of 45 mm
//     below 1.5 mm of cartilage, its centre 43 mm off the shaft's axis (Noble et al. 1988);
//   tibia: plateau 76 x 47 mm (Egyptian men, Anthropometric measurements of non-arthritic knees,
//     J Orthop Surg Res 2021);
//   patella: 45 mm wide, 34 mm high, 22 mm thick (Iranpour et al. 2008);
//   pelvis: the anterior superior iliac spine 22 % of the distance between both (238 mm) before the
//     hip's centre, 30 % above and 14 % lateral of it (Bell et al. 1989).
// Ends of ligaments lie in the bones; tests/program/test_assets.cpp checks that.
namespace condyle::assets {
namespace {

using Eigen::Vector3d;

constexpr double k_mm = 1e-3;

BlendedPart ball(const Vector3d& centre, double radius, const Vector3d& stretch = {1, 1, 1}) {
  return {{k_mm * centre}, {k_mm * radius}, stretch};
}

/// The hull of two balls.
BlendedPart limb(const Vector3d& a, double a_radius, const Vector3d& b, double b_radius) {
  return {{k_mm * a, k_mm * b}, {k_mm * a_radius, k_mm * b_radius}};
}

BlendedPart plate(const Vector3d& a, const Vector3d& b, const Vector3d& c, double half_thickness) {
  return {{k_mm * a, k_mm * b, k_mm * c}, {k_mm * half_thickness}};
}

/// Cuts off what lies beyond `height` along `axis`.
Eigen::Hyperplane<double, 3> cut(const Vector3d& axis, double height) {
  return {axis, k_mm * height * axis};
}

TriangleMesh bone(const BlendedSolid& solid, const Vector3d& low, const Vector3d& high,
                  double cell) {
  return mesh_of(solid, {k_mm * low, k_mm * high}, k_mm * cell);
}

}  // namespace

TriangleMesh bone_distal_femur() {
  BlendedSolid femur;
  femur.parts = {// The condyles fill the component, whose inner face lies 7 mm inside its outline.
                 ball({8, 10, -20}, 22, {1, 1.04, 0.86}), ball({8, 10, 20}, 22, {1, 1.04, 0.86}),
                 ball({0, 0, -22}, 12.3, {1, 1, 1.25}), ball({0, 0, 22}, 12.3, {1, 1, 1.25}),
                 // Where the posterior cruciate ligament comes from.
                 ball({6, 6, -3}, 11),
                 // Epicondyles, where the collateral ligaments come from.
                 limb({3, 6, -30}, 12, {1, 3, -37.5}, 5.5), limb({3, 6, 29}, 12, {0, 3, 35.5}, 5.5),
                 limb({8, 18, -16}, 21, {11, 66, -2}, 14), limb({8, 18, 16}, 21, {11, 66, 2}, 14),
                 limb({11, 60, 0}, 14.5, {12, 170, 0}, 13.5)};
  femur.cuts = {cut({0, 1, 0}, 120)};
  return bone(femur, {-30, -30, -55}, {45, 130, 55}, 2.5);
}

TriangleMesh bone_proximal_tibia() {
  BlendedSolid tibia;
  tibia.parts = {
      limb({-1, -18, -15}, 22.5, {-1, -18, 15}, 22.5),
      // Where the posterior cruciate ligament ends.
      limb({-10, -18, 0}, 10, {-19.5, -14, -0.5}, 9.6), limb({0, -24, 0}, 22, {4, -70, -7}, 15.5),
      limb({4, -70, -7}, 15.5, {4, -160, -9}, 13),
      // Where the medial collateral ligament ends.
      limb({4, -50, -18}, 11, {3.5, -85, -25}, 9.2), limb({3.5, -85, -25}, 9.2, {4, -112, -17}, 6),
      // Where the tendon of the quadriceps ends.
      limb({12, -36, 2}, 14, {35, -54, 0.5}, 9), limb({35, -54, 0.5}, 8, {14, -95, -5}, 7),
      // The fibula, where the lateral collateral ligament ends.
      limb({-18, -35, 36}, 9.5, {-19, -50, 34}, 6.5),
      limb({-19, -50, 34}, 6.5, {-17, -160, 29}, 6)};
  tibia.cuts = {cut({0, 1, 0}, -8.1), cut({0, -1, 0}, 118)};
  return bone(tibia, {-35, -125, -50}, {55, 0, 55}, 2.5);
}

TriangleMesh bone_patella() {
  BlendedSolid patella;
  patella.parts = {ball({0, 2, 0}, 11, {0.95, 1.4, 2.0}), limb({1, 0, 0}, 8, {2, -14, 0}, 4)};
  return bone(patella, {-20, -28, -32}, {20, 26, 32}, 1.8);
}

TriangleMesh bone_proximal_femur() {
  const Vector3d neck_end(-7, -35, 43);
  BlendedSolid femur;
  femur.parts = {
      ball({0, 0, 0}, 22.5), limb({-2, -9, 11}, 15.5, neck_end, 16),
      // Greater and lesser trochanter.
      limb({-8, -32, 48}, 16, {-14, -6, 57}, 10), limb({-10, -55, 38}, 12, {-20, -66, 28}, 6),
      limb(neck_end, 18, {-5, -90, 40}, 14.5), limb({-5, -90, 40}, 14.5, {-4, -180, 32}, 13.5)};
  femur.cuts = {cut({0, -1, 0}, 130)};
  return bone(femur, {-40, -140, -30}, {35, 35, 80}, 2.5);
}

TriangleMesh bone_pelvis() {
  const Vector3d roof(-4, 34, -6), front_spine(45, 68, 29), crest(2, 112, 28);
  const Vector3d back_crest(-56, 104, -9), back_spine(-84, 72, -42), notch(-46, 30, -34);
  const Vector3d tuber(-24, -72, -22), symphysis(50, -14, -80);
  BlendedSolid pelvis;
  pelvis.blend_width = 0.020;
  pelvis.parts = {ball({0, 0, 0}, 37),
                  // Ilium: a blade with a thick rim.
                  plate(roof, front_spine, crest, 5), plate(roof, crest, back_crest, 5),
                  plate(roof, back_crest, back_spine, 5.5), plate(roof, back_spine, notch, 5.5),
                  limb(front_spine, 6, crest, 5), limb(crest, 5, back_crest, 5),
                  limb(back_crest, 5, back_spine, 7), limb(front_spine, 6, {34, 34, 14}, 6),
                  limb({34, 34, 14}, 6, {20, 24, 4}, 10),
                  // Ischium and pubis around the obturator foramen.
                  limb({-28, 14, -12}, 15, {-34, -34, -20}, 12),
                  limb({-34, -34, -20}, 12, tuber, 14), limb({26, 14, -16}, 13, {44, 2, -52}, 9),
                  limb({44, 2, -52}, 9, symphysis, 11), limb(symphysis, 10, {18, -54, -56}, 7),
                  limb({18, -54, -56}, 7, tuber, 10)};
  // The cup lies in the hollow, whose rim the cup's edge overlooks.
  pelvis.hollow = ball({0, 0, 0}, 30.8);
  const Eigen::AlignedBox3d box(Vector3d(-110, -100, -105), Vector3d(75, 140, 60));
  return bone(pelvis, box.min(), box.max(), 2.7);
}

}  // namespace condyle::assets

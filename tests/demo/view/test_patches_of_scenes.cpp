#include <catch2/catch.hpp>

#include "condyle/contact/patch_surface.h"
#include "condyle/scene/scene_file.h"
#include "world/scene_world.h"

namespace condyle::test::patches_of_scenes_tests {

namespace {

struct Shown {
  double area = 0;
  Eigen::Vector3d traction = Eigen::Vector3d::Zero();  // integral of p n [N]
};

Shown shown(const TriangleMesh& mesh, std::span<const PatchPiece> pieces) {
  Shown sum;
  for (const PatchPiece& piece : pieces) {
    const auto& [a, b, c] = mesh.triangles[piece.triangle];
    std::array<Eigen::Vector3d, 3> p;
    double mean = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector3d& w = piece.corners[k].weights;
      p[k] = w[0] * mesh.vertices[a] + w[1] * mesh.vertices[b] + w[2] * mesh.vertices[c];
      mean += piece.corners[k].value / 3;
    }
    const double area = (p[1] - p[0]).cross(p[2] - p[0]).norm() / 2;
    sum.area += area;
    sum.traction += mean * area * area_vector_doubled(mesh, piece.triangle).normalized();
  }
  return sum;
}

// Area of the target below casting triangles in contact, along their rays.
double area_along_rays(const ContactPair& pair) {
  double area = 0;
  for (const ProximityHit& hit : pair.result().hits) {
    if (hit.proximity <= 0) continue;
    const Eigen::Vector3d n_T = pair.pose().linear() * pair.target().normals()[hit.target_triangle];
    area += pair.casting().areas()[hit.casting_triangle] /
            std::abs(n_T.dot(pair.casting().normals()[hit.casting_triangle]));
  }
  return area;
}

// Checks both sides in the casting mesh frame. Patches only show pressure, so friction is
// subtracted.
void check_patch(const ContactPair& pair, PatchStyle style) {
  PatchSurface patch;
  patch.make(pair, style);
  const ContactStatistics& total = pair.result().total;
  const Eigen::Vector3d force = total.contact_force - total.friction_force;
  const Shown casting = shown(pair.casting().mesh(), patch.on_casting());
  const Shown target = shown(pair.target().mesh(), patch.on_target());
  CHECK(casting.area == Approx(total.contact_area).epsilon(0.02));
  const double footprint = area_along_rays(pair);
  CHECK(target.area == Approx(footprint).epsilon(0.02));
  // Pressure acts along the normals of one side. The force drawn on the other side differs as the
  // areas of both sides differ.
  const double other = std::abs(footprint / total.contact_area - 1) + 0.01;
  const bool follows_target = pair.settings().force_direction == ForceDirection::target;
  CHECK((casting.traction + force).norm() < (follows_target ? other : 0.005) * force.norm());
  CHECK((pair.pose().linear() * target.traction - force).norm() <
        (follows_target ? 0.01 : other) * force.norm());
}

void check_scene(const std::string& name, double seconds) {
  SceneWorld world(scene::read_scene(find_scene(name)));
  const double dt = 1 / world.scene().rate;
  while (world.time() < seconds) world.step(dt);
  int contacts = 0;
  for (const WorldContact& contact : world.contacts()) {
    if (!contact.report || contact.report->result().total.n_contacting == 0) continue;
    ++contacts;
    INFO(name << ", " << contact.name << " at " << world.time() << " s");
    for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth})
      check_patch(contact.report->pair(), style);
  }
  CHECK(contacts > 0);
}

}  // namespace

TEST_CASE("patches of scenes: the knee shows its contact's area and force on both sides",
          "[patch]") {
  check_scene("knee_replacement", 0.2);
}

TEST_CASE(
    "patches of scenes: the pads and the can show their contacts' area and force on both sides",
    "[patch]") {
  check_scene("finger_pad", 0.2);
  check_scene("finger_pad", 1.6);
}

// The result's pose is at the start of a step in which the cam moves by six times the depth.
TEST_CASE("patches of scenes: what a driven cam presses shows its contact's area and force",
          "[patch]") {
  for (const double time : {0.1, 0.3, 0.633}) check_scene("cam_follower", time);
}

TEST_CASE("patches of scenes: a block on coarse triangles shows its contact's area and force",
          "[patch]") {
  check_scene("gripper", 0.2);
}

TEST_CASE("patches of scenes: a skin of coarse triangles shows its contact's area on both sides",
          "[patch]") {
  SceneWorld world(scene::read_scene(find_scene("soft_pad")));
  for (int i = 0; i < 240; ++i) world.step(1 / world.scene().rate);
  const WorldContact& contact = world.contacts()[0];
  REQUIRE(contact.report);
  const ContactPair& pair = contact.report->pair();
  REQUIRE(pair.result().total.n_contacting > 0);
  PatchSurface patch;
  patch.make(pair, PatchStyle::smooth);
  CHECK(shown(pair.casting().mesh(), patch.on_casting()).area ==
        Approx(pair.result().total.contact_area).epsilon(0.02));
}

}  // namespace condyle::test::patches_of_scenes_tests

// A copy of a pair's result stays while the pair goes on, and reads as the pair did.
#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/patch_surface.h"
#include "condyle/mesh/primitives.h"

namespace condyle::test::shown_pair_tests {
namespace {

constexpr Layer k_layer{5e6, 0.4, 0.005};

Pose lifted(double z) { return Pose(Eigen::Translation3d(0.001, 0.002, z)); }

std::vector<double> seen(const ContactPair& pair) {
  const ContactResult& result = pair.result();
  std::vector<double> numbers{static_cast<double>(result.hits.size()),
                              static_cast<double>(result.total.n_contacting),
                              static_cast<double>(result.patches.size()), pair.share()};
  const auto add = [&numbers](const auto& values) {
    numbers.insert(numbers.end(), values.data(), values.data() + values.size());
  };
  for (const SideMap* map : {&pair.casting_map(), &pair.target_map()}) {
    add(map->pressure);
    add(map->proximity);
  }
  add(result.total.contact_force);
  add(result.total.friction_force);
  add(result.damping.get());
  for (const RegionStatistics& region : result.regions) add(region.statistics.contact_force);
  for (const ContactPatch& patch : result.patches) add(patch.statistics.contact_force);
  for (const Eigen::Vector3d& traction : result.traction) add(traction);
  for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
    PatchSurface surface;
    surface.make(pair, style);
    for (const auto pieces : {surface.on_casting(), surface.on_target()})
      for (const PatchPiece& piece : pieces)
        for (const PatchCorner& corner : piece.corners) numbers.push_back(corner.value);
  }
  return numbers;
}

struct Surfaces {
  std::shared_ptr<const ContactSurface> ball =
      std::make_shared<ContactSurface>(mesh::make_icosphere(0.03, 3), k_layer, "ball");
  std::shared_ptr<const ContactSurface> plate =
      std::make_shared<ContactSurface>(mesh::make_plane_grid(0.1, 0.1, 30, 30), k_layer, "plate");
};

/// The pair at two poses; the copy of the first stays, and shows the second when it is told to.
void check_copy(ContactPair& pair) {
  const Twist slides{{0, 0, 1}, {0.1, 0.05, -0.01}};
  pair.evaluate(lifted(-0.0285), slides);
  REQUIRE(pair.result().total.n_contacting > 3);
  const std::vector<double> first = seen(pair);
  ContactPair copy = pair.shown();
  CHECK((seen(copy) == first));
  pair.evaluate(lifted(-0.028), slides);
  const std::vector<double> second = seen(pair);
  REQUIRE_FALSE(second == first);
  CHECK((seen(copy) == first));
  CHECK(copy.pose().isApprox(lifted(-0.0285)));
  REQUIRE(copy.show(pair));
  CHECK((seen(copy) == second));
  pair.evaluate(lifted(-0.5));
  CHECK((seen(copy) == second));
  REQUIRE(copy.show(pair));
  CHECK(copy.result().hits.empty());
  CHECK(copy.result().total.contact_force.isZero());
}

}  // namespace

TEST_CASE("a copy of a result reads as the pair did", "[contact][shown]") {
  const Surfaces surfaces;
  ContactSettings settings;
  settings.dissipation = 1;
  settings.friction.static_coefficient = settings.friction.dynamic_coefficient = 0.3;
  SECTION("of springs") {
    ContactPair pair(surfaces.ball, surfaces.plate, settings,
                     {half_space_region(*surfaces.ball, "half", {0, 0, 0}, {1, 0, 0})});
    pair.set_share(0.5);
    check_copy(pair);
    CHECK(pair.shown().result().regions.back().name == "half");
  }
  SECTION("of nodes") {
    settings.casts_from = CastingElements::nodes;
    ContactPair pair(surfaces.plate, surfaces.ball, settings);
    const Pose X_CT = lifted(0.0285);
    pair.evaluate(X_CT);
    const std::vector<double> first = seen(pair);
    const ContactPair copy = pair.shown();
    pair.evaluate(lifted(0.028));
    CHECK((seen(copy) == first));
  }
  SECTION("of patches") {
    settings.normal.kind = NormalLawKind::hertz;
    settings.normal.stiffness = 1e5;
    ContactPair pair(surfaces.ball, surfaces.plate, settings);
    check_copy(pair);
  }
  SECTION("of an elastic layer, without its stiffness") {
    settings.formulation = Formulation::elastic_layer;
    settings.node_spacing = 0.004;
    ContactPair pair(surfaces.ball, surfaces.plate, settings);
    check_copy(pair);
    pair.evaluate(lifted(-0.0285));
    CHECK(std::isnan(pair.shown().result().stiffness(0, 0)));
    CHECK(pair.result().stiffness(5, 5) > 0);
  }
  SECTION("of a shape whose triangles are divided") {
    const auto ball =
        std::make_shared<ContactSurface>(geometry::Sphere{0.03}, mesh::make_icosphere(0.03, 1),
                                         k_layer, "ball", TriangleDivision::on_all);
    ContactPair pair(ball, surfaces.plate, settings);
    check_copy(pair);
  }
}

TEST_CASE("a copy of a result on a surface that deforms has a surface of its own",
          "[contact][shown]") {
  const Surfaces surfaces;
  DeformableSurface soft(mesh::make_plane_grid(0.1, 0.1, 30, 30), k_layer, "pad");
  ContactPair pair(surfaces.ball, soft.surface(), {});
  pair.evaluate(lifted(-0.0285));
  const std::vector<double> first = seen(pair);
  ContactPair copy = pair.shown();
  std::vector<Eigen::Vector3d> moved = soft.surface()->mesh().vertices;
  for (Eigen::Vector3d& p : moved) p.z() += 5e-4;
  soft.move_vertices(moved);
  pair.evaluate(lifted(-0.0285));
  const std::vector<double> second = seen(pair);
  REQUIRE_FALSE(second == first);
  CHECK((seen(copy) == first));
  CHECK(copy.target().mesh().vertices[0].z() == 0);
  REQUIRE(copy.show(pair));
  CHECK((seen(copy) == second));
}

TEST_CASE("a copy refuses the result of other surfaces", "[contact][shown]") {
  const Surfaces surfaces, others;
  ContactPair pair(surfaces.ball, surfaces.plate, {}), other(surfaces.ball, others.plate, {});
  pair.evaluate(lifted(-0.0285));
  other.evaluate(lifted(-0.028));
  ContactPair copy = pair.shown();
  const std::vector<double> first = seen(copy);
  CHECK_FALSE(copy.show(other));
  CHECK((seen(copy) == first));
}

}  // namespace condyle::test::shown_pair_tests

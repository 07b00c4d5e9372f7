// Vertices that the user moves: the pair's results are those of a new pair on the moved mesh.
#include <catch2/catch.hpp>

#include "condyle/contact/contact_surface.h"
#include "condyle/error.h"
#include "core/collision/random_geometry.h"
#include "core/contact/contact_cases.h"
#include "core/contact/same_bits.h"
#include "core/src/collision/proximity_search.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/collision/shape_search.h"
#include "core/src/contact/contact_evaluator.h"
#include "support/allocation_counter.h"
#include "support/few_or_all.h"

namespace condyle::test::deformable_surface_tests {

namespace {

/// Deforms a mesh like a step of a soft body: waves of random length and height, and bumps.
class Deformer {
 public:
  Deformer(unsigned seed, double size) : random_(seed), size_(size) {}

  std::vector<Vector3d> moved(const TriangleMesh& rest, double amplitude) {
    const Vector3d wave = random_.direction() * random_.uniform(1, 6) / size_;
    const Vector3d shift = random_.direction() * amplitude * random_.uniform(0, 1);
    const double phase = random_.uniform(0, 6);
    std::vector<Vector3d> vertices;
    for (const Vector3d& v : rest.vertices)
      vertices.push_back(v + std::sin(wave.dot(v) + phase) * shift +
                         random_.vector(0.02 * amplitude));
    return vertices;
  }
  Pose touching_pose(double distance) {
    Pose X = random_.pose(3, 0);
    X.translation() = distance * random_.direction();
    return X;
  }
  RandomGeometry& random() { return random_; }

 private:
  RandomGeometry random_;
  double size_;
};

const ContactSettings k_settings{.min_proximity = -1e-3,
                                 .formulation = Formulation::nonlinear,
                                 .dissipation = 1,
                                 .friction = {.static_coefficient = 0.2}};
const Twist k_twist{{1, 2, 3}, {0.1, 0.2, -0.1}};

std::shared_ptr<const ContactSurface> copy_at_rest(const DeformableSurface& moved) {
  return surface(moved.surface()->mesh());
}

std::vector<ProximityHit> hits_by_brute_force(const ContactSurface& casting,
                                              const ContactSurface& target, const Pose& X_CT,
                                              const ProximityWindow& window) {
  std::vector<ProximityHit> hits;
  const CastingRays rays{casting.centroids(), casting.normals()};
  if (target.shape() != nullptr)
    find_by_brute_force(rays, *target.shape(), X_CT, window, hits);
  else
    find_by_brute_force(rays, target.mesh(), X_CT, window, hits);
  return hits;
}

void require_same_hits(std::span<const ProximityHit> a, std::span<const ProximityHit> b) {
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].casting_triangle == b[i].casting_triangle);
    REQUIRE(a[i].target_triangle == b[i].target_triangle);
    REQUIRE(a[i].proximity == b[i].proximity);
  }
}

}  // namespace

TEST_CASE("a pair of moved surfaces finds what a new pair on the moved meshes finds, to the bit",
          "[contact][deformable][rounds]") {
  const unsigned seed = GENERATE(range(1u, few_or_all(2u, 4u)));
  CAPTURE(seed);
  const TriangleMesh ball = mesh::make_ellipsoid({15e-3, 18e-3, 16e-3}, 3);
  const TriangleMesh ring = mesh::make_torus(15e-3, 8e-3, 48, 24);
  DeformableSurface casting(ball, k_layer), target(ring, k_layer);
  const bool target_rests = seed == 3;
  const auto rigid_ring = surface(ring);
  ContactPair pair(casting.surface(), target_rests ? rigid_ring : target.surface(), k_settings);
  Deformer deformer(seed, 15e-3);
  const ProximityWindow window{k_settings.min_proximity, k_settings.max_proximity, false};
  int in_contact = 0;
  const int builds = target.surface()->tree().builds();
  for (int step = 0; step < 24; ++step) {
    CAPTURE(step);
    const double amplitude = step % 10 == 9 ? 6e-3 : 1e-3;
    if (step % 3 != 1) casting.move_vertices(deformer.moved(ball, amplitude));
    if (step % 4 != 2 && !target_rests) target.move_vertices(deformer.moved(ring, amplitude));
    if (step == 14)
      casting.move_vertices(deformer.moved(transformed(ball, translation(1, 2, 3)), 0));
    if (step == 15) casting.move_vertices(deformer.moved(ball, amplitude));
    const Pose X_CT = deformer.touching_pose(29e-3);
    const auto new_casting = copy_at_rest(casting);
    const auto new_target = target_rests ? rigid_ring : copy_at_rest(target);
    require_same_hits(pair.evaluator().find_hits(X_CT),
                      hits_by_brute_force(*new_casting, *new_target, X_CT, window));
    ContactPair fresh(new_casting, new_target, k_settings);
    CHECK(difference_of_bits(pair.evaluate(X_CT, k_twist), fresh.evaluate(X_CT, k_twist)) == "");
    if (step % 3 != 1) CHECK(same_bits(pair.target_map(), fresh.target_map()));
    in_contact += pair.result().total.n_contacting > 0;
  }
  CHECK(in_contact > 6);  // otherwise the test would prove nothing
  if (!target_rests) CHECK(target.surface()->revision() > 12);
  CHECK(builds == 1);
}

TEST_CASE("a moved surface casts on a shape as a new one does", "[contact][deformable]") {
  const unsigned seed = GENERATE(5u, 6u);
  CAPTURE(seed);
  const TriangleMesh ball = mesh::make_ellipsoid({15e-3, 18e-3, 16e-3}, 3);
  DeformableSurface casting(ball, k_layer);
  const auto torus = std::make_shared<const ContactSurface>(
      geometry::Torus{15e-3, 8e-3}, mesh::make_torus(15e-3, 8e-3, 48, 24), k_layer);
  ContactPair pair(casting.surface(), torus, k_settings);
  Deformer deformer(seed, 15e-3);
  for (int step = 0; step < 30; ++step) {
    CAPTURE(step);
    if (step % 3 != 1) casting.move_vertices(deformer.moved(ball, 2e-3));
    const Pose X_CT = deformer.touching_pose(29e-3);
    const auto new_casting = copy_at_rest(casting);
    require_same_hits(
        pair.evaluator().find_hits(X_CT),
        hits_by_brute_force(*new_casting, *torus, X_CT, {-1e-3, k_settings.max_proximity, false}));
    ContactPair fresh(new_casting, torus, k_settings);
    CHECK(difference_of_bits(pair.evaluate(X_CT, k_twist), fresh.evaluate(X_CT, k_twist)) == "");
    CHECK(same_bits(pair.target_map(), fresh.target_map()));
  }
}

TEST_CASE("a hierarchy is built anew where its boxes have grown too much, and not before",
          "[contact][deformable]") {
  RandomGeometry random(7);
  const TriangleMesh ball = mesh::make_icosphere(20e-3, 4);
  DeformableSurface moved(ball, k_layer);
  std::vector<Vector3d> vertices = ball.vertices;
  // Rigid motion and growth do not rebuild the tree.
  for (Vector3d& v : vertices) v = 3 * v + Vector3d(0.1, 0, 0);
  moved.move_vertices(vertices);
  CHECK(moved.surface()->tree().builds() == 1);
  // Folds the mesh flat along two axes in small steps, which moves neighbours far apart.
  for (int step = 0; step < 30 && moved.surface()->tree().builds() == 1; ++step) {
    for (Vector3d& v : vertices) v += random.vector(2e-3);
    moved.move_vertices(vertices);
  }
  CHECK(moved.surface()->tree().builds() == 2);
  ContactPair pair(surface(plate()), moved.surface(), {});
  require_same_hits(pair.evaluator().find_hits(translation(0, 0, -1e-3), 5e-3),
                    hits_by_brute_force(pair.casting(), pair.target(), translation(0, 0, -1e-3),
                                        {-5e-3, pair.settings().max_proximity, false}));
}

TEST_CASE("a move that cannot be is refused, and changes nothing", "[contact][deformable]") {
  const TriangleMesh ball = mesh::make_icosphere(20e-3, 2);
  DeformableSurface moved(ball, k_layer, "pad");
  std::vector<Vector3d> vertices = ball.vertices;
  const auto message = [&](std::span<const Vector3d> v, std::span<const Vector3d> u = {}) {
    try {
      moved.move_vertices(v, u);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(message(std::span(vertices).first(3)), Catch::Contains("pad: 3 vertices"));
  CHECK_THAT(message(vertices, std::span(vertices).first(2)), Catch::Contains("2 velocities"));
  vertices[5].y() = std::nan("");
  CHECK_THAT(message(vertices), Catch::Contains("vertex 5 is not finite"));
  vertices = ball.vertices;
  const auto& [a, b, c] = ball.triangles[17];
  vertices[c] = vertices[a];
  CHECK_THAT(message(vertices), Catch::Contains("would become degenerate"));
  CHECK(moved.surface()->revision() == 0);
  const ContactSurface untouched(ball, k_layer);
  CHECK(std::ranges::equal(moved.surface()->normals(), untouched.normals()));
  CHECK(moved.surface()->mesh().vertices == ball.vertices);
}

TEST_CASE("velocities of vertices count in rate and slip as those of the body do",
          "[contact][deformable]") {
  // All vertices with one velocity act like a body with that velocity.
  const bool casting_moves = GENERATE(true, false);
  const TriangleMesh ball = mesh::make_icosphere(30e-3, 4);
  DeformableSurface soft(casting_moves ? ball : plate(), k_layer);
  const auto rigid = surface(casting_moves ? plate() : ball);
  ContactPair pair(casting_moves ? soft.surface() : rigid, casting_moves ? rigid : soft.surface(),
                   k_settings);
  const auto& mesh = soft.surface()->mesh();
  const std::vector<Vector3d> places = mesh.vertices;
  const Pose X_CT = casting_moves ? translation(0, 0, -29.5e-3)
                                  : translation(0, 0, 29.5e-3) * rotation(3.14159265, {1, 0, 0});
  const Vector3d velocity_C(0.02, 0.01, -0.1);
  const ContactResult as_body = pair.evaluate(X_CT, {{0, 0, 0}, velocity_C});
  const Vector3d own =
      casting_moves ? velocity_C : Vector3d(X_CT.linear().transpose() * -velocity_C);
  soft.move_vertices(places, std::vector<Vector3d>(places.size(), own));
  const ContactResult as_vertices = pair.evaluate(X_CT);
  REQUIRE(as_body.total.n_contacting > 10);
  // The sums differ only by the rounding of turned velocities.
  CHECK((as_vertices.F_casting_C.force - as_body.F_casting_C.force).norm() <
        1e-12 * as_body.F_casting_C.force.norm());
  soft.move_vertices(places);
  CHECK((pair.evaluate(X_CT).F_casting_C.force - as_body.F_casting_C.force).norm() >
        1e-3 * as_body.F_casting_C.force.norm());
}

TEST_CASE("moving a surface allocates nothing once it has been moved", "[contact][deformable]") {
  const TriangleMesh ball = mesh::make_icosphere(20e-3, 4);
  DeformableSurface casting(ball, k_layer);
  DeformableSurface target(mesh::make_torus(15e-3, 8e-3, 96, 48), k_layer);
  ContactPair pair(casting.surface(), target.surface(), k_settings);
  std::vector<Vector3d> moved = ball.vertices, ring = target.surface()->mesh().vertices;
  const auto step = [&](int i) {
    for (std::size_t k = 0; k < moved.size(); ++k)
      moved[k] = ball.vertices[k] * (1 - 0.001 * (i % 20));
    casting.move_vertices(moved, moved);
    target.move_vertices(ring);
    pair.evaluate(translation(0, 0, 22.5e-3), k_twist);
    pair.target_map();
  };
  step(0);
  REQUIRE(pair.result().total.n_contacting > 50);
  const long before = allocation_count();
  for (int i = 0; i < 50; ++i) step(i);
  CHECK(allocation_count() == before);
}

}  // namespace condyle::test::deformable_surface_tests

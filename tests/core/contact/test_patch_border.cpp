#include <catch2/catch.hpp>
#include <random>

#include "condyle/contact/patch_surface.h"
#include "core/contact/contact_cases.h"

namespace condyle::test::patch_border_tests {

namespace {

constexpr double k_socket = 0.02;  // radius [m]

/// A sphere whose vertices are moved along it by up to a fifth of a side, so that no two triangles
/// are alike.
TriangleMesh uneven_ball(double radius, int subdivisions, std::mt19937& random) {
  TriangleMesh ball = mesh::make_icosphere(radius, subdivisions);
  const double side = radius * 1.1 / std::pow(2, subdivisions);
  std::uniform_real_distribution<double> shift(-0.2 * side, 0.2 * side);
  for (Vector3d& p : ball.vertices)
    p = radius * (p + Vector3d(shift(random), shift(random), shift(random))).normalized();
  return ball;
}

/// A head in a socket, `clearance` smaller and `depth` deep in it along a random direction. Lengths
/// over the socket's radius.
struct Joint {
  ContactPair pair;
  Vector3d into_C;  ///< where the head is deepest

  Joint(double clearance, double depth, std::mt19937& random, const ContactSettings& settings = {})
      : pair(surface(inverted(uneven_ball(k_socket, 4, random))),
             surface(uneven_ball(k_socket * (1 - clearance), 5, random)), settings) {
    const auto direction = [&random] {
      std::normal_distribution<double> normal;
      return Vector3d(normal(random), normal(random), normal(random)).normalized().eval();
    };
    into_C = direction();
    Pose X_CT = rotation(1, direction());
    X_CT.translation() = k_socket * (clearance + depth) * into_C;
    pair.evaluate(X_CT);
  }
};

/// Whether the point of a triangle with these barycentric weights lies in one of the pieces.
bool is_covered(std::span<const PatchPiece> pieces, const Vector3d& weights) {
  const auto left_of = [&](const Vector3d& a, const Vector3d& b) {
    return (b[1] - a[1]) * (weights[2] - a[2]) - (b[2] - a[2]) * (weights[1] - a[1]);
  };
  constexpr double k_rounding = 1e-12;
  return std::ranges::any_of(pieces, [&](const PatchPiece& piece) {
    const auto& [a, b, c] = piece.corners;
    const double first = left_of(a.weights, b.weights), second = left_of(b.weights, c.weights),
                 third = left_of(c.weights, a.weights);
    return std::min({first, second, third}) >= -k_rounding ||
           std::max({first, second, third}) <= k_rounding;
  });
}

/// Calls visit(p, covered) for points of the mesh, one per triangle.
template <class Visit>
void for_each_point(const TriangleMesh& mesh, std::span<const PatchPiece> pieces,
                    std::mt19937& random, const Visit& visit) {
  std::vector<std::vector<PatchPiece>> of_triangle(mesh.triangles.size());
  for (const PatchPiece& piece : pieces)
    of_triangle[static_cast<std::size_t>(piece.triangle)].push_back(piece);
  std::uniform_real_distribution<double> part(0, 1);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const double u = std::sqrt(part(random)), v = part(random);
    const Vector3d weights(1 - u, u * (1 - v), u * v);
    const auto& [a, b, c] = mesh.triangles[t];
    visit(weights[0] * mesh.vertices[a] + weights[1] * mesh.vertices[b] +
              weights[2] * mesh.vertices[c],
          is_covered(of_triangle[t], weights));
  }
}

}  // namespace

TEST_CASE("patch border: below a hollow casting mesh the target has no pinholes", "[patch]") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  for (const auto casts_from : {CastingElements::triangles, CastingElements::nodes}) {
    for (const double depth : {0.004, 0.02, 0.08}) {
      ContactSettings settings;
      settings.casts_from = casts_from;
      Joint joint(0.01, depth, random, settings);
      for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
        INFO("depth " << depth << (style == PatchStyle::flat ? ", flat" : ", smooth"));
        PatchSurface patch;
        patch.make(joint.pair, style);
        int holes = 0, points = 0;
        for_each_point(joint.pair.target().mesh(), patch.on_target(), random,
                       [&](const Vector3d& p, bool covered) {
                         const double out = (joint.pair.pose() * p).norm() / k_socket - 1;
                         if (out < 0.5 * depth) return;  // within, or near the border
                         ++points;
                         holes += !covered;
                       });
        CHECK(points > 1000);
        CHECK(holes == 0);
      }
    }
  }
}

TEST_CASE("patch border: of two fine meshes it is a line, not the fray of their facets",
          "[patch]") {
  const unsigned seed = std::random_device()();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  constexpr double k_triangle = 1.1 / 16;      // side of a casting triangle over the radius
  for (const double depth : {0.002, 0.004}) {  // facets lie up to 0.0015 off their spheres
    Joint joint(0.01, depth, random);
    PatchSurface patch;
    patch.make(joint.pair, PatchStyle::smooth);
    double first_bare = 10, last_covered = 0;  // angles from the axis
    for_each_point(joint.pair.target().mesh(), patch.on_target(), random,
                   [&](const Vector3d& p, bool covered) {
                     const Vector3d p_C = joint.pair.pose() * p;
                     const double angle = std::acos(p_C.normalized().dot(joint.into_C));
                     if (covered)
                       last_covered = std::max(last_covered, angle);
                     else
                       first_bare = std::min(first_bare, angle);
                   });
    // Frayed, the border is one and a half triangles wide on either side of the line, and has holes
    // far inside.
    CHECK(last_covered - first_bare < 1.2 * k_triangle);
  }
}

}  // namespace condyle::test::patch_border_tests

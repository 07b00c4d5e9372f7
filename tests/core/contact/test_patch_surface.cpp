#include <catch2/catch.hpp>
#include <limits>
#include <set>

#include "condyle/contact/patch_surface.h"
#include "core/contact/contact_cases.h"
#include "core/src/geometry/turn_between.h"
#include "support/allocation_counter.h"

namespace condyle::test::patch_surface_tests {

namespace {

constexpr double k_area = 0.02;  // relative to the contact's area
constexpr double k_ball = 0.02;  // radius [m]
constexpr double k_depth = k_ball / 100;

/// Integrals over the surface drawn on one side: area, pressure, and traction, which is pressure
/// along the outward normal.
struct Shown {
  double area = 0, force = 0, greatest = 0;
  Vector3d traction = Vector3d::Zero();
};

Vector3d place(const TriangleMesh& mesh, const PatchPiece& piece, std::size_t corner) {
  const auto& [a, b, c] = mesh.triangles[piece.triangle];
  const Vector3d& weights = piece.corners[corner].weights;
  return weights[0] * mesh.vertices[a] + weights[1] * mesh.vertices[b] +
         weights[2] * mesh.vertices[c];
}

Shown shown(const TriangleMesh& mesh, std::span<const PatchPiece> pieces) {
  Shown sum;
  for (const PatchPiece& piece : pieces) {
    const Vector3d a = place(mesh, piece, 0);
    const double area = (place(mesh, piece, 1) - a).cross(place(mesh, piece, 2) - a).norm() / 2;
    double mean = 0;
    for (const PatchCorner& corner : piece.corners) {
      mean += corner.value / 3;
      sum.greatest = std::max(sum.greatest, corner.value);
    }
    sum.area += area;
    sum.force += mean * area;
    sum.traction += mean * area * area_vector_doubled(mesh, piece.triangle).normalized();
  }
  return sum;
}

/// Sum of pressure times area over the casting triangles.
double force_of(const ContactPair& pair) {
  double force = 0;
  for (const ProximityHit& hit : pair.result().hits)
    force += pair.result().casting->pressure[hit.casting_triangle] *
             pair.casting().areas()[hit.casting_triangle];
  return force;
}

struct Meeting {
  const char* name;
  std::shared_ptr<const ContactSurface> casting, target;
  Pose X_CT;
};

TriangleMesh plate(int segments) {
  return mesh::make_box({0.1, 0.1, 0.02}, {segments, segments, 2});
}
TriangleMesh ball(int subdivisions) { return mesh::make_icosphere(k_ball, subdivisions); }

/// Pose of a plate of 20 mm below the ball, without symmetry.
Pose plate_below_ball(double depth) { return translation(0.0003, 0.0002, -0.01 - k_ball + depth); }

/// Pose of a box that stands on its corner, 4 mm deep.
Pose plate_below_corner() {
  Pose X_TC = translation(0.001, 0.0004, 0.01 + 0.01 * std::sqrt(3.0) - 0.004);
  X_TC.linear() = geometry::turn_between(Vector3d(1, 1, 1), -Vector3d::UnitZ());
  return X_TC.inverse();
}

TriangleMesh corner_box(int segments) {
  return mesh::make_box({0.02, 0.02, 0.02}, {segments, segments, segments});
}

/// Contacts of five to a thousand triangles, on targets of twelve to thousands of triangles.
std::vector<Meeting> meetings() {
  std::vector<Meeting> all;
  const Pose below = plate_below_ball(k_depth), coarse = plate_below_ball(2.5 * k_depth);
  all.push_back({"coarse ball on 12 triangles", surface(ball(3)), surface(plate(1)), coarse});
  all.push_back({"coarse ball on a fine plate", surface(ball(3)), surface(plate(40)), coarse});
  all.push_back({"ball on 12 triangles", surface(ball(5)), surface(plate(1)), below});
  all.push_back({"fine ball on a plate", surface(ball(6)), surface(plate(20)), below});
  all.push_back(
      {"coarse plate under a fine ball", surface(plate(40)), surface(ball(6)), coarse.inverse()});
  all.push_back(
      {"fine plate under a coarse ball", surface(plate(200)), surface(ball(3)), coarse.inverse()});
  const Pose corner = plate_below_corner();
  all.push_back({"corner of a coarse box", surface(corner_box(4)), surface(plate(1)), corner});
  all.push_back({"corner of a fine box", surface(corner_box(30)), surface(plate(9)), corner});
  all.push_back(
      {"fine plate under a corner", surface(plate(90)), surface(corner_box(2)), corner.inverse()});
  return all;
}

}  // namespace

TEST_CASE("patch surface: on the casting side it has the contact's area and force", "[patch]") {
  for (const Meeting& meeting : meetings()) {
    INFO(meeting.name);
    ContactPair pair(meeting.casting, meeting.target, along_casting());
    const ContactStatistics& total = pair.evaluate(meeting.X_CT).total;
    REQUIRE(total.n_contacting >= 5);
    for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
      INFO((style == PatchStyle::flat ? "flat" : "smooth"));
      PatchSurface patch;
      patch.make(pair, style);
      const Shown side = shown(pair.casting().mesh(), patch.on_casting());
      CHECK(side.area == Approx(total.contact_area).epsilon(k_area));
      CHECK(side.force == Approx(force_of(pair)).epsilon(0.002));
      // Flat shows the exact forces, to rounding. At the border the result counts whole triangles,
      // while smooth cuts them: of n triangles in contact three may have their force elsewhere.
      const double tolerance = style == PatchStyle::flat ? 1e-9
                               : total.n_contacting > 40 ? 0.005
                                                         : 3.0 / total.n_contacting;
      CHECK((side.traction + total.contact_force).norm() < tolerance * total.contact_force.norm());
      CHECK(side.greatest <= total.max_pressure * (1 + 1e-12));
    }
  }
}

TEST_CASE("patch surface: on the target it is as large as casting triangles seen along their rays",
          "[patch]") {
  for (const Meeting& meeting : meetings()) {
    INFO(meeting.name);
    ContactPair pair(meeting.casting, meeting.target, ContactSettings());
    const ContactResult& result = pair.evaluate(meeting.X_CT);
    double footprint = 0;  // area of the part that lies over the target
    for (const ProximityHit& hit : result.hits) {
      const Vector3d n_T = meeting.X_CT.linear() * meeting.target->normals()[hit.target_triangle];
      const double cosine = meeting.casting->normals()[hit.casting_triangle].dot(n_T);
      footprint += meeting.casting->areas()[hit.casting_triangle] / std::abs(cosine);
    }
    for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
      INFO((style == PatchStyle::flat ? "flat" : "smooth"));
      PatchSurface patch;
      patch.make(pair, style);
      CHECK(shown(pair.target().mesh(), patch.on_target()).area ==
            Approx(footprint).epsilon(k_area));
    }
  }
}

// The target's side is shifted against the casting side by the depth, and so its area and force
// differ by parts of the size of depth over radius: here 1 %.
TEST_CASE("patch surface: on the target of a shallow contact it has the contact's area and force",
          "[patch]") {
  for (const bool ball_casts : {true, false}) {
    const Pose X = plate_below_ball(k_depth);
    const auto round = surface(ball(6)), flat = surface(plate(160));
    ContactPair pair = ball_casts ? ContactPair(round, flat, ContactSettings())
                                  : ContactPair(flat, round, ContactSettings());
    const Pose X_CT = ball_casts ? X : X.inverse();
    const ContactStatistics& total = pair.evaluate(X_CT).total;
    for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
      PatchSurface patch;
      patch.make(pair, style);
      const Shown side = shown(pair.target().mesh(), patch.on_target());
      CHECK(side.area == Approx(total.contact_area).epsilon(k_area));
      const Vector3d traction_C = X_CT.linear() * side.traction;
      CHECK((traction_C - total.contact_force).norm() < 0.01 * total.contact_force.norm());
    }
  }
}

TEST_CASE("patch surface: ends at the border of contact, on coarse triangles too", "[patch]") {
  const double depth = 2.5 * k_depth, border = std::sqrt(2 * k_ball * depth - depth * depth);
  const Pose X_CT = plate_below_ball(depth);
  // The target's two triangles are 100 mm long, the casting ones a third of the contact's radius.
  ContactPair pair(surface(ball(4)), surface(plate(1)), ContactSettings());
  pair.evaluate(X_CT);
  PatchSurface patch;
  patch.make(pair, PatchStyle::smooth);
  REQUIRE_FALSE(patch.on_target().empty());
  for (const PatchPiece& piece : patch.on_target()) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Vector3d p_C = X_CT * place(pair.target().mesh(), piece, k);
      CHECK(std::hypot(p_C.x(), p_C.y()) < 1.05 * border);
    }
  }
}

TEST_CASE("patch surface: flat shows the result's own pressures and no others", "[patch]") {
  ContactPair pair(surface(ball(4)), surface(plate(7)), ContactSettings());
  const ContactResult& result = pair.evaluate(plate_below_ball(k_depth));
  PatchSurface patch;
  patch.make(pair, PatchStyle::flat);
  CHECK(static_cast<int>(patch.on_casting().size()) == result.total.n_contacting);
  const std::set<double> pressures(result.casting->pressure.begin(),
                                   result.casting->pressure.end());
  for (const auto pieces : {patch.on_casting(), patch.on_target()}) {
    for (const PatchPiece& piece : pieces)
      for (const PatchCorner& corner : piece.corners) CHECK(pressures.contains(corner.value));
  }
}

namespace {

/// Mean difference, over the contact's area, of the smooth pressure from each triangle's own
/// pressure, relative to the greatest pressure.
double smoothing_error(int segments) {
  ContactPair pair(surface(plate(segments)), surface(ball(6)), ContactSettings());
  const ContactResult& result = pair.evaluate(plate_below_ball(k_depth).inverse());
  PatchSurface patch;
  patch.make(pair, PatchStyle::smooth);
  std::vector<double> force(result.casting->pressure.size(), 0);
  for (const PatchPiece& piece : patch.on_casting())
    force[piece.triangle] += shown(pair.casting().mesh(), std::span(&piece, 1)).force;
  double error = 0;
  for (std::size_t t = 0; t < force.size(); ++t)
    error += std::abs(force[t] - result.casting->pressure[t] * pair.casting().areas()[t]);
  return error / (result.total.contact_area * result.total.max_pressure);
}

}  // namespace

TEST_CASE("patch surface: smooth comes near the result's pressures, nearer on finer meshes",
          "[patch]") {
  const double coarse = smoothing_error(100), fine = smoothing_error(300);
  // Sides h are an eighth of the contact's radius. The triangles at the border have a quarter of
  // the area, and half of the pressure change over one of them is an eighth of the greatest
  // pressure.
  CHECK(fine < 0.25 * 0.125);
  CHECK(fine < 0.5 * coarse);
}

TEST_CASE("patch surface: of a shape it lies on the mesh that stands for it", "[patch]") {
  const auto target = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Sphere{k_ball}), ball(4), k_layer);
  ContactPair pair(surface(plate(160)), target, ContactSettings());
  const Pose X_CT = plate_below_ball(k_depth).inverse();
  const ContactStatistics& total = pair.evaluate(X_CT).total;
  for (const PatchStyle style : {PatchStyle::flat, PatchStyle::smooth}) {
    PatchSurface patch;
    patch.make(pair, style);
    const Shown casting = shown(pair.casting().mesh(), patch.on_casting());
    const Shown on_ball = shown(pair.target().mesh(), patch.on_target());
    CHECK(casting.area == Approx(total.contact_area).epsilon(k_area));
    CHECK(on_ball.area == Approx(total.contact_area).epsilon(k_area));
    CHECK(casting.force == Approx(total.contact_force.norm()).epsilon(0.005));
  }
}

TEST_CASE("patch surface: a shape without a mesh leaves the casting side", "[patch]") {
  const auto target = std::make_shared<const ContactSurface>(
      geometry::Shape(geometry::Sphere{k_ball}), TriangleMesh(), k_layer);
  ContactPair pair(surface(plate(160)), target, ContactSettings());
  const ContactStatistics& total = pair.evaluate(plate_below_ball(k_depth).inverse()).total;
  PatchSurface patch;
  patch.make(pair, PatchStyle::smooth);
  CHECK(shown(pair.casting().mesh(), patch.on_casting()).area ==
        Approx(total.contact_area).epsilon(k_area));
  CHECK(patch.on_target().empty());
}

TEST_CASE("patch surface: of nodes that cast it has their area and force", "[patch]") {
  ContactSettings settings;
  settings.casts_from = CastingElements::nodes;
  ContactPair pair(surface(plate(200)), surface(ball(6)), settings);
  const ContactStatistics& total = pair.evaluate(plate_below_ball(k_depth).inverse()).total;
  PatchSurface patch;
  patch.make(pair, PatchStyle::smooth);
  const Shown side = shown(pair.casting().mesh(), patch.on_casting());
  CHECK(side.area == Approx(total.contact_area).epsilon(k_area));
  CHECK(side.force == Approx(total.contact_force.norm()).epsilon(0.005));
}

TEST_CASE("patch surface: nothing where nothing touches, and nothing left of what did", "[patch]") {
  ContactPair pair(surface(ball(4)), surface(plate(3)), ContactSettings());
  pair.evaluate(plate_below_ball(k_depth));
  PatchSurface patch;
  for (const PatchStyle style : {PatchStyle::smooth, PatchStyle::flat}) {
    patch.make(pair, style);
    CHECK_FALSE(patch.on_target().empty());
  }
  pair.evaluate(plate_below_ball(-0.001));
  for (const PatchStyle style : {PatchStyle::smooth, PatchStyle::flat}) {
    patch.make(pair, style);
    CHECK(patch.on_casting().empty());
    CHECK(patch.on_target().empty());
  }
}

TEST_CASE("patch surface: made again it allocates nothing", "[patch]") {
  ContactPair pair(surface(ball(5)), surface(plate(20)), ContactSettings());
  pair.evaluate(plate_below_ball(k_depth));
  PatchSurface patch;
  for (const PatchStyle style : {PatchStyle::smooth, PatchStyle::flat}) {
    patch.make(pair, style);
    const long before = allocation_count();
    patch.make(pair, style);
    CHECK(allocation_count() == before);
  }
}

TEST_CASE("value patch: the triangles with a value alone, smooth with the same integral",
          "[patch]") {
  TriangleMesh mesh;  // two triangles on one edge, areas 1/2 and 1, and one without a value
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-2, 0, 0}, {0, -1, 0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 4, 1}};
  const std::vector<double> values{6, 3, std::numeric_limits<double>::quiet_NaN()};
  const auto flat = value_patch(mesh, values, PatchStyle::flat);
  const auto smooth = value_patch(mesh, values, PatchStyle::smooth);
  REQUIRE(flat.size() == 2);
  REQUIRE(smooth.size() == 2);
  for (std::size_t k = 0; k < 3; ++k) CHECK(flat[0].corners[k].value == 6);
  CHECK(smooth[0].corners[0].value == Approx((6 * 0.5 + 3 * 1) / 1.5));
  CHECK(smooth[0].corners[1].value == 6);
  CHECK(smooth[1].corners[2].value == 3);
  CHECK(shown(mesh, smooth).force == Approx(shown(mesh, flat).force));
}

}  // namespace condyle::test::patch_surface_tests

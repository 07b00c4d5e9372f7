// Simple shapes whose force on an elastic foundation has a closed form.
#include <catch2/catch.hpp>

#include "core/contact/contact_cases.h"

namespace condyle::test::contact_shapes_tests {

using std::numbers::pi;

namespace {

constexpr double k_radius = 30e-3, k_depth = 1e-3;

double force_up(ContactPair& pair, const Pose& X_CT) {
  return pair.evaluate(X_CT).F_casting_C.force.z();
}

std::shared_ptr<const ContactSurface> turned_cap(int subdivisions) {
  return surface(sphere_cap(k_radius, subdivisions, 3e-3, rotation(0.4, {1, 2, 3})));
}

/// Force on a sphere's cap that casts onto a plate.
double sphere_casts(const std::shared_ptr<const ContactSurface>& cap,
                    const ContactSettings& settings) {
  ContactPair pair(cap, surface(plate()), settings);
  return force_up(pair, translation(0, 0, k_depth - k_radius));
}

/// Force on a sphere's cap onto which a fine plate casts.
double plate_casts(const std::shared_ptr<const ContactSurface>& cap,
                   const ContactSettings& settings) {
  const double size = 2.2 * std::sqrt(2 * k_radius * k_depth);
  ContactPair pair(surface(mesh::make_plane_grid(size, size, 250, 250)), cap, settings);
  return -force_up(pair, translation(0, 0, k_radius - k_depth));
}

}  // namespace

TEST_CASE("sphere and plate: the published forces, whichever casts", "[contact][shapes]") {
  // R = 30 mm, depth 1 mm, E = 5 MPa, nu = 0.45, 6 mm: the mesh bias -L^2 / (3 R depth) of 7 and
  // then 8 subdivisions (L = 0.27, 0.13 mm) is extrapolated away; sampling leaves 2e-4.
  const auto coarse = turned_cap(7), fine = turned_cap(8);
  const auto extrapolated = [&](auto&& force, const ContactSettings& settings) {
    return (4 * force(fine, settings) - force(coarse, settings)) / 3;
  };
  struct Row {
    Formulation formulation;
    double by_plate, by_sphere;
  };
  for (const Row& row : {Row{Formulation::linear, 294.600, 297.910},
                         Row{Formulation::nonlinear, 312.537, 316.156}}) {
    CAPTURE(static_cast<int>(row.formulation));
    const ContactSettings settings = along_casting({.formulation = row.formulation});
    CHECK(extrapolated(plate_casts, settings) == Approx(row.by_plate).epsilon(2e-4));
    CHECK(extrapolated(sphere_casts, settings) == Approx(row.by_sphere).epsilon(2e-4));
  }
}

TEST_CASE("paraboloid on plate under the logarithmic law", "[contact][shapes]") {
  // For small slopes the law of a casting sphere loses its cosine: 315.995 N. A paraboloid of the
  // same curvature onto which the plate casts has exactly this depth.
  const double size = 17e-3;
  TriangleMesh bowl = mesh::make_plane_grid(size, size, 300, 300);
  for (Vector3d& v : bowl.vertices) v.z() = v.head<2>().squaredNorm() / (2 * k_radius);
  ContactPair pair(surface(mesh::make_plane_grid(size, size, 257, 257)), surface(inverted(bowl)),
                   along_casting({.formulation = Formulation::nonlinear}));
  CHECK(-force_up(pair, translation(0, 0, -k_depth)) == Approx(315.995).epsilon(2e-4));
}

TEST_CASE("cylinder and plate, whichever casts", "[contact][shapes]") {
  const double R = 20e-3, depth = 0.5e-3, L = 30e-3;
  const TriangleMesh cylinder =
      cropped(transformed(mesh::make_cylinder(R, 2 * L, 2000), rotation(pi / 2, {1, 0, 0})),
              [&](const Vector3d& c) { return c.z() < -0.9 * R; });
  const double k = k_modulus / k_thickness, t = std::acos(1 - depth / R);

  SECTION("plate casts") {
    const double expected =
        k * L * (R * R * t - (R - depth) * std::sqrt(2 * R * depth - depth * depth));
    ContactPair pair(surface(mesh::make_plane_grid(12e-3, L, 400, 1)), surface(cylinder),
                     along_casting());
    // Facets of 2 pi R / 2000 = 63 um: bias L^2 / (depth R) of about 0.04 %.
    CHECK(-force_up(pair, translation(0, 0, R - depth)) == Approx(expected).epsilon(1e-3));
  }
  SECTION("cylinder casts") {
    const double expected = 2 * k * 2 * L * R * ((depth - R) * t + R * std::sin(t));
    ContactPair pair(surface(cylinder), surface(plate()), along_casting());
    CHECK(force_up(pair, translation(0, 0, depth - R)) == Approx(expected).epsilon(1e-3));
  }
}

TEST_CASE("flat punch: force and energy are exact, upright and tilted", "[contact][shapes]") {
  const double a = 12e-3, b = 20e-3, depth = 0.4e-3;
  const double k = k_modulus / k_thickness, area = a * b, inertia = a * b * b * b / 12;
  ContactPair pair(surface(mesh::make_plane_grid(a, b, 7, 11)), surface(inverted(plate())), {});

  const double slope = GENERATE(0.0, 0.02, -0.03);
  const double angle = std::atan(slope);
  const auto& result = pair.evaluate(translation(0, 0, -depth) * rotation(angle, {1, 0, 0}));
  // Depth at (x, y) is depth - slope y: linear, so the centroid rule gives its integral exactly.
  CHECK(-result.F_casting_C.force.z() == Approx(k * area * depth).epsilon(1e-12));
  CHECK(result.total.contact_area == Approx(area).epsilon(1e-12));
  // The second moment of piecewise constant pressure falls short by the triangles' own: L^2/b^2.
  CHECK(result.F_casting_C.moment.x() == Approx(k * inertia * slope).epsilon(0.01).margin(1e-12));
  CHECK(result.total.center_of_pressure.y() ==
        Approx(-inertia * slope / (area * depth)).epsilon(0.01).margin(1e-15));
  CHECK(result.total.potential_energy ==
        Approx(0.5 * k * (area * depth * depth + inertia * slope * slope)).epsilon(0.002));
  CHECK(result.stiffness(5, 5) == Approx(k * area).epsilon(1e-12));
}

TEST_CASE("tilt moment of a flat punch converges with the square of the edge",
          "[contact][shapes]") {
  const double a = 12e-3, slope = 0.02;
  const double expected = k_modulus / k_thickness * a * a * a * a / 12 * slope;
  const auto error = [&](int segments) {
    ContactPair pair(surface(mesh::make_plane_grid(a, a, segments, segments)),
                     surface(inverted(plate())), along_casting());
    const Pose X_CT = translation(0, 0, -0.4e-3) * rotation(std::atan(slope), {1, 0, 0});
    return pair.evaluate(X_CT).F_casting_C.moment.x() / expected - 1;
  };
  CHECK(error(8) / error(16) == Approx(4).margin(0.01));
  CHECK(error(16) / error(32) == Approx(4).margin(0.01));
}

TEST_CASE("ball in a conforming socket", "[contact][shapes]") {
  // Hip: 24 mm ball, 0.2 mm clearance, 0.6 mm towards the pole.
  const double Rb = 24e-3, clearance = 0.2e-3, e = 0.6e-3, Rs = Rb + clearance;
  const double k = k_modulus / k_thickness;
  const auto depth = [&](double t) {
    const double s = e * std::sin(t);
    return Rb + e * std::cos(t) - std::sqrt(Rs * Rs - s * s);
  };
  double exact = 0;  // midpoint rule over the polar angle
  constexpr int k_steps = 20000;
  for (int i = 0; i < k_steps; ++i) {
    const double step = pi / 2 / k_steps, t = (i + 0.5) * step;
    exact += k * std::max(0.0, depth(t)) * std::cos(t) * 2 * pi * Rb * Rb * std::sin(t) * step;
  }
  const double c0 = clearance / e;
  const double thin =
      2 * pi * Rb * Rb * k * (e * (1 - c0 * c0 * c0) / 3 - clearance * (1 - c0 * c0) / 2);
  CHECK(exact / thin == Approx(1.014).margin(1e-3));

  const Pose turn = rotation(0.7, {3, 1, 2});
  ContactPair pair(surface(sphere_cap(Rb, 6, Rb)), surface(inverted(sphere_cap(Rs, 6, Rs, turn))),
                   along_casting());
  // Facets of both spheres: L = 0.45 mm, sagitta L^2 / (6 R) = 1.4 um of 400 um.
  CHECK(force_up(pair, translation(0, 0, e)) == Approx(exact).epsilon(5e-3));
}

TEST_CASE("fitted ball in socket: cosine law and peak 1.5 times the projected mean",
          "[contact][shapes]") {
  const double R = 24e-3, e = 0.5e-3, k = k_modulus / k_thickness;
  const TriangleMesh half = sphere_cap(R, 6, R);
  ContactPair pair(surface(half), surface(inverted(half)), along_casting());
  const auto& result = pair.evaluate(translation(0, 0, e));
  const double force = result.F_casting_C.force.z();
  // Thin-layer forms: the exact depth differs by about e / R = 2 %.
  CHECK(force == Approx(2 * pi * R * R * k * e / 3).epsilon(0.02));
  CHECK(result.total.max_pressure == Approx(1.5 * force / (pi * R * R)).epsilon(0.02));
}

}  // namespace condyle::test::contact_shapes_tests

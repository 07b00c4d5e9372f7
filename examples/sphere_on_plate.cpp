// A plate with a layer of polyethylene is pressed onto a steel ball, without an engine: one
// ContactPair.
//
// For several depths, prints the force, the peak pressure and the area of contact, each beside its
// closed form. The rays run along the plate's normal, and the layers press with p = k d at a depth
// d, so the force is k times the volume of the cap in which plate and ball overlap. The last column
// is Hertz's peak pressure under the same force, for bodies that are elastic throughout: a thin
// layer on a rigid backing follows another law.

#include <condyle/condyle.h>

#include <cstdio>
#include <memory>
#include <numbers>

using namespace condyle;
using std::numbers::pi;

int main() {
  const double radius = 0.030;                   // radius of the ball [m]
  const Layer polyethylene{463e6, 0.46, 0.008};  // E [Pa], Poisson's ratio, thickness [m]
  const Layer steel{200e9, 0.3, 0.001};

  // The plate casts the rays: 12 mm by 12 mm, 60,000 triangles. The ball needs no mesh at all.
  const auto plate = std::make_shared<ContactSurface>(mesh::make_plane_grid(0.012, 0.012, 173, 173),
                                                      polyethylene, "plate");
  const auto ball =
      std::make_shared<ContactSurface>(geometry::Sphere{radius}, TriangleMesh{}, steel, "ball");

  ContactSettings settings;
  settings.lumped = false;  // two layers in series, each with its own modulus
  ContactPair pair(plate, ball, settings);

  const double k = 1 / (polyethylene.thickness / constrained_modulus(463e6, 0.46) +
                        steel.thickness / constrained_modulus(200e9, 0.3));  // [Pa/m]

  std::printf(
      "depth      force (closed form)     peak (closed form)    area (closed form)   Hertz\n");
  std::printf(
      " [mm]         [N]         [N]        [MPa]      [MPa]     [mm2]      [mm2]    [MPa]\n");
  for (const double depth : {0.02e-3, 0.05e-3, 0.10e-3, 0.20e-3}) {
    // Pose of the ball's frame in the plate's; the plate's outward normal is +z.
    const Pose X_CT(Eigen::Translation3d(0, 0, radius - depth));
    const ContactResult& result = pair.evaluate(X_CT);

    const double force = k * pi * depth * depth * (radius - depth / 3);
    const double area = pi * depth * (2 * radius - depth);
    const double modulus = combined_modulus(463e6, 0.46, 200e9, 0.3);
    const HertzContact hertz = hertz_contact(1 / radius, 1 / radius, modulus, force);
    std::printf("%5.2f %11.2f %11.2f  %11.3f %10.3f  %8.2f %10.2f %8.2f\n", depth * 1e3,
                result.total.contact_force.norm(), force, result.total.max_pressure / 1e6,
                k * depth / 1e6, result.total.contact_area * 1e6, area * 1e6,
                hertz.peak_pressure / 1e6);
  }
}

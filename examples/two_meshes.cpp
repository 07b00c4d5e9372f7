// Two meshes at one pose: where they touch, and how hard.
//
//   two_meshes [CASTING.stl TARGET.stl [X Y Z]]
//
// reads two mesh files (STL, OBJ, PLY, VTP) in millimetres and places the second at X Y Z mm in the
// frame of the first. Without files, a plate meets an ellipsoid with semi-axes of 25, 20 and 22 mm
// that overlaps it by 0.2 mm. Prints a table with a row for the whole contact and one for each
// patch: number of triangles, area, mean and peak pressure, force on the first mesh. Both meshes
// have a layer of 8 mm of polyethylene.

#include <condyle/condyle.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>

using namespace condyle;

namespace {

const Layer k_polyethylene{463e6, 0.46, 0.008};  // E [Pa], Poisson's ratio, thickness [m]

std::shared_ptr<const ContactSurface> surface_of(TriangleMesh mesh, const std::string& name) {
  return std::make_shared<ContactSurface>(std::move(mesh), k_polyethylene, name);
}

void print_row(const std::string& name, const ContactStatistics& s) {
  std::printf("%-8s %9d %11.3f %11.3f %11.3f %10.2f %10.2f %10.2f\n", name.c_str(), s.n_contacting,
              s.contact_area * 1e6, s.mean_pressure / 1e6, s.max_pressure / 1e6,
              s.contact_force.x(), s.contact_force.y(), s.contact_force.z());
}

}  // namespace

int main(int argc, char** argv) try {
  const bool has_files = argc >= 3;
  const auto casting =
      has_files ? surface_of(mesh::read_mesh(argv[1], mesh::LengthUnit::millimetre), argv[1])
                : surface_of(mesh::make_plane_grid(0.020, 0.020, 150, 150), "plate");
  const auto target =
      has_files ? surface_of(mesh::read_mesh(argv[2], mesh::LengthUnit::millimetre), argv[2])
                : surface_of(mesh::make_ellipsoid({0.025, 0.020, 0.022}, 6), "ellipsoid");

  Eigen::Vector3d position = has_files ? Eigen::Vector3d(0, 0, 0) : Eigen::Vector3d(0, 0, 21.8);
  for (int axis = 0; axis < 3 && argc >= 6; ++axis) position[axis] = std::atof(argv[3 + axis]);
  const Pose X_CT(Eigen::Translation3d(position * mesh::metres_per(mesh::LengthUnit::millimetre)));

  ContactPair pair(casting, target, {});
  const ContactResult& result = pair.evaluate(X_CT);

  std::printf(
      "         triangles        area        mean        peak    force x          y          z\n");
  std::printf(
      "                         [mm2]       [MPa]       [MPa]        [N]        [N]        [N]\n");
  print_row("all", result.total);
  for (std::size_t i = 0; i < result.patches.size(); ++i)
    print_row("patch " + std::to_string(i + 1), result.patches[i].statistics);
} catch (const InputError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}

// Turns a part exported from a CAD program, STL in millimetres, into a scene for `condyle view`.
//
//   cad_to_scene [PART.stl [SCENE.json]]
//
// Without a file the part is an ellipsoid, written to part.stl first. In the scene the part, made
// of silicone, falls 1 mm onto a fixed steel plate. Prints a report on the mesh, with any defects,
// and the command that shows the scene.

#include <condyle/condyle.h>
#include <condyle/scene.h>

#include <cstdio>
#include <filesystem>
#include <string>

using namespace condyle;

namespace {

scene::SceneBody body_of(const std::string& name, const std::string& material_name) {
  const scene::Material& material = *scene::find_material(material_name);
  scene::SceneMesh mesh;
  mesh.name = "surface";
  mesh.layer = {material.elastic_modulus.value, material.poissons_ratio.value, 0.005};
  scene::SceneBody body;
  body.name = name;
  body.density = material.density.value;  // [kg/m^3]: mass and inertia follow from the mesh
  body.meshes = {mesh};
  return body;
}

scene::Scene scene_of(const std::filesystem::path& part_file, const mesh::MeshReport& report) {
  const double size = (report.high - report.low).norm();  // [m]
  scene::SceneBody plate = body_of("plate", "steel");
  plate.kind = scene::BodyKind::fixed;
  plate.meshes[0].source = scene::MeshFromShape{
      geometry::HalfSpace{}, scene::default_fineness(geometry::HalfSpace{}, 2 * size)};
  scene::SceneBody part = body_of("part", "silicone");
  part.X_WB = Eigen::Translation3d(0, 0, 0.001 - report.low.z());
  part.meshes[0].source = scene::MeshFromFile{part_file, mesh::LengthUnit::millimetre};

  scene::SceneContact contact;
  contact.name = "part_plate";
  contact.casting = {"part", "surface"};
  contact.target = {"plate", "surface"};

  scene::Scene scene;
  scene.gravity = {0, 0, -9.81};
  scene.bodies = {plate, part};
  scene.contacts = {contact};
  return scene;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::filesystem::path part_file = argc > 1 ? argv[1] : "part.stl";
  const std::filesystem::path scene_file = argc > 2 ? argv[2] : "part.json";
  if (argc < 2)
    mesh::write_mesh(part_file, mesh::make_ellipsoid({0.03, 0.02, 0.01}, 6),
                     mesh::LengthUnit::millimetre);

  const mesh::MeshReport report = inspect(mesh::read_mesh(part_file, mesh::LengthUnit::millimetre));
  std::printf("%s", to_text(report, part_file.string()).c_str());
  write_scene(scene_file, scene_of(part_file, report));
  std::printf("condyle view %s\n", scene_file.c_str());
} catch (const InputError& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 2;
}

// Implant meshes: OpenSim's results for any unit, order and frame of the meshes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <random>

#include "condyle/mesh/mesh_file.h"
#include "core/contact/contact_cases.h"
#include "core/contact/golden_contact.h"
#include "core/mesh/temporary_folder.h"

namespace condyle::test::contact_golden_tests {

using nlohmann::json;

namespace {

json list_of(const Vector3d& v) { return {v.x(), v.y(), v.z()}; }

json figures(const ContactStatistics& s) {
  return {{"n_contacting", s.n_contacting},
          {"contact_area", s.contact_area},
          {"mean_proximity_of_triangles", s.mean_proximity_of_triangles},
          {"max_proximity", s.max_proximity},
          {"mean_pressure_of_triangles", s.mean_pressure_of_triangles},
          {"max_pressure", s.max_pressure},
          {"center_of_proximity", list_of(s.center_of_proximity)},
          {"center_of_pressure", list_of(s.center_of_pressure)},
          {"contact_force", list_of(s.contact_force)},
          {"contact_moment", list_of(s.contact_moment)},
          {"potential_energy", s.potential_energy}};
}

json figures(const ContactResult& result) {
  json all = figures(result.total);
  for (const RegionStatistics& region : result.regions) {
    all["regions"].push_back(figures(region.statistics));
  }
  return all;
}

ContactSettings golden_settings(const json& result) {
  ContactSettings settings = along_casting({.max_proximity = 0.02, .two_sided = true});
  if (result.at("formulation") == "nonlinear") settings.formulation = Formulation::nonlinear;
  settings.lumped = result.at("lumped");
  return settings;
}

/// Implant surfaces, made once per material.
class SurfaceLibrary {
 public:
  explicit SurfaceLibrary(const json& golden) : golden_(golden) {}

  std::shared_ptr<const ContactSurface> get(const std::string& mesh, const json& material) {
    auto& entry = surfaces_[mesh + material.dump()];
    if (!entry) {
      const auto file = golden_mesh_file(golden_, mesh);
      entry = surface(mesh::read_mesh(file, mesh::LengthUnit::metre), golden_layer(material));
    }
    return entry;
  }

 private:
  const json& golden_;
  std::map<std::string, std::shared_ptr<const ContactSurface>> surfaces_;
};

/// The deepest tibiofemoral pose, with the model's polyethylene on both sides.
struct Knee {
  explicit Knee(const json& golden)
      : insert(mesh::read_mesh(golden_mesh_file(golden, "tibial_insert"), mesh::LengthUnit::metre)),
        femur(mesh::read_mesh(golden_mesh_file(golden, "femoral_component"),
                              mesh::LengthUnit::metre)) {
    for (const json& pose : golden.at("poses")) {
      if (pose.at("id") == "tf_09") X_CT = golden_pose(pose);
    }
  }
  TriangleMesh insert, femur;
  Pose X_CT;
};

ContactResult evaluated(const TriangleMesh& casting, const TriangleMesh& target, const Pose& X_CT) {
  const Layer layer{46.3e6, 0.46, 5e-3};
  ContactPair pair(surface(casting, layer), surface(target, layer),
                   {.max_proximity = 0.02, .formulation = Formulation::nonlinear});
  return pair.evaluate(X_CT);
}

void check_same(const ContactResult& ours, const ContactResult& reference, double tolerance) {
  const json a = figures(ours), b = figures(reference);
  CHECK(ours.total.n_contacting == reference.total.n_contacting);
  for (const auto& [key, value] : b.items()) {
    CAPTURE(key);
    if (key != "regions") CHECK(relative_error(a.at(key), value) < tolerance);
  }
}

TriangleMesh shuffled(TriangleMesh mesh, unsigned seed) {
  std::mt19937 random(seed);
  std::shuffle(mesh.triangles.begin(), mesh.triangles.end(), random);
  return mesh;
}

/// The mesh after a trip through an OBJ file in millimetres.
TriangleMesh through_millimetres(const TriangleMesh& mesh) {
  const TemporaryFolder folder;
  mesh::write_mesh(folder / "mesh.obj", mesh, mesh::LengthUnit::millimetre);
  return mesh::read_mesh(folder / "mesh.obj", mesh::LengthUnit::millimetre);
}

}  // namespace

TEST_CASE("the pair equals OpenSim's Smith2018 contact", "[contact][golden]") {
  const auto golden = golden_contact();
  if (!golden) return;
  SurfaceLibrary library(*golden);
  for (const json& pose : golden->at("poses")) {
    for (const json& result : pose.at("results")) {
      CAPTURE(pose.at("id"), result.at("materials"), result.at("formulation"), result.at("lumped"));
      ContactPair pair(library.get(pose.at("casting"), result.at("casting_material")),
                       library.get(pose.at("target"), result.at("target_material")),
                       golden_settings(result));
      check_against_golden(figures(pair.evaluate(golden_pose(pose))), result);
    }
  }
}

TEST_CASE("triangle order, file unit and frames do not change the figures", "[contact][golden]") {
  const auto golden = golden_contact();
  if (!golden) return;
  const Knee knee(*golden);
  const ContactResult reference = evaluated(knee.insert, knee.femur, knee.X_CT);
  REQUIRE(reference.total.n_contacting > 5000);

  SECTION("triangles in another order") {
    // The same terms, summed in another order.
    check_same(evaluated(shuffled(knee.insert, 1), shuffled(knee.femur, 2), knee.X_CT), reference,
               1e-12);
  }
  SECTION("OBJ in millimetres") {
    // Each coordinate is rounded twice more: 1e-17 m of proximities of 1e-3 m.
    check_same(
        evaluated(through_millimetres(knee.insert), through_millimetres(knee.femur), knee.X_CT),
        reference, 1e-11);
  }
  SECTION("meshes in turned and shifted frames") {
    const Pose X_CS = translation(0.2, -0.3, 0.1) * rotation(2, {1, 2, 3});
    const Pose X_TS = translation(-0.1, 0.2, 0.4) * rotation(-1, {3, -1, 2});
    const ContactResult there =
        evaluated(transformed(knee.insert, X_CS.inverse()), transformed(knee.femur, X_TS.inverse()),
                  X_CS.inverse() * knee.X_CT * X_TS);
    const Vector3d force = X_CS.linear() * there.F_casting_C.force;
    // Coordinates of 0.5 m are rounded to 1e-16 m.
    CHECK(there.total.n_contacting == reference.total.n_contacting);
    CHECK((force - reference.F_casting_C.force).norm() < 1e-11 * force.norm());
    CHECK(there.total.potential_energy == Approx(reference.total.potential_energy).epsilon(1e-11));
    CHECK((X_CS * there.total.center_of_pressure - reference.total.center_of_pressure).norm() <
          1e-13);
  }
}

}  // namespace condyle::test::contact_golden_tests

// Whole scenes that are made of two meshes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <numbers>
#include <string>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene_file.h"
#include "lab/joint_tests.h"
#include "new_joint/joint_part.h"
#include "new_joint/new_joint.h"
#include "world/scene_world.h"

namespace condyle::test::new_joint_tests {
namespace {

/// A folder of its own for each test.
std::filesystem::path fresh_folder(const char* name) {
  const std::filesystem::path folder = std::filesystem::temp_directory_path() / name;
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

/// Writes a shipped mesh as another program might: in another frame, size and unit.
std::filesystem::path exported(const char* mesh_name, const std::filesystem::path& file,
                               const Eigen::Vector3d& axis, double angle, double scale = 1) {
  const TriangleMesh mesh = mesh::read_mesh(shipped_scenes().parent_path() / "meshes" / mesh_name,
                                            mesh::LengthUnit::metre);
  Pose X = Pose::Identity();
  X.linear() = Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
  X.translation() = Eigen::Vector3d(0.1, -0.05, 0.3);
  mesh::write_mesh(file, transformed(scaled(mesh, Eigen::Vector3d::Constant(scale)), X),
                   mesh::LengthUnit::millimetre);
  return file;
}

/// Femoral component and insert of the shipped knee as files in millimetres.
std::array<std::filesystem::path, 2> exported_knee(const std::filesystem::path& folder) {
  return {exported("knee_femoral_component.ply", folder / "f.stl", {1, 0, 0}, 0),
          exported("knee_tibial_insert.ply", folder / "i.stl", {1, 0, 0}, 0)};
}

NewJointInput input_of(const std::filesystem::path& first, const std::filesystem::path& second) {
  NewJointInput input{.files = {first, second}};
  input.scene_file = first.parent_path() / "made.json";
  input.generic_knee = find_scene("knee_replacement");
  input.generic_hip = find_scene("hip");
  return input;
}

bool has_note(const scene::Scene& scene, const std::string& part) {
  for (const std::string& note : scene.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

/// The statistics of the scene's contact after some time, as `simulate` sees them.
ContactResult contact_after(const NewJoint& made, double seconds) {
  scene::write_scene(made.scene.file, made.scene);
  SceneWorld world(scene::read_scene(made.scene.file));
  while (!world.settling().is_over || world.time() < seconds) world.step(1.0 / 240);
  const auto& report = world.contacts()[0].report;
  return report ? report->result() : ContactResult();
}

double force(const ContactResult& result) { return result.total.contact_force.norm(); }

/// The force of a region of the contact [N].
double force(const ContactResult& result, const std::string& region) {
  for (const RegionStatistics& one : result.regions)
    if (one.name == region) return one.statistics.contact_force.norm();
  return 0;
}

}  // namespace

TEST_CASE("new joint: the likely unit of a part", "[new_joint]") {
  using enum mesh::LengthUnit;
  CHECK(likely_unit(68, 0.07).unit == millimetre);
  CHECK(likely_unit(0.068, 0.07).unit == metre);
  CHECK(likely_unit(6.8, 0.07).unit == centimetre);
  CHECK(likely_unit(2.7, 0.07).unit == inch);
  CHECK(likely_unit(68000, 0.07).unit == micrometre);
  CHECK_FALSE(likely_unit(68, 0.07).second);
  CHECK(likely_unit(2.7, 0.07).second == centimetre);
}

TEST_CASE("new joint: a knee of two files in any pose carries its load on both dishes",
          "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_knee");
  const double scale = GENERATE(1.0, 1.15);
  CAPTURE(scale);
  const NewJoint made = make_new_joint(
      input_of(exported("knee_femoral_component.ply", folder / "f.stl", {1, 2, -1}, 2.0, scale),
               exported("knee_tibial_insert.ply", folder / "i.stl", {-1, 0.3, 1}, 1.2, scale)));
  CHECK(made.kind == NewJointKind::knee);
  CHECK(has_note(made.scene, "in mm"));
  for (const std::string& note : made.scene.notes) CHECK(note.size() <= 200);

  const ContactResult result = contact_after(made, 0.45);  // loaded, not yet bent
  CHECK(force(result) == Approx(1618.65).epsilon(0.05));
  for (const char* side : {"medial", "lateral"}) CHECK(force(result, side) > 0.3 * 1618.65);
}

namespace {

NewJoint knee_with_patella(const std::filesystem::path& folder) {
  const auto [femur, insert] = exported_knee(folder);
  NewJointInput input = input_of(femur, insert);
  input.patella = exported("bone_patella.ply", folder / "p.stl", {2, -1, 0.5}, 1.7);
  return make_new_joint(input);
}

}  // namespace

TEST_CASE("new joint: a patella is drawn along the groove of the femoral component",
          "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_patella");
  const NewJoint made = knee_with_patella(folder);
  REQUIRE(made.kind == NewJointKind::knee);
  for (const std::string& note : made.scene.notes) CHECK(note.size() <= 200);
  CHECK(has_note(made.scene, "--turn-patella"));
  REQUIRE(made.scene.contacts.back().name == "patella_femoral");

  scene::write_scene(made.scene.file, made.scene);
  SceneWorld world(scene::read_scene(made.scene.file));
  const int patella = static_cast<int>(world.bodies().size()) - 1;
  const double start_height = world.bodies()[patella].X_WB.translation().y();
  const double until = GENERATE(0.4, 2.7);  // extended; bent by some 55 degrees
  CAPTURE(until);
  while (!world.settling().is_over || world.time() < until) world.step(1.0 / 240);
  const auto& report = world.contacts().back().report;
  REQUIRE(report);
  const WorldStrand& quadriceps = world.strands()[world.strands().size() - 2];
  REQUIRE(quadriceps.report != nullptr);
  const double pull = quadriceps.report->force.total_force, pressed = force(report->result());
  if (until < 1) {
    CHECK(pull == Approx(150).epsilon(0.05));
    CHECK(pressed < 0.1 * pull);  // both tendons are in a line
  } else {
    CHECK(pull > 200);
    CHECK(pressed > 0.5 * pull);
    CHECK(pressed < 2 * pull);
    for (const char* side : {"medial", "lateral"})
      CHECK(force(report->result(), side) > 0.3 * pressed);
  }
  const Eigen::Vector3d p = world.bodies()[patella].X_WB.translation();
  CHECK(std::abs(p.z()) < 0.003);
  CHECK(std::abs(p.y() - start_height) < 0.02);
}

TEST_CASE("new joint: a knee with a patella of coarse facets comes to rest bent too",
          "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_patella_rest");
  const NewJoint made = knee_with_patella(folder);
  scene::write_scene(made.scene.file, made.scene);
  ContactTest test;
  test.malalignments.resize(1);
  const LabResult result = test_contact(scene::read_scene(made.scene.file), test);
  const auto is_contact = [](const LabTable& table) { return table.name == "contact"; };
  const auto table = std::ranges::find_if(result.tables, is_contact);
  REQUIRE(table != result.tables.end());
  CHECK(table->rows.size() == 6);
  for (const auto& row : table->rows) {
    CAPTURE(row[0].number);
    CHECK(row[1].number > 1700);  // [N]: the load, and what the tendons add
    CHECK(row[1].number < 2100);
  }
  for (const std::string& note : result.notes) CHECK(note.find("No equilibrium") == note.npos);
}

TEST_CASE("new joint: what is no patella, or has no groove, is refused in one line",
          "[new_joint]") {
  const auto folder = fresh_folder("condyle_no_patella");
  const auto [femur, insert] = exported_knee(folder);
  NewJointInput input = input_of(femur, insert);
  input.turned_about[2] = true;
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("give --patella"));
  input.patella = exported("hip_femoral_head.ply", folder / "head.stl", {1, 0, 0}, 0);
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("does not look like a patella"));
  input.patella = exported("bone_patella.ply", folder / "p.stl", {1, 0, 0}, 0);
  input.kind = NewJointKind::pad;
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("--patella is for knees"));
}

TEST_CASE("new joint: a hole in a solid part does not turn it inside out", "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_hole");
  const auto [femur, insert] = exported_knee(folder);
  TriangleMesh holed = mesh::read_mesh(insert, mesh::LengthUnit::millimetre);
  holed.triangles.erase(holed.triangles.begin() + 100);
  const bool is_inward = GENERATE(false, true);
  CAPTURE(is_inward);
  if (is_inward)
    for (auto& triangle : holed.triangles) std::swap(triangle[0], triangle[1]);
  mesh::write_mesh(insert, holed, mesh::LengthUnit::millimetre);
  const NewJoint made = make_new_joint(input_of(femur, insert));
  CHECK(has_note(made.scene, "below its dishes"));  // its flat back was found
  CHECK(has_note(made.scene, "Mended the insert") == is_inward);
  CHECK(
      has_note(made.scene, fmt::format("Read the second part: {} triangles, a solid with 1 hole or "
                                       "crack, of 3 open edges",
                                       holed.triangles.size())));
  for (const char* side : {"medial", "lateral"})
    CHECK(force(contact_after(made, 0.45), side) > 0.3 * 1618.65);
}

TEST_CASE("new joint: it says what it doubts: a unit that has a rival, a front without a notch",
          "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_doubts");
  const auto [femur, insert] = exported_knee(folder);
  const NewJoint made = make_new_joint(input_of(femur, insert));
  CHECK_FALSE(made.doubts.unit);
  CHECK(made.doubts.has_insert_front);  // the shipped insert has no notch
  const TriangleMesh mesh = mesh::read_mesh(femur, mesh::LengthUnit::millimetre);
  mesh::write_mesh(femur, mesh, mesh::LengthUnit::inch);
  const NewJoint in_inches = make_new_joint(input_of(femur, insert));
  // A small knee in centimetres, which is likelier, or a usual one in inches.
  CHECK(in_inches.doubts.unit == mesh::LengthUnit::centimetre);
  CHECK(in_inches.doubts.other_unit == mesh::LengthUnit::inch);
  CHECK(has_note(in_inches.scene, "Read the first part: "));
}

TEST_CASE("new joint: parts in the wrong order are told from a pad", "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_order");
  const auto [femur, insert] = exported_knee(folder);
  CHECK_THROWS_WITH(make_new_joint(input_of(insert, femur)),
                    Catch::Contains("f.stl: looks like the first part"));
}

TEST_CASE("new joint: a hip of two files is recognised and rests in its cup", "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_hip");
  const NewJoint made =
      make_new_joint(input_of(exported("hip_femoral_head.ply", folder / "h.stl", {1, 0, 0}, 0.4),
                              exported("hip_acetabulum.ply", folder / "c.stl", {0, 1, 1}, 2.2)));
  CHECK(made.kind == NewJointKind::hip);
  CHECK(force(contact_after(made, 0.3)) > 300);
}

TEST_CASE("new joint: a pad presses on a part with its load", "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_pad");
  const NewJoint made =
      make_new_joint(input_of(exported("finger_pad.ply", folder / "p.stl", {0, 1, 0.2}, 1.0),
                              exported("can.ply", folder / "c.stl", {0, 1, 0}, 0)));
  CHECK(made.kind == NewJointKind::pad);
  CHECK(force(contact_after(made, 1.5)) == Approx(10).epsilon(1e-3));
}

TEST_CASE("new joint: a file of the wrong size or kind is refused in one line", "[new_joint]") {
  const auto folder = fresh_folder("condyle_new_refused");
  const auto [femur, insert] = exported_knee(folder);
  NewJointInput input = input_of(femur, insert);
  input.unit = mesh::LengthUnit::metre;
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("f.stl: its size would be"));
  input.unit.reset();
  input.kind = NewJointKind::hip;
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("f.stl: does not look like a ball"));
  input.kind = NewJointKind::knee;
  std::swap(input.files[0], input.files[1]);
  CHECK_THROWS_WITH(make_new_joint(input), Catch::Contains("i.stl: does not look like a femoral"));
}

TEST_CASE("new joint: implants of a published study", "[new_joint]") {
  const std::filesystem::path data = CONDYLE_SHARED_DIR "/data/dm-tka";
  if (!std::filesystem::exists(data)) {
    std::printf("SKIPPED: no %s\n", data.c_str());
    return;
  }
  const auto folder = fresh_folder("condyle_new_study");
  NewJointInput input =
      input_of(data / "dm-femoral-component-contact.stl", data / "dm-tibial-insert-contact.stl");
  input.scene_file = folder / "made.json";
  const NewJoint made = make_new_joint(input);
  CHECK(made.kind == NewJointKind::knee);
  // In the files y is up and x backward, for both parts.
  for (int body = 0; body < 2; ++body) {
    const Eigen::Matrix3d R = made.scene.bodies[body].meshes[0].X_BM.linear();
    CHECK(R(1, 1) > (body == 0 ? std::cos(0.3) : std::cos(0.08)));
    CHECK(R(0, 0) < (body == 0 ? -std::cos(0.3) : -std::cos(0.08)));
  }
  const ContactResult result = contact_after(made, 0.45);
  for (const char* side : {"medial", "lateral"}) CHECK(force(result, side) > 0.2 * 1618.65);
}

}  // namespace condyle::test::new_joint_tests

// Two mesh files dropped on the viewer become a joint, whose guesses can be corrected.
#include <algorithm>
#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>

#include "condyle/mesh/mesh_file.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "demo/view/viewer_in_window.h"
#include "view/new_joint_window.h"

namespace condyle::test::new_joint_window_tests {
namespace {

/// A part of the shipped knee as a file in millimetres.
std::filesystem::path exported(const TemporaryFolder& folder, const std::string& mesh_name) {
  const auto meshes = shipped_scenes().parent_path() / "meshes";
  std::filesystem::path file = folder / (mesh_name + ".stl");
  mesh::write_mesh(file, mesh::read_mesh(meshes / (mesh_name + ".ply"), mesh::LengthUnit::metre),
                   mesh::LengthUnit::millimetre);
  return file;
}

const scene::SceneMesh& insert_of(const ViewerState& state) {
  const auto& bodies = state.world->scene().bodies;
  return std::ranges::find(bodies, "tibia", &scene::SceneBody::name)->meshes[0];
}

}  // namespace

TEST_CASE("new joint: two meshes dropped on the window become one, and guesses can be corrected",
          "[viewer][new_joint]") {
  const auto viewer = open_viewer("ball_on_plate", {1200, 900}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const TemporaryFolder folder;
  const auto femur = exported(folder, "knee_femoral_component"),
             insert = exported(folder, "knee_tibial_insert");
  open_dropped(state, {femur, insert});
  CHECK_FALSE(state.requests.open_scene);
  REQUIRE(state.new_joint);
  viewer->lay_out();
  CHECK(state.world->scene().name != "Knee of " + femur.filename().string());

  NewJointWindow& window = *state.new_joint;
  make_joint_of_window(state);
  CHECK(window.problem == "");
  CHECK(window.notes.size() > 5);
  CHECK(std::filesystem::exists(folder / "joint.json"));
  CHECK_THAT(state.world->scene().name, Catch::StartsWith("Knee of"));
  REQUIRE(state.world->contacts().size() == 1);
  const Pose X_BM = insert_of(state).X_BM;

  window.input.turned_about[1] = true;
  make_joint_of_window(state);  // in place of its own file
  CHECK(window.problem == "");
  CHECK((insert_of(state).X_BM.linear() - X_BM.linear()).norm() > 1);
  window.input.mirrored[1] = true;
  make_joint_of_window(state);
  CHECK(window.problem == "");
  // As large as before, facing outward too, and x runs the other way.
  const TriangleMesh image = mesh::read_mesh(folder / "joint_second.ply", mesh::LengthUnit::metre);
  const TriangleMesh original = mesh::read_mesh(insert, mesh::LengthUnit::millimetre);
  CHECK(signed_volume(image) == Approx(signed_volume(original)).epsilon(1e-6));
  CHECK(bounding_box(image).min().x() == Approx(-bounding_box(original).max().x()).margin(1e-8));

  const std::string patella = exported(folder, "bone_patella").string();
  std::ranges::copy(patella, window.files[2].begin());
  viewer->lay_out();
  make_joint_of_window(state);
  CHECK(window.problem == "");
  REQUIRE(state.world->contacts().size() == 2);
  CHECK(state.world->contacts()[1].name == "patella_femoral");
  window.files[2].fill('\0');

  state.new_joint->input.mirrored[1] = false;
  std::filesystem::last_write_time(folder / "joint.json",
                                   window.made_at + std::chrono::seconds(2));  // as a save does
  make_joint_of_window(state);
  CHECK_THAT(window.problem, Catch::Contains("was saved since"));
  viewer->lay_out();

  open_new_joint_window(state, {femur, insert});
  const std::string taken = (folder / "joint").string();
  std::ranges::copy(taken, state.new_joint->scene_file.begin());
  make_joint_of_window(state);
  CHECK_THAT(state.new_joint->problem, Catch::Contains("exists already"));
  state.new_joint->scene_file.fill('\0');
  make_joint_of_window(state);
  CHECK(state.new_joint->problem == "");
  CHECK(std::filesystem::exists(folder / "joint_2.json"));
}

TEST_CASE("new joint: what is wrong is said in the window", "[viewer][new_joint]") {
  const auto viewer = open_viewer("ball_on_plate", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  open_new_joint_window(state);
  make_joint_of_window(state);
  CHECK_THAT(state.new_joint->problem, Catch::Contains("drop both files"));
  const TemporaryFolder folder;
  const auto femur = exported(folder, "knee_femoral_component");
  open_new_joint_window(state, {femur, folder / "none.stl"});
  make_joint_of_window(state);
  CHECK_THAT(state.new_joint->problem, Catch::Contains("none.stl"));
  CHECK(state.new_joint->notes.empty());
  viewer->lay_out();
}

}  // namespace condyle::test::new_joint_window_tests

// Files of the viewer: open, reload, save, cure, export, drop, log.
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "condyle/error.h"
#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/mesh_repair.h"
#include "condyle/mesh/primitives.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "demo/view/viewer_in_window.h"
#include "view/mouse_and_keys.h"
#include "view/opened_files.h"
#include "view/scene_saving.h"

namespace condyle::test::files_tests {
namespace {

constexpr double k_dt = 1.0 / 240;

double no_clock() { return 0; }

/// A live scene that keeps its past and makes single steps.
struct Stepped {
  explicit Stepped(scene::Scene of) : live(std::make_unique<SceneWorld>(std::move(of))) {
    live.set_memory(std::size_t(1) << 28);
    wishes.playing = false;
  }
  explicit Stepped(const std::filesystem::path& file) : Stepped(read_to_view(file)) {}
  void step(int steps) {
    live.wish(wishes, steps);
    live.advance(1, no_clock);
  }
  std::vector<double> poses() const {
    std::vector<double> numbers{live.time()};
    for (const WorldBody& body : live.bodies())
      numbers.insert(numbers.end(), body.X_WB.data(), body.X_WB.data() + 16);
    return numbers;
  }
  LiveScene live;
  StepWishes wishes;
};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TriangleMesh ball() { return mesh::make_icosphere(0.02, 2); }

/// A scene file of a ball above a plate; the ball's mesh is a file beside it.
std::filesystem::path write_ball_scene(const TemporaryFolder& folder, const std::string& unit) {
  return folder.write("ball.json", R"({"condyle_scene": 1, "bodies": [
    {"name": "ball", "kind": "dynamic", "mass": 0.1, "position": [0, 0.0205, 0],
     "inertia": [1e-5, 1e-5, 1e-5], "meshes": [{"name": "skin",
     "file": "ball.ply", "unit": ")" + unit +
                                       R"(", "layer": {"elastic_modulus": 1e7,
     "poissons_ratio": 0.4, "thickness": 0.003}}]},
    {"name": "plate", "kind": "fixed", "meshes": [{"name": "top", "primitive": {"shape": "box",
     "size": [0.1, 0.01, 0.1]}, "position": [0, -0.005, 0], "layer": {"elastic_modulus": 1e7,
     "poissons_ratio": 0.4, "thickness": 0.003}}]}],
    "contacts": [{"name": "touch", "casting": {"body": "ball", "mesh": "skin"},
                  "target": {"body": "plate", "mesh": "top"}}]})");
}

}  // namespace

TEST_CASE("saved scene: opens with what was changed and runs with the same bits", "[files]") {
  const TemporaryFolder folder;
  const std::string name = GENERATE("knee_replacement", "cam_follower", "hip");
  Stepped first(find_scene(name));
  const Parameters before = parameters_of(first.live);
  Parameters wanted = before;
  wanted.contacts[0].settings.friction.dynamic_coefficient = 0.11;
  wanted.contacts[0].settings.friction.static_coefficient = 0.13;
  wanted.contacts[0].layers[0].elastic_modulus *= 0.7;
  wanted.load_factor = 2;  // a power of two: no rounding
  if (!wanted.strands.empty()) {
    wanted.strands[1].strand.linear_stiffness *= 1.25;
    wanted.strands[2].strand.slack_length *= 1.01;
    wanted.strands[3].is_cut = true;
  }
  apply(wanted, first.live);
  const scene::Scene changed = with_changes(first.live.scene(), first.live, before);
  save_scene(folder / "mine.json", changed);
  Stepped again(folder / "mine.json");
  CHECK(again.live.contacts()[0].settings == wanted.contacts[0].settings);
  CHECK(again.live.contacts()[0].casting_layer == wanted.contacts[0].layers[0]);
  for (std::size_t i = 0; i < wanted.strands.size(); ++i) {
    CHECK(again.live.strands()[i].strand == wanted.strands[i].strand);
    CHECK(again.live.strands()[i].is_cut == wanted.strands[i].is_cut);
  }
  first.live.reset();
  for (int k = 0; k < 4; ++k) {
    first.step(10);
    again.step(10);
    CHECK((again.poses() == first.poses()));
  }
  Stepped unchanged(find_scene(name));
  unchanged.step(40);
  CHECK_FALSE(again.poses() == unchanged.poses());
}

TEST_CASE("saved scene: motions and loads that are held by hand stay there", "[files]") {
  const TemporaryFolder folder;
  Stepped first(find_scene("knee_replacement"));
  const Parameters before = parameters_of(first.live);
  const std::size_t flexion = 0, axial = first.live.drives().size() - 1;
  REQUIRE(first.live.drives()[flexion].kind == Drive::Kind::motion);
  REQUIRE(first.live.drives()[axial].kind == Drive::Kind::load);
  Parameters wanted = before;
  wanted.drives[flexion] = 0.5;
  wanted.drives[axial] = 0.25;
  wanted.load_factor = 2;  // acts on the scene's own loads alone
  apply(wanted, first.live);
  save_scene(folder / "held.json", with_changes(first.live.scene(), first.live, before));
  Stepped again(folder / "held.json");
  first.step(600);  // until the sliders are there
  again.step(600);
  for (const std::size_t drive : {flexion, axial}) {
    CHECK(again.live.drives()[drive].amount == Approx(first.live.drives()[drive].amount));
    CHECK_FALSE(again.live.drives()[drive].by_hand);
  }
  const auto force = [](const Stepped& of) {
    return of.live.contacts()[0].report->result().total.contact_force.norm();
  };
  CHECK(force(again) == Approx(force(first)).epsilon(0.02));
  CHECK(force(again) < 800);  // the scene's own load is 1619 N
}

TEST_CASE("saved scene: never goes over what is shipped, and finds its meshes from elsewhere",
          "[files]") {
  const TemporaryFolder folder;
  const scene::Scene hip = read_to_view(find_scene("hip"));
  CHECK(is_shipped(find_scene("hip")));
  CHECK_FALSE(is_shipped(folder / "hip.json"));
  CHECK_THROWS_WITH(save_scene(find_scene("hip"), hip), Catch::Contains("belongs to Condyle"));
  CHECK_THROWS_WITH(save_scene(shipped_scenes() / "new.json", hip),
                    Catch::Contains("belongs to Condyle"));
  CHECK_FALSE(std::filesystem::exists(shipped_scenes() / "new.json"));
  write_mesh(folder / "ball.ply", ball(), mesh::LengthUnit::metre);
  const scene::Scene of_folder = read_to_view(write_ball_scene(folder, "m"));
  std::filesystem::create_directory(folder / "deeper");
  save_scene(folder / "deeper" / "ball.json", of_folder);
  CHECK_NOTHROW(Stepped(folder / "deeper" / "ball.json"));
  CHECK(usual_save_file(of_folder) == folder / "ball.json");
  CHECK(usual_save_file(hip) == std::filesystem::current_path() / "hip.json");
}

TEST_CASE("opened file: a mesh becomes a scene in the unit in which it is as large as a joint",
          "[files]") {
  const TemporaryFolder folder;
  const auto unit = GENERATE(mesh::LengthUnit::metre, mesh::LengthUnit::millimetre);
  write_mesh(folder / "ball.stl", ball(), unit);
  CHECK(likely_unit(folder / "ball.stl") == unit);
  const Stepped shown(folder / "ball.stl");
  REQUIRE(shown.live.bodies().size() == 1);
  const Eigen::AlignedBox3d box = bounding_box(*shown.live.bodies()[0].meshes[0].mesh);
  CHECK(box.sizes().x() == Approx(0.04).epsilon(0.02));
  CHECK_THROWS_AS(read_to_view(folder / "none.stl"), InputError);
}

TEST_CASE("cure: a mesh in another unit is read in it, the file stays", "[files]") {
  const TemporaryFolder folder;
  write_mesh(folder / "ball.ply", ball(), mesh::LengthUnit::millimetre);
  const std::string bytes = text_of(folder / "ball.ply");
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  open_scene(state, write_ball_scene(folder, "m"));
  viewer->lay_out();
  const auto found = std::ranges::find(state.findings, "mesh_unit", &Finding::kind);
  REQUIRE(found != state.findings.end());
  const std::optional<Cure> cure = cure_of(*found, state.world->scene());
  REQUIRE(cure);
  CHECK(cure->kind == Cure::Kind::unit);
  CHECK(words_of_cure(*cure) == "Read in mm");
  scene::Scene scene = state.world->scene();
  CHECK_THAT(carry_out(*cure, scene), Catch::Contains("ball.ply is read in mm"));
  open_read(state, scene, false);
  CHECK(std::ranges::find(state.findings, "mesh_unit", &Finding::kind) == state.findings.end());
  CHECK(text_of(folder / "ball.ply") == bytes);
  save_scene(folder / "cured.json", state.world->scene());
  CHECK_THAT(text_of(folder / "cured.json"), Catch::Contains("\"unit\": \"mm\""));
}

TEST_CASE("cure: a mesh that is inside out is repaired into a new file beside it", "[files]") {
  const TemporaryFolder folder;
  TriangleMesh wrong = ball();
  for (auto& triangle : wrong.triangles) std::swap(triangle[1], triangle[2]);
  write_mesh(folder / "ball.ply", wrong, mesh::LengthUnit::metre);
  folder.write("ball_repaired.ply", "the user's own");
  const std::string bytes = text_of(folder / "ball.ply");
  scene::Scene scene = read_to_view(write_ball_scene(folder, "m"));
  const auto findings_of = [](const scene::Scene& of) {
    return LiveScene(std::make_unique<SceneWorld>(of)).record().findings;
  };
  const std::vector<Finding> findings = findings_of(scene);
  const auto found = std::ranges::find(findings, "mesh_inward", &Finding::kind);
  REQUIRE(found != findings.end());
  const std::optional<Cure> cure = cure_of(*found, scene);
  REQUIRE(cure);
  CHECK(cure->kind == Cure::Kind::repair);
  CHECK_THAT(carry_out(*cure, scene), Catch::Contains("ball_repaired_2.ply"));
  CHECK(text_of(folder / "ball.ply") == bytes);
  CHECK(text_of(folder / "ball_repaired.ply") == "the user's own");
  const TriangleMesh made =
      mesh::read_mesh(folder / "ball_repaired_2.ply", mesh::LengthUnit::metre);
  CHECK(mesh::inspect(made).inward_components == 0);
  const std::vector<Finding> after = findings_of(scene);
  CHECK(std::ranges::find(after, "mesh_inward", &Finding::kind) == after.end());
  CHECK_FALSE(cure_of({"never_touched", "contact 'touch'", "..."}, scene));
}

TEST_CASE(
    "reload: takes the file as it is now with camera and options, a broken one changes nothing",
    "[files]") {
  const TemporaryFolder folder;
  write_mesh(folder / "ball.ply", ball(), mesh::LengthUnit::metre);
  const auto file = write_ball_scene(folder, "m");
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  open_scene(state, file);
  REQUIRE_FALSE(state.settings.recent.empty());
  CHECK(state.settings.recent[0] == file.string());
  viewer->lay_out();
  state.camera.distance *= 1.7;
  state.view.opacity[0] = 0.4f;
  state.view.contours = false;
  const double distance = state.camera.distance;
  std::string text = text_of(file);
  const std::string mass = "\"mass\": 0.1";
  folder.write("ball.json",
               std::string(text).replace(text.find(mass), mass.size(), "\"mass\": 0.3"));
  reload(state);
  viewer->lay_out();
  CHECK(state.world->bodies()[0].mass == 0.3);
  CHECK(state.camera.distance == distance);
  CHECK(state.view.opacity[0] == 0.4f);
  CHECK_FALSE(state.view.contours);
  state.divider = {0, 1, 0.001};
  reload(state);
  CHECK(state.divider.contact == 0);
  folder.write("ball.json", std::string(text).erase(text.rfind("\"contacts\""), std::string::npos) +
                                "\"contacts\": []}");
  reload(state);
  CHECK(state.world->contacts().empty());
  viewer->lay_out();
  CHECK(state.divider.contact == -1);
  folder.write("ball.json",
               std::string(text).replace(text.find(mass), mass.size(), "\"mass\": 0.3"));
  reload(state);
  const ShownWorld* running = state.world.get();
  folder.write("ball.json", text.replace(text.find(mass), mass.size(), "\"mass\": \"heavy\""));
  CHECK_THROWS_WITH(reload(state), Catch::Contains("mass"));
  CHECK(state.world.get() == running);
  CHECK(state.world->bodies()[0].mass == 0.3);
}

TEST_CASE("reload: says that kept moments of the scene before are gone", "[files]") {
  const TemporaryFolder folder;
  write_mesh(folder / "ball.ply", ball(), mesh::LengthUnit::metre);
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  open_scene(state, write_ball_scene(folder, "m"));
  reload(state);
  CHECK(state.log->messages().back().text == "read ball.json again");
  state.live->set_memory(std::size_t(1) << 28);
  state.playback.playing = false;
  for (int k = 0; k < 2; ++k) {
    step_once(state, true);
    advance(state, 1, no_clock);
    state.live->add_bookmark();
  }
  advance(state, 1, no_clock);
  REQUIRE(state.live->past().bookmarks.size() == 2);
  reload(state);
  CHECK(state.live->past().bookmarks.empty());
  CHECK(state.log->messages().back().text ==
        "read ball.json again; the 2 kept moments of the scene before are gone");
}

TEST_CASE("file watch: tells once that a file has changed, after it has stayed so", "[files]") {
  const TemporaryFolder folder;
  const auto file = folder.write("a.json", "1");
  std::atomic<int> woken = 0;
  FileWatch watch(
      {file, folder / "none"}, [&] { ++woken; }, 0.02);
  const auto changes_within = [&](int milliseconds) {
    for (int t = 0; t < milliseconds; t += 10) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (watch.take_change()) return true;
    }
    return false;
  };
  CHECK_FALSE(changes_within(100));
  folder.write("a.json", "22");
  CHECK(changes_within(2000));
  CHECK(woken == 1);
  CHECK_FALSE(changes_within(100));
  folder.write("none", "is there now");
  CHECK(changes_within(2000));
}

TEST_CASE("file list: folders first, then what the viewer opens", "[files]") {
  const TemporaryFolder folder;
  for (const char* name : {"b.json", "a.STL", "model.osim", "note.txt", ".hidden.json"})
    folder.write(name, "");
  std::filesystem::create_directory(folder / "z");
  std::vector<std::string> names;
  for (const ListedFile& file : list_folder(folder / "")) names.push_back(file.name);
  CHECK(names == std::vector<std::string>{"z", "a.STL", "b.json", "model.osim"});
  CHECK(kind_of_file("x.OBJ") == FileKind::mesh);
  CHECK_THROWS_AS(list_folder(folder / "none"), InputError);
  CHECK(free_name(folder / "", "c", ".json") == folder / "c.json");
  CHECK(free_name(folder / "", "b", ".json") == folder / "b_2.json");
}

TEST_CASE("file window: enters folders, opens, and asks before it replaces", "[files]") {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "deeper");
  folder.write("mine.json", "{}");
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  const auto press = [&](int key, bool control) {
    const KeyPress presses[] = {{.key = key, .control = control}};
    follow_keys(state, presses);
    viewer->lay_out();
  };
  press(GLFW_KEY_O, true);
  CHECK(state.files.use == FileWindow::Use::open);
  ImGui::GetIO().WantTextInput = true;  // a name is typed: the field has the keys, but not these
  press(GLFW_KEY_ENTER, false);
  CHECK(state.files.use == FileWindow::Use::open);
  press(GLFW_KEY_ESCAPE, false);
  CHECK(state.files.use == FileWindow::Use::closed);

  open_file_window(state, FileWindow::Use::open);
  set_name(state.files, (folder / "").string());
  accept_name(state);
  CHECK(state.files.use == FileWindow::Use::open);
  CHECK(state.files.listed.size() == 2);
  set_name(state.files, "mine.json");
  accept_name(state);
  REQUIRE(state.requests.open_scene);
  CHECK(*state.requests.open_scene == folder / "mine.json");
  CHECK(state.files.use == FileWindow::Use::closed);

  open_file_window(state, FileWindow::Use::save);
  set_name(state.files, (folder / "mine").string());
  accept_name(state);
  CHECK_FALSE(state.requests.save_scene);
  CHECK(state.files.replaces == folder / "mine.json");
  viewer->lay_out();
  accept_name(state, true);
  REQUIRE(state.requests.save_scene);
  CHECK(*state.requests.save_scene == folder / "mine.json");

  state.requests = {};
  open_file_window(state, FileWindow::Use::save);
  set_name(state.files, find_scene("hip").string());
  accept_name(state, true);
  CHECK_FALSE(state.requests.save_scene);
  CHECK_THAT(state.files.problem, Catch::Contains("belongs to Condyle"));
}

TEST_CASE("dropped files: the window hands them over, and the first that is known opens",
          "[files]") {
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  GLFWwindow* handle = glfwGetCurrentContext();
  const GLFWdropfun on_drop = glfwSetDropCallback(handle, nullptr);
  REQUIRE(on_drop);
  std::array paths = {"/somewhere/notes.txt", "/somewhere/femur.stl"};
  on_drop(handle, static_cast<int>(paths.size()), paths.data());
  const auto files = viewer->window->take_dropped_files();
  CHECK(files.size() == 2);
  CHECK(viewer->window->take_dropped_files().empty());
  ViewerState& state = viewer->state;
  open_dropped(state, files);
  REQUIRE(state.requests.open_scene);
  CHECK(*state.requests.open_scene == "/somewhere/femur.stl");
  state.requests = {};
  open_dropped(state, {files[0]});
  CHECK_FALSE(state.requests.open_scene);
  CHECK_THAT(state.message, Catch::Contains("notes.txt is no scene"));
}

TEST_CASE("export: the past has the rows of a run, and the scene goes on as if nothing was asked",
          "[files]") {
  const TemporaryFolder folder;
  Stepped asked(find_scene("knee_replacement")), plain(find_scene("knee_replacement"));
  asked.step(40);
  plain.step(40);
  std::string said;
  const auto write = [&](Export what, const std::string& name) {
    asked.live.do_work(
        [&](Simulation& of) { return said = write_export(what, folder / name, of); });
  };
  asked.live.cut_strand(5);  // after the last step
  plain.live.cut_strand(5);
  write(Export::history_csv, "history.csv");
  CHECK_THAT(said, Catch::Contains("wrote 40 steps"));
  const std::string csv = text_of(folder / "history.csv");
  CHECK(std::ranges::count(csv, '\n') == 41);
  CHECK_THAT(csv, Catch::StartsWith("time [s],"));
  write(Export::history_sto, "history.sto");
  const opensim::MotionTable table = opensim::read_motion_table(folder / "history.sto");
  REQUIRE(table.rows() == 40);
  CHECK(table.times.back() == Approx(40 * k_dt));
  const WorldStrand& strand = plain.live.strands()[4];
  const auto force = table.column(strand.name + ".force");
  REQUIRE(force);
  CHECK(table.at(39, *force) == strand.report->force.total_force);
  write(Export::maps_now, "now");
  CHECK(std::filesystem::exists(folder / "now" / "maps.pvd"));
  write(Export::maps_past, "past");
  CHECK_THAT(said, Catch::Contains("at 4 times"));  // of 1/6 s
  CHECK(asked.live.strands()[5].is_cut);
  CHECK((asked.poses() == plain.poses()));
  asked.step(20);
  plain.step(20);
  CHECK((asked.poses() == plain.poses()));
  Stepped none(find_scene("hip"));
  none.live.do_work(
      [&](Simulation& of) { return write_export(Export::history_csv, folder / "none.csv", of); });
  CHECK_THAT(none.live.record().message, Catch::Contains("nothing is in memory"));
  CHECK_FALSE(std::filesystem::exists(folder / "none.csv"));
}

TEST_CASE("message log: keeps what was said and printed, and shows what is asked for", "[files]") {
  MessageLog log;
  log.add(MessageKind::note, "saved a.png");
  log.add_printed("\r\033[K 50 %  1 of 2 s\r\033[Kcondyle: warning: mesh 'a': open");
  log.add_printed(" edges\n\n");
  log.add(MessageKind::error, "no such file");
  REQUIRE(log.messages().size() == 3);
  CHECK(log.messages()[1].text == "mesh 'a': open edges");
  CHECK(log.messages()[1].kind == MessageKind::warning);
  LogWindow window;
  CHECK(std::ranges::count(shown_lines(window, log), '\n') == 3);
  window.only_trouble = true;
  CHECK(std::ranges::count(shown_lines(window, log), '\n') == 2);
  window.filter = {'e', 'd', 'g', 'e'};
  CHECK_THAT(shown_lines(window, log), Catch::EndsWith("warning: mesh 'a': open edges\n"));
  CHECK(std::ranges::count(shown_lines(window, log), '\n') == 1);
}

TEST_CASE("message log: a viewer's messages and findings are in it, with their window open",
          "[files]") {
  const auto viewer = open_viewer("hip", {900, 600}, 1);
  if (!viewer) return;
  ViewerState& state = viewer->state;
  say(state, "one word");
  state.log_window.is_open = true;
  viewer->lay_out();
  REQUIRE_FALSE(state.log->messages().empty());
  CHECK(state.log->messages().back().text == "one word");
}

}  // namespace condyle::test::files_tests

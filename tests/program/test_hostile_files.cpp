// Files that cannot be read end the program with exit code 2 and a line that names them.
#include <fmt/format.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "condyle/opensim/osim_motion.h"
#include "core/mesh/temporary_folder.h"
#include "program/hostile_inputs.h"
#include "run_program.h"

namespace condyle::test::hostile_files_tests {
namespace {

using Catch::Contains;
namespace fs = std::filesystem;

/// A binary STL file of zeros that takes no space on disk.
fs::path endless_zeros(const TemporaryFolder& folder, std::uint32_t triangles) {
  std::string header(80, ' ');
  for (int byte = 0; byte < 4; ++byte) header += static_cast<char>(triangles >> 8 * byte & 0xFF);
  const fs::path file = folder.write("zeros.stl", header);
  fs::resize_file(file, header.size() + 50ull * triangles);
  return file;
}

/// Runs the program with limited memory.
ProgramRun run_within(int megabytes, const std::string& arguments) {
  const TemporaryFolder folder;
  const std::string command =
      fmt::format("ulimit -v {}; {} {} >{} 2>{}", megabytes * 1024, CONDYLE_PROGRAM, arguments,
                  (folder / "out").string(), (folder / "err").string());
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, file_content(folder / "out"),
          file_content(folder / "err")};
}

void check_refused(const ProgramRun& run, const fs::path& file, const std::string& remedy) {
  INFO(run.errors);
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(run.errors.starts_with("condyle: " + file.string() + ": "));
  CHECK(contains(run.errors, remedy));
}

using Words = std::vector<std::string>;
using Names = std::set<std::string>;

Names names_in(const fs::path& folder) {
  Names names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename().string());
  }
  return names;
}

/// The longest possible name, in letters of three bytes.
std::string long_name() {
  std::string name;
  for (int i = 0; i < 100; ++i) name += "\xe8\x86\x9d";
  return name;
}

void write_replaced(const HostileInputs& inputs, const std::string& file, const std::string& from,
                    const std::string& to, const std::string& copy) {
  std::string text = file_content(inputs / file);
  std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  for (; at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  std::ofstream(inputs / copy) << text;
}

/// Checks that maps.pvd lists the files in vtp/ and no others.
void check_series(const fs::path& folder) {
  const std::string text = file_content(folder / "maps.pvd");
  Names listed;
  for (std::size_t at = text.find("file=\""); at != std::string::npos;
       at = text.find("file=\"", at + 1)) {
    listed.insert(text.substr(at + 6, text.find('"', at + 6) - at - 6));
  }
  Names there;
  for (const std::string& name : names_in(folder / "vtp")) there.insert("vtp/" + name);
  CHECK(listed == there);
}

}  // namespace

TEST_CASE("a link that leads to itself is refused by every command that reads", "[program]") {
  const TemporaryFolder folder;
  const auto loop = [&](const std::string& name) {
    fs::create_symlink(name, folder / name);
    return folder / name;
  };
  const std::string remedy = "is a link that leads back to itself; give the file";
  const fs::path mesh = loop("a.stl"), scene = loop("a.json"), model = loop("a.osim");
  check_refused(run_program("mesh " + mesh.string()), mesh, remedy);
  check_refused(run_program("check " + scene.string()), scene, remedy);
  check_refused(run_program("check " + model.string()), model, remedy);
  check_refused(run_program(fmt::format("simulate {} --out {}", scene.string(),
                                        (folder / "results").string())),
                scene, remedy);
}

TEST_CASE("a file larger than any mesh is refused before it is read", "[program]") {
  const TemporaryFolder folder;
  const fs::path file = folder.write("large.ply", "ply\n");
  fs::resize_file(file, std::uintmax_t{200} << 30);
  check_refused(run_program("mesh " + file.string()), file,
                "has 200 GB, more than the 4 GB that can be read");
}

TEST_CASE("where memory runs out the program names the file and a remedy", "[program]") {
  const TemporaryFolder folder;
  const fs::path file = endless_zeros(folder, 4'000'000);
  check_refused(run_within(400, "mesh " + file.string()), file,
                "takes more memory than is free; close other programs");
  const fs::path scene = folder.write(
      "large.json",
      R"({"condyle_scene": 1, "name": "large", "bodies": [{"name": "a", "kind": "fixed", "meshes": [
      {"name": "m", "primitive": {"shape": "box", "size": [1, 1, 1], "segments": 570},
       "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}]})");
  check_refused(run_within(400, "check " + scene.string()), scene,
                "takes more memory than is free; close other programs");
}

TEST_CASE("hostile: no name of a body, a contact or a pose leads out of the folder", "[hostile]") {
  const HostileInputs inputs;
  const std::string letters = long_name();
  for (const std::string& name : {std::string("../../evil"), inputs.path("evil"), letters}) {
    write_replaced(inputs, "scene.json", "\"ball\"", '"' + name + '"', "named.json");
    write_replaced(inputs, "knee.osim", "name=\"tf\"", "name=\"" + name + '"', "named.osim");
    write_replaced(inputs, "poses.json", "\"id\":0", "\"id\":\"" + name + '"', "named_poses.json");
    const auto before = names_in(inputs / "");
    Words simulate = joined(inputs.simulate("a/b/out"), {"--vtp", "--every", "5"});
    simulate[1] = inputs.path("named.json");
    Words analyze = joined(inputs.analyze("a/b/analysed"), {"--vtp"});
    analyze[1] = inputs.path("named.osim");
    const Words contact =
        joined(inputs.contact("a/r.json", "named_poses.json"), {"--vtp", inputs.path("a/b/poses")});
    for (const Words& command : {simulate, analyze, contact}) {
      const ChildEnd end = run_child({.arguments = command});
      INFO(end.text());
      CHECK(end.exit_code == 0);
    }
    auto after = names_in(inputs / "");
    after.erase("a");
    CHECK(after == before);
    CHECK(names_in(inputs / "a") == Names{"b", "r.json"});
    CHECK(names_in(inputs / "a/b") == Names{"analysed", "out", "poses"});
    CHECK(names_in(inputs / "a/b/out/vtp").size() == 4);
    CHECK(names_in(inputs / "a/b/analysed/vtp").size() == 20);
    CHECK(names_in(inputs / "a/b/poses").size() == 40);
    check_series(inputs / "a/b/out");
    check_series(inputs / "a/b/analysed");
    fs::remove_all(inputs / "a");
  }
}

TEST_CASE("hostile: two meshes whose names meet have files of their own", "[hostile]") {
  const HostileInputs inputs;
  std::string scene = file_content(inputs / "scene.json");
  const auto replace = [&scene](const std::string& from, const std::string& to) {
    for (std::size_t at = scene.find(from); at != std::string::npos; at = scene.find(from)) {
      scene.replace(at, from.size(), to);
    }
  };
  replace(
      "\"plate\", \"kind\": \"fixed\", \"position\": [0, -0.01, 0],\n     \"meshes\": [{\"name\": "
      "\"m\"",
      "\"p.q\", \"kind\": \"fixed\", \"position\": [0, -0.01, 0], \"meshes\": [{\"name\": \"r\"");
  replace(
      "\"ball\", \"kind\": \"dynamic\", \"position\": [0, 0.021, 0], \"density\": 1000,\n     "
      "\"meshes\": [{\"name\": \"m\"",
      "\"p\", \"kind\": \"dynamic\", \"position\": [0, 0.021, 0], \"density\": 1000, "
      "\"meshes\": [{\"name\": \"q.r\"");
  replace(R"("body": "plate", "mesh": "m")", R"("body": "p.q", "mesh": "r")");
  replace(R"("body": "ball", "mesh": "m")", R"("body": "p", "mesh": "q.r")");
  std::ofstream(inputs / "scene.json") << scene;
  const ChildEnd end =
      run_child({.arguments = joined(inputs.simulate("out"), {"--vtp", "--every", "10"})});
  INFO(end.text());
  CHECK(end.exit_code == 0);
  CHECK(names_in(inputs / "out/vtp") == Names{"p.q.r_00000.vtp", "p.q.r_2_00000.vtp"});
}

TEST_CASE("hostile: a result never takes the place of what it is made of", "[hostile]") {
  const HostileInputs inputs;
  fs::create_hard_link(inputs / "ball.obj", inputs / "same.obj");
  for (const auto& [command, input, option] :
       std::vector<std::tuple<Words, std::string, std::string>>{
           {inputs.contact("plate.obj"), "plate.obj", "--out"},
           {inputs.contact("ball.obj"), "ball.obj", "--out"},
           {inputs.contact("poses.json"), "poses.json", "--out"},
           {inputs.convert("knee.osim"), "knee.osim", "--out"},
           {inputs.scale("knee.osim"), "knee.osim", "--out"},
           {joined(inputs.convert("swing.sto"), {"--motion", inputs.path("swing.sto")}),
            "swing.sto", "--out"},
           {inputs.geometry("shape.json"), "shape.json", "--out"},
           {inputs.geometry("queries.json"), "queries.json", "--out"},
           {{"mesh", inputs.path("ball.obj"), "--repair", inputs.path("same.obj")},
            "same.obj",
            "--repair"}}) {
    const std::string before = file_content(inputs / input);
    const ChildEnd end = run_child({.arguments = command});
    INFO(end.text());
    CHECK(end.exit_code == 2);
    CHECK(end.errors == fmt::format("condyle: {}: the command reads this file, which its result "
                                    "would replace; give {} another file\n",
                                    inputs.path(input), option));
    CHECK(file_content(inputs / input) == before);
  }
}

TEST_CASE("hostile: a run leaves no maps and tables of the run before it", "[hostile]") {
  const HostileInputs inputs;
  const auto run = [](const Words& command) {
    const ChildEnd end = run_child({.arguments = command});
    INFO(end.text());
    CHECK(end.exit_code == 0);
  };
  run(joined(inputs.simulate("out"), {"--vtp", "--every", "2"}));
  CHECK(names_in(inputs / "out/vtp").size() == 10);
  run(joined(inputs.simulate("out"), {"--vtp", "--every", "1000"}));  // only the last step
  CHECK(names_in(inputs / "out/vtp") == Names{"ball.m_00000.vtp", "plate.m_00000.vtp"});
  check_series(inputs / "out");
  run(inputs.simulate("out"));
  CHECK_FALSE(fs::exists(inputs / "out/vtp"));
  CHECK_FALSE(fs::exists(inputs / "out/maps.pvd"));

  run(joined(inputs.analyze("analysed"), {"--vtp", "--csv"}));
  CHECK(fs::exists(inputs / "analysed/contact.csv"));
  std::ofstream(inputs / "analysed/vtp/mine.vtp") << "not of a run";
  run(joined(inputs.analyze("analysed"), {"--no-contact"}));
  CHECK(names_in(inputs / "analysed") ==
        Names{"kinematics.sto", "ligaments.sto", "plots.svg", "summary.json", "vtp"});
  CHECK(names_in(inputs / "analysed/vtp") == Names{"mine.vtp"});
}

TEST_CASE("hostile: names that are no UTF-8 keep no command from its results", "[hostile]") {
  const HostileInputs inputs;
  const std::string scene = inputs.path("\xff\xfe.json"), mesh = inputs.path("\xff.obj");
  fs::copy_file(inputs / "scene.json", scene);
  fs::copy_file(inputs / "ball.obj", mesh);
  Words simulate = inputs.simulate("out");
  simulate[1] = scene;
  for (const Words& command : {simulate, {"mesh", mesh, "--json"}}) {
    const ChildEnd end = run_child({.arguments = command});
    INFO(end.text());
    CHECK(end.exit_code == 0);
  }
  CHECK_THAT(file_content(inputs / "out/summary.json"), Contains("\xef\xbf\xbd.json"));
}

TEST_CASE("hostile: what is not JSON is said without the library's numbers", "[hostile]") {
  const HostileInputs inputs;
  for (const auto& [text, problem] : std::map<std::string, std::string>{
           {"{\"a\": 1,\n}", "bad.json: a: is not valid JSON: line 2, column 1: syntax error"},
           {"{\"a\":\n 1e999}", "bad.json: a: is not valid JSON: line 2: number overflow"},
           {"{\"a\": [{}, {\"b\": 1, \"b\": 2}]}", "bad.json: a[1].b: is given twice"},
           {"[1, 2", "bad.json: [2]: is not valid JSON: line 1, column"}}) {
    std::ofstream(inputs / "bad.json") << text;
    const ChildEnd end = run_child({.arguments = {"check", inputs.path("bad.json")}});
    INFO(end.text());
    CHECK(end.exit_code == 2);
    CHECK_THAT(end.errors, Contains(problem) && !Contains("json.exception"));
  }
}

TEST_CASE("hostile: a list of many objects takes the time of its length", "[hostile]") {
  const HostileInputs inputs;
  std::string text = "[{}";
  for (int i = 1; i < 400'000; ++i) text += ",{}";
  std::ofstream(inputs / "many.json") << text << ']';
  const ChildEnd end =
      run_child({.arguments = {"check", inputs.path("many.json")}, .patience = 10});
  INFO(end.text());
  CHECK_FALSE(end.hung);
  CHECK_THAT(end.errors, Contains("is a list of 400000, must be an object"));
}

TEST_CASE("hostile: a name with a tab or a line end keeps the columns of a table", "[hostile]") {
  const HostileInputs inputs;
  write_replaced(inputs, "knee.osim", "name=\"tf\"", "name=\"t&#9;a&#10;f\"", "knee.osim");
  const ChildEnd end = run_child({.arguments = inputs.analyze("out")});
  INFO(end.text());
  CHECK(end.exit_code == 0);
  const opensim::MotionTable table = opensim::read_motion_table(inputs / "out/contact.sto");
  CHECK(table.column("t_a_f.casting.total.contact_area").has_value());
}

TEST_CASE("hostile: meshes with an old Mac's line ends are read, two x are refused", "[hostile]") {
  const TemporaryFolder folder;
  const ProgramRun run = run_program(
      "mesh " + folder.write("cr.obj", "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3\r").string());
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "triangles             1"));
  const fs::path broken = folder.write("broken.obj", "v 0 0 0\rv 1 0 x\r");
  CHECK(contains(run_program("mesh " + broken.string()).errors, "broken.obj, line 2: 'x'"));
  const fs::path twice = folder.write(
      "twice.ply",
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float "
      "z\nproperty float x\nelement face 1\nproperty list uchar int "
      "vertex_indices\nend_header\n0 0 0 5\n1 0 0 5\n0 1 0 5\n3 0 1 2\n");
  check_refused(run_program("mesh " + twice.string()), fs::path(twice.string() + ", line 7"),
                "property 'x' stands twice in the element 'vertex'; keep one");
}

}  // namespace condyle::test::hostile_files_tests

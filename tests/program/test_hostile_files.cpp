// Files that no reader can take end the program with a line that names them, and exit code 2.
#include <fmt/format.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <cstdlib>

#include "core/mesh/temporary_folder.h"
#include "run_program.h"

namespace condyle::test::hostile_files_tests {
namespace {

namespace fs = std::filesystem;

/// A binary STL file of zeros, which takes no space on the disk.
fs::path endless_zeros(const TemporaryFolder& folder, std::uint32_t triangles) {
  std::string header(80, ' ');
  for (int byte = 0; byte < 4; ++byte) header += static_cast<char>(triangles >> 8 * byte & 0xFF);
  const fs::path file = folder.write("zeros.stl", header);
  fs::resize_file(file, header.size() + 50ull * triangles);
  return file;
}

/// What the program says where it may take so much memory.
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

}  // namespace condyle::test::hostile_files_tests

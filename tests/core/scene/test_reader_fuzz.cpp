// Files of every kind with random structural damage: each is read, or refused with its name.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <functional>
#include <random>
#include <span>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"
#include "condyle/scene/scene_file.h"
#include "core/mesh/temporary_folder.h"
#include "core/mesh/vtp_encoder.h"
#include "core/opensim/osim_text.h"
#include "support/few_or_all.h"

namespace condyle::test::reader_fuzz_tests {
using namespace scene;

namespace {

namespace fs = std::filesystem;

/// The words of a text, and the single characters between them.
std::vector<std::string> tokens_of(const std::string& text) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' || c == '-' ||
           c == '+';
  };
  std::vector<std::string> tokens;
  bool in_word = false;
  for (const char c : text) {
    if (is_word(c) && in_word) {
      tokens.back() += c;
    } else {
      tokens.emplace_back(1, c);
    }
    in_word = is_word(c);
  }
  return tokens;
}

/// Unexpected replacements for a number, a word or a mark.
const std::vector<std::string> k_odd = {"",
                                        "0",
                                        "-1",
                                        "1e308",
                                        "-1e19",
                                        "1e-320",
                                        "nan",
                                        "inf",
                                        "2147483648",
                                        "18446744073709551616",
                                        "0.5",
                                        "x",
                                        "\f",
                                        "\v",
                                        "\t",
                                        "\r",
                                        "\n",
                                        std::string(1, '\0'),
                                        "\xEF\xBB\xBF",
                                        "\xff",
                                        "\"",
                                        "[]",
                                        "{}",
                                        "null",
                                        "[[]]",
                                        "<",
                                        ">",
                                        "/>",
                                        "=",
                                        "#",
                                        "endheader",
                                        "element vertex 7\n",
                                        "999999999 999999999"};

class Mutator {
 public:
  explicit Mutator(unsigned seed) : random_(seed) {}

  std::string mutated(const std::string& text) {
    std::vector<std::string> tokens = tokens_of(text);
    for (int i = pick(4) + 1; i > 0 && !tokens.empty(); --i) change(tokens);
    std::string result;
    for (const std::string& token : tokens) result += token;
    if (pick(4) == 0 && !result.empty()) result[at(result)] = static_cast<char>(pick(256));
    return result.empty() ? "x" : result;
  }

 private:
  int pick(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  template <class List>
  std::ptrdiff_t at(const List& list) {
    return pick(static_cast<int>(list.size()));
  }

  void change(std::vector<std::string>& tokens) {
    const std::ptrdiff_t first = at(tokens);
    const std::ptrdiff_t count = std::min<std::ptrdiff_t>(1 + pick(12), std::ssize(tokens) - first);
    const auto begin = tokens.begin() + first;
    switch (pick(6)) {
      case 0:
        tokens.erase(begin, begin + count);
        break;
      case 1: {
        const std::vector<std::string> copy(begin, begin + count);
        tokens.insert(tokens.begin() + at(tokens), copy.begin(), copy.end());
        break;
      }
      case 2:
        *begin = tokens[at(tokens)];
        break;
      case 3:
        tokens.insert(begin, k_odd[at(k_odd)]);
        break;
      case 4:
        if (pick(20) == 0) tokens.resize(first);
        break;
      default:
        *begin = k_odd[at(k_odd)];
    }
  }

  std::mt19937 random_;
};

/// A file that a reader accepts, and the reader.
struct Sample {
  std::string name, text;
  std::function<void(const fs::path&)> read;
};

std::string height_map_text() {
  return R"({"kind": "height_map", "start": [0, 0], "spacing": [1, 2], "smoothness": 0,
  "z": [[0, 1, 2, 0], [0, 1, 1, 3], [2, 1, 0, 1], [0, 0, 1, 0]]})";
}

std::string scene_text() {
  return R"({"condyle_scene": 1, "name": "fuzz", "bodies": [
  {"name": "ground", "kind": "fixed", "meshes": [{"name": "hill", "shape": )" +
         height_map_text() +
         R"(, "layer": {"elastic_modulus": 5e6, "poissons_ratio": 0.4, "thickness": 0.003}}]},
  {"name": "box", "kind": "dynamic", "mass": 2, "inertia": [0.1, 0.2, 0.25, 0.01, 0, 0], "meshes": [
   {"name": "shell", "primitive": {"shape": "box", "size": [0.1, 0.2, 0.3], "segments": 4},
    "layer": {"elastic_modulus": 1e6, "poissons_ratio": 0.3, "thickness": 0.01}}]}],
 "contacts": [{"name": "touch", "casting": {"body": "box", "mesh": "shell"},
   "target": {"body": "ground", "mesh": "hill"}}],
 "ligaments": [{"name": "l1", "linear_stiffness": 2000, "slack_length": 0.05,
   "a": {"body": "box", "point": [0, 0.1, 0]}, "b": {"point": [0, 1, 0]}}]})";
}

std::vector<Sample> samples() {
  const auto mesh = [](const fs::path& file) {
    const TriangleMesh read = mesh::read_mesh(file, mesh::LengthUnit::millimetre);
    REQUIRE_NOTHROW(require_valid(read, file.string()));
  };
  const auto shape = [](const fs::path& file) { read_shape(file); };
  const auto scene = [](const fs::path& file) { read_scene(file); };
  const auto motion = [](const fs::path& file) { opensim::read_motion_table(file); };
  const auto model = [](const fs::path& file) { opensim::read_osim(file); };
  const std::string facet =
      "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n"
      "endfacet\n";
  OsimText osim;
  osim.forces = OsimText::strand("l", "<slack_length>0.1</slack_length>");
  return {
      {"mesh.stl", "solid a\n" + facet + facet + "endsolid a\n", mesh},
      {"mesh.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\n# c\nf 1 2 3\nf -3//1 4/2/3 \\\n3\n", mesh},
      {"mesh.ply",
       "ply\nformat ascii 1.0\ncomment c\nelement vertex 4\nproperty float x\nproperty float y\n"
       "property float z\nproperty list uchar int n\nelement face 2\n"
       "property list uchar int vertex_indices\nend_header\n0 0 0 1 5\n1 0 0 0\n1 1 0 0\n"
       "0 1 0 2 1 1\n3 0 1 2\n4 0 1 2 3\n",
       mesh},
      {"mesh.vtp", encode_vtp(mesh::make_box({1, 1, 1}), {}, 2), mesh},
      {"shape.json", height_map_text(), shape},
      {"scene.json", scene_text(), scene},
      {"motion.sto",
       "Coordinates\nversion=1\nnRows=2\nnColumns=3\ninDegrees=yes\nendheader\n"
       "time\tknee\thip\n0\t1.5\t-2e-3\n0.1\t2.5\t0\n",
       motion},
      {"model.osim", osim.text(), model},
  };
}

/// Factor for the number of files: 1, or CONDYLE_FUZZ in a long run.
int thoroughness() {
  const char* text = std::getenv("CONDYLE_FUZZ");
  return text == nullptr ? 1 : std::max(1, std::atoi(text));
}

}  // namespace

TEST_CASE("a file of any kind with its structure damaged is read or refused by its name",
          "[reader][property][rounds]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  Mutator mutator(seed);
  const TemporaryFolder folder;
  for (const Sample& sample : samples()) {
    REQUIRE_NOTHROW(sample.read(folder.write(sample.name, sample.text)));
    for (int i = 0; i < few_or_all(120, 300) * thoroughness(); ++i) {
      const std::string text = mutator.mutated(sample.text);
      INFO(text);
      const fs::path file = folder.write(sample.name, text);
      try {
        sample.read(file);
      } catch (const InputError& error) {
        REQUIRE(std::string(error.what()).find(sample.name) != std::string::npos);
      }
    }
  }
}

TEST_CASE("a byte-order mark before a file of any kind is passed over", "[reader]") {
  const TemporaryFolder folder;
  for (const Sample& sample : samples()) {
    INFO(sample.name);
    CHECK_NOTHROW(sample.read(folder.write(sample.name, "\xEF\xBB\xBF" + sample.text)));
  }
}

}  // namespace condyle::test::reader_fuzz_tests

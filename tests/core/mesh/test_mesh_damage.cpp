// Randomly damaged files give a valid mesh or an InputError, never a crash or a hang.

#include <fmt/core.h>

#include <catch2/catch.hpp>
#include <cstdint>
#include <random>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/primitives.h"
#include "support/few_or_all.h"
#include "temporary_folder.h"
#include "vtp_encoder.h"

namespace condyle::test::mesh_damage_tests {
namespace {

struct Sample {
  std::string name;
  std::string bytes;
};

std::vector<Sample> samples() {
  const TemporaryFolder folder;
  const TriangleMesh mesh = mesh::make_uv_sphere(0.02, 6, 4);
  std::vector<Sample> result;
  for (const std::string name : {"mesh.stl", "mesh.obj", "mesh.ply", "mesh.vtp"}) {
    mesh::write_mesh(folder / name, mesh, mesh::LengthUnit::metre);
    result.push_back({name, file_content(folder / name)});
  }
  std::string ascii_stl = "solid\n";
  std::string ascii_ply = fmt::format(
      "ply\nformat ascii 1.0\nelement vertex {}\nproperty double x\nproperty double y\n"
      "property double z\nelement face {}\nproperty list uchar int vertex_indices\nend_header\n",
      mesh.vertices.size(), mesh.triangles.size());
  for (const Eigen::Vector3d& p : mesh.vertices) {
    ascii_ply += fmt::format("{} {} {}\n", p.x(), p.y(), p.z());
  }
  for (const auto& [a, b, c] : mesh.triangles) {
    ascii_ply += fmt::format("3 {} {} {}\n", a, b, c);
    ascii_stl += "facet normal 0 0 0\nouter loop\n";
    for (const int v : {a, b, c}) {
      const Eigen::Vector3d& p = mesh.vertices[v];
      ascii_stl += fmt::format("vertex {} {} {}\n", p.x(), p.y(), p.z());
    }
    ascii_stl += "endloop\nendfacet\n";
  }
  result.push_back({"mesh.stl", ascii_stl + "endsolid\n"});
  result.push_back({"mesh.ply", ascii_ply});
  for (const std::string format : {"ascii", "binary", "raw", "base64"}) {
    VtpEncoding encoding;
    encoding.format = format;
    encoding.zlib = format != "ascii";
    encoding.block_size = 64;
    result.push_back({"mesh.vtp", encode_vtp(mesh, encoding, 2)});
  }
  return result;
}

/// Reads the bytes. A resulting mesh must be valid.
void read_or_refuse(const TemporaryFolder& folder, const std::string& name,
                    const std::string& bytes) {
  const auto file = folder.write(name, bytes);
  try {
    require_valid(mesh::read_mesh(file, mesh::LengthUnit::millimetre), name);
  } catch (const InputError& error) {
    REQUIRE(std::string(error.what()).find(file.string()) == 0);
  }
}

}  // namespace

TEST_CASE("a mesh file cut off anywhere is read or refused", "[mesh][property]") {
  const TemporaryFolder folder;
  for (const Sample& sample : samples()) {
    // About 150 cuts in each file, and every cut near its end.
    const std::size_t step = sample.bytes.size() / 150 + 1;
    for (std::size_t size = 1; size < sample.bytes.size(); size += step) {
      read_or_refuse(folder, sample.name, sample.bytes.substr(0, size));
    }
    for (std::size_t left = 1; left < 20; ++left) {
      read_or_refuse(folder, sample.name, sample.bytes.substr(0, sample.bytes.size() - left));
    }
  }
}

TEST_CASE("a mesh file with wrong bytes anywhere is read or refused", "[mesh][property][rounds]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  for (const Sample& sample : samples()) {
    for (int i = 0; i < few_or_all(120, 300); ++i) {
      std::string bytes = sample.bytes;
      const std::size_t flips = 1 + random() % 4;
      for (std::size_t flip = 0; flip < flips; ++flip) {
        bytes[random() % bytes.size()] = static_cast<char>(random() % 256);
      }
      read_or_refuse(folder, sample.name, bytes);
    }
  }
}

TEST_CASE("random bytes under any extension are refused", "[mesh][property]") {
  const unsigned seed = std::random_device{}();
  INFO("seed " << seed);
  std::mt19937 random(seed);
  const TemporaryFolder folder;
  for (const std::string name : {"a.stl", "a.obj", "a.ply", "a.vtp", "a"}) {
    for (int i = 0; i < 20; ++i) {
      std::string bytes(random() % 500 + 1, '\0');
      for (char& c : bytes) c = static_cast<char>(random() % 256);
      const auto file = folder.write(name, bytes);
      REQUIRE_THROWS_AS(mesh::read_mesh(file, mesh::LengthUnit::metre), InputError);
    }
  }
}

}  // namespace condyle::test::mesh_damage_tests

#include <array>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "condyle/mesh/mesh_file.h"
#include "shapes.h"

namespace {

struct Asset {
  const char* name;
  condyle::TriangleMesh (*make)();
  const char* ending = ".ply";
};

constexpr std::array k_assets = {
    Asset{"knee_femoral_component", condyle::assets::knee_femoral_component},
    Asset{"knee_tibial_insert", condyle::assets::knee_tibial_insert},
    Asset{"hip_femoral_head", condyle::assets::hip_femoral_head},
    Asset{"hip_acetabulum", condyle::assets::hip_acetabulum},
    Asset{"plate", condyle::assets::plate},
    Asset{"finger_pad", condyle::assets::finger_pad},
    Asset{"can", condyle::assets::can},
    Asset{"gear_pinion", condyle::assets::gear_pinion},
    Asset{"gear_wheel", condyle::assets::gear_wheel},
    Asset{"cam_body", condyle::assets::cam_body},
    Asset{"mug_cup", condyle::assets::mug_cup, ".obj"},
    Asset{"mug_handle", condyle::assets::mug_handle, ".obj"},
    Asset{"peg", condyle::assets::peg, ".obj"},
    Asset{"peg_block", condyle::assets::peg_block, ".obj"},
    Asset{"thread_bolt", condyle::assets::thread_bolt},
    Asset{"thread_nut", condyle::assets::thread_nut},
    Asset{"bone_distal_femur", condyle::assets::bone_distal_femur},
    Asset{"bone_proximal_tibia", condyle::assets::bone_proximal_tibia},
    Asset{"bone_patella", condyle::assets::bone_patella},
    Asset{"bone_proximal_femur", condyle::assets::bone_proximal_femur},
    Asset{"bone_pelvis", condyle::assets::bone_pelvis},
};

}  // namespace

/// generate_meshes FOLDER: writes every mesh of the shipped scenes to FOLDER, in metres, as PLY or,
/// for MuJoCo, as OBJ.
int main(int argc, char** argv) try {
  if (argc != 2) {
    std::fprintf(stderr, "usage: generate_meshes FOLDER\n");
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  std::filesystem::create_directories(folder);
  for (const Asset& asset : k_assets) {
    const condyle::TriangleMesh mesh = asset.make();
    const std::filesystem::path file = folder / (std::string(asset.name) + asset.ending);
    condyle::mesh::write_mesh(file, mesh, condyle::mesh::LengthUnit::metre);
    std::printf("%s: %zu triangles\n", file.c_str(), mesh.triangles.size());
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "generate_meshes: %s\n", error.what());
  return 2;
}

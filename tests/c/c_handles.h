#pragma once

#include <catch2/catch.hpp>
#include <memory>
#include <string>
#include <vector>

#include "condyle/c.h"
#include "condyle/contact/layer.h"
#include "condyle/mesh/triangle_mesh.h"

namespace condyle::test {

struct FreeHandle {
  void operator()(condyle_surface* surface) const { condyle_surface_free(surface); }
  void operator()(condyle_pair* pair) const { condyle_pair_free(pair); }
  void operator()(condyle_world* world) const { condyle_world_free(world); }
  void operator()(condyle_moment* moment) const { condyle_moment_free(moment); }
};
template <class T>
using Handle = std::unique_ptr<T, FreeHandle>;

/// Fails the test with the message if the handle is null.
template <class T>
Handle<T> owned(T* handle) {
  INFO(condyle_last_error());
  REQUIRE(handle != nullptr);
  return Handle<T>(handle);
}

inline void require_ok(int status) {
  INFO(condyle_last_error());
  REQUIRE(status == CONDYLE_OK);
}

/// The arrays of a mesh.
struct MeshArrays {
  explicit MeshArrays(const TriangleMesh& mesh) {
    for (const Eigen::Vector3d& v : mesh.vertices)
      vertices.insert(vertices.end(), v.data(), v.data() + 3);
    for (const std::array<int, 3>& triangle : mesh.triangles)
      triangles.insert(triangles.end(), triangle.begin(), triangle.end());
  }
  condyle_surface* surface(const Layer& layer) const {
    return condyle_surface_from_arrays(vertices.data(), vertices.size() / 3, triangles.data(),
                                       triangles.size() / 3, layer.elastic_modulus,
                                       layer.poissons_ratio, layer.thickness);
  }
  std::vector<double> vertices;
  std::vector<std::uint32_t> triangles;
};

inline Handle<condyle_surface> surface_of(const TriangleMesh& mesh, const Layer& layer) {
  return owned(MeshArrays(mesh).surface(layer));
}

}  // namespace condyle::test

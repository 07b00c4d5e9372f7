#include "core/src/geometry/mesh_boxes.h"

#include <algorithm>
#include <numeric>

namespace condyle {
namespace {

class Builder {
 public:
  explicit Builder(const TriangleMesh& mesh) : mesh_(mesh) {
    for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
      centroids_.push_back(centroid(mesh, t));
    }
    boxes_.order.resize(mesh.triangles.size());
    std::iota(boxes_.order.begin(), boxes_.order.end(), 0);
  }

  MeshBoxes run() {
    add(0, static_cast<int>(boxes_.order.size()));
    return std::move(boxes_);
  }

 private:
  void add(int first, int last) {
    constexpr int k_leaf = 4;
    const int node = static_cast<int>(boxes_.nodes.size());
    boxes_.nodes.push_back({.box = {}, .right = -1, .first = first, .last = last});
    Eigen::AlignedBox3d box, centres;
    for (int k = first; k < last; ++k) {
      for (const int v : mesh_.triangles[boxes_.order[k]]) box.extend(mesh_.vertices[v]);
      centres.extend(centroids_[boxes_.order[k]]);
    }
    boxes_.nodes[node].box = box;
    if (last - first <= k_leaf) return;
    int axis;
    centres.sizes().maxCoeff(&axis);
    const int middle = (first + last) / 2;
    const auto begin = boxes_.order.begin();
    std::nth_element(begin + first, begin + middle, begin + last, [&](int a, int b) {
      const double x = centroids_[a][axis], y = centroids_[b][axis];
      return x < y || (x == y && a < b);
    });
    add(first, middle);
    boxes_.nodes[node].right = static_cast<int>(boxes_.nodes.size());
    add(middle, last);
  }

  const TriangleMesh& mesh_;
  std::vector<Eigen::Vector3d> centroids_;
  MeshBoxes boxes_;
};

}  // namespace

MeshBoxes make_boxes(const TriangleMesh& mesh) { return Builder(mesh).run(); }

}  // namespace condyle

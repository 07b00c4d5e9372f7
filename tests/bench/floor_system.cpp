#include "bench/floor_system.h"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "bench/foundation.h"
#include "condyle/contact/contact_pair.h"
#include "core/src/contact/contact_evaluator.h"

namespace condyle::bench {
namespace {

struct KnownRay {
  Eigen::Vector3d origin_C, normal_C;
};

/// A triangle prepared for the test of Baldwin & Weber (2016): the affine map that takes its
/// corners to (0,0,0), (1,0,0), (0,1,0), row by row.
struct KnownTriangle {
  double map[3][4];
};

struct KnownContact {
  int ray = -1, triangle = -1;
};

class FloorSystem : public System {
 public:
  explicit FloorSystem(const PairCase& pair) : System("floor"), case_(pair) {
    copy_geometry();
    list_contacts();
  }

  void evaluate(std::size_t step) override {
    step_ = step;
    const Pose X_TC = case_.poses_CT[step].inverse(Eigen::Isometry);
    const Eigen::Matrix3d R_TC = X_TC.linear();
    const Eigen::Vector3d p_TC = X_TC.translation();
    const std::size_t end = first_of_step_[step + 1];
    distances_.resize(end - first_of_step_[step]);
    double* distance = distances_.data();
    for (std::size_t i = first_of_step_[step]; i < end; ++i) {
      const KnownRay& ray = rays_[contacts_[i].ray];
      const KnownTriangle& triangle = triangles_[contacts_[i].triangle];
      *distance++ = distance_to(triangle, R_TC * ray.origin_C + p_TC, -(R_TC * ray.normal_C));
    }
  }

  StepOutcome outcome() const override {
    std::vector<ProximityHit> hits;
    for (std::size_t i = 0; i < distances_.size(); ++i) {
      const KnownContact& known = contacts_[first_of_step_[step_] + i];
      if (distances_[i] > 0) hits.push_back({known.ray, known.triangle, distances_[i]});
    }
    return {static_cast<double>(hits.size()), foundation_force(case_, hits).force.norm()};
  }

 private:
  /// Returns -1 if the ray misses.
  static double distance_to(const KnownTriangle& triangle, const Eigen::Vector3d& o,
                            const Eigen::Vector3d& d) {
    // The triangle was found by another rule, so a ray through an edge may miss it here by
    // rounding.
    constexpr double k_edge = 1e-6;
    const auto& m = triangle.map;
    const double height = m[2][0] * o[0] + m[2][1] * o[1] + m[2][2] * o[2] + m[2][3];
    const double t = -height / (m[2][0] * d[0] + m[2][1] * d[1] + m[2][2] * d[2]);
    const Eigen::Vector3d hit = o + t * d;
    const double u = m[0][0] * hit[0] + m[0][1] * hit[1] + m[0][2] * hit[2] + m[0][3];
    const double v = m[1][0] * hit[0] + m[1][1] * hit[1] + m[1][2] * hit[2] + m[1][3];
    const bool inside = (u >= -k_edge) & (v >= -k_edge) & (u + v <= 1 + k_edge);
    return inside ? t : -1;
  }

  static KnownTriangle known(const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                             const Eigen::Vector3d& c) {
    Eigen::Matrix3d sides;
    sides << b - a, c - a, (b - a).cross(c - a);
    const Eigen::Matrix3d inverse = sides.inverse();
    const Eigen::Vector3d shift = -inverse * a;
    KnownTriangle triangle;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) triangle.map[i][j] = inverse(i, j);
      triangle.map[i][3] = shift[i];
    }
    return triangle;
  }

  void copy_geometry() {
    const ContactSurface& casting = *case_.casting;
    for (int i = 0; i < casting.triangle_count(); ++i) {
      rays_.push_back({casting.centroids()[i], casting.normals()[i]});
    }
    const TriangleMesh& mesh = case_.target->mesh();
    for (const auto& [a, b, c] : mesh.triangles) {
      triangles_.push_back(known(mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]));
    }
  }

  void list_contacts() {
    ContactPair pair(case_.casting, case_.target, case_.settings);
    first_of_step_.push_back(0);
    for (const Pose& X_CT : case_.poses_CT) {
      for (const ProximityHit& hit : pair.evaluator().find_hits(X_CT)) {
        if (hit.proximity > 0) contacts_.push_back({hit.casting_triangle, hit.target_triangle});
      }
      first_of_step_.push_back(contacts_.size());
    }
  }

  PairCase case_;
  std::vector<KnownRay> rays_;
  std::vector<KnownTriangle> triangles_;
  std::vector<KnownContact> contacts_;      ///< contacts of all steps, step by step
  std::vector<std::size_t> first_of_step_;  ///< per step: start in contacts_; and the end
  std::size_t step_ = 0;
  std::vector<double> distances_;
};

}  // namespace

std::unique_ptr<System> make_floor(const PairCase& pair) {
  return std::make_unique<FloorSystem>(pair);
}

}  // namespace condyle::bench

#include "bench/floor_system.h"

#include <Eigen/Geometry>

#include "bench/foundation.h"
#include "condyle/contact/contact_pair.h"

namespace condyle::bench {
namespace {

struct KnownRay {
  Eigen::Vector3d origin_C, normal_C;
};

/// A triangle ready for Moeller & Trumbore (1997): a corner and the two sides that leave it.
struct KnownTriangle {
  Eigen::Vector3d corner, side_1, side_2;
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
    return {static_cast<double>(hits.size()), foundation_force(case_, hits).norm()};
  }

 private:
  /// -1 where the ray misses.
  static double distance_to(const KnownTriangle& triangle, const Eigen::Vector3d& origin,
                            const Eigen::Vector3d& direction) {
    // The same triangle was found by another rule; a ray through an edge may miss it by rounding.
    constexpr double k_edge = 1e-6;
    const Eigen::Vector3d across = direction.cross(triangle.side_2);
    const double inverse = 1 / triangle.side_1.dot(across);
    const Eigen::Vector3d from_corner = origin - triangle.corner;
    const double u = from_corner.dot(across) * inverse;
    const Eigen::Vector3d turned = from_corner.cross(triangle.side_1);
    const double v = direction.dot(turned) * inverse;
    const bool inside = (u >= -k_edge) & (v >= -k_edge) & (u + v <= 1 + k_edge);
    return inside ? triangle.side_2.dot(turned) * inverse : -1;
  }

  void copy_geometry() {
    const ContactSurface& casting = *case_.casting;
    for (int i = 0; i < casting.triangle_count(); ++i) {
      rays_.push_back({casting.centroids()[i], casting.normals()[i]});
    }
    const TriangleMesh& mesh = case_.target->mesh();
    for (const auto& [a, b, c] : mesh.triangles) {
      const auto& v = mesh.vertices;
      triangles_.push_back({v[a], v[b] - v[a], v[c] - v[a]});
    }
  }

  void list_contacts() {
    ContactPair pair(case_.casting, case_.target, case_.settings);
    first_of_step_.push_back(0);
    for (const Pose& X_CT : case_.poses_CT) {
      for (const ProximityHit& hit : pair.find_hits(X_CT)) {
        if (hit.proximity > 0) contacts_.push_back({hit.casting_triangle, hit.target_triangle});
      }
      first_of_step_.push_back(contacts_.size());
    }
  }

  PairCase case_;
  std::vector<KnownRay> rays_;
  std::vector<KnownTriangle> triangles_;
  std::vector<KnownContact> contacts_;      ///< step after step
  std::vector<std::size_t> first_of_step_;  ///< in contacts_, and the end
  std::size_t step_ = 0;
  std::vector<double> distances_;
};

}  // namespace

std::unique_ptr<System> make_floor(const PairCase& pair) {
  return std::make_unique<FloorSystem>(pair);
}

}  // namespace condyle::bench

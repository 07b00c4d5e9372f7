#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>

#include "condyle/contact/contact_pair.h"
#include "condyle/contact/contact_result.h"
#include "core/src/base/pose_inverse.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/laws/friction_description.h"
#include "core/src/contact/laws/law_description.h"
#include "core/src/contact/surface/element_weights.h"
#include "core/src/contact/vertex_shares.h"

namespace condyle {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

/// One side of a contact: its vertices, the pose of its mesh in C, and the forces on the vertices
/// in C.
struct Side {
  std::span<const Vector3d> vertices;
  Pose X_CM = Pose::Identity();
  std::span<Vector3d> forces;

  Vector3d place(int vertex) const { return X_CM * vertices[vertex]; }
  Vector3d& force(int vertex) const { return forces[vertex]; }
};

/// The wrench about C's origin of a force at a point.
Wrench acting_at(const Vector3d& point, const Vector3d& force) {
  return {point.cross(force), force};
}

void hand_back(const ElementWeights& at, const Wrench& wrench, const Side& side) {
  std::array<Vector3d, 3> places;
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
    places[k] = side.place(at.vertex[k]);
  const std::array<Vector3d, 3> parts = share_out(at, wrench, places);
  for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k)
    side.force(at.vertex[k]) += parts[k];
}

/// The load on some elements of one side, and their vertices.
class LoadedVertices {
 public:
  void clear() {
    vertices_.clear();
    handed_ = {Vector3d::Zero(), Vector3d::Zero()};
  }
  void hand_back(const ElementWeights& at, const Vector3d& force, const Side& side) {
    for (std::size_t k = 0; k < static_cast<std::size_t>(at.count); ++k) {
      const Vector3d part = at.weight[k] * force;
      side.force(at.vertex[k]) += part;
      handed_.force += part;
      handed_.moment += side.place(at.vertex[k]).cross(part);
      vertices_.push_back(at.vertex[k]);
    }
  }
  /// Adds forces for the part of the moment that hand_back() has not applied.
  void complete(const Wrench& wrench, const Side& side) {
    points_.clear();
    for (const int v : vertices_) points_.push_back(side.place(v));
    couple_.assign(points_.size(), Vector3d::Zero());
    add_couple(wrench.moment - handed_.moment, points_, couple_);
    for (std::size_t i = 0; i < vertices_.size(); ++i) side.force(vertices_[i]) += couple_[i];
  }

 private:
  std::vector<int> vertices_;  ///< a vertex appears once for each of its elements
  Wrench handed_{Vector3d::Zero(), Vector3d::Zero()};
  std::vector<Vector3d> points_, couple_;
};

class Sharing {
 public:
  Sharing(const ContactPair& pair, VertexForces& forces)
      : pair_(pair),
        map_(pair.result().casting),
        X_TC_(inverse_of(pair.pose())),
        casting_{pair.casting().mesh().vertices, Pose::Identity(), forces.casting_C},
        target_{pair.target().mesh().vertices, pair.pose(), forces.target_C} {}

  /// Applies the force of each element.
  void by_elements() {
    const ContactResult& result = pair_.result();
    for (std::size_t i = 0; i < result.hits.size(); ++i) {
      const ProximityHit& hit = result.hits[i];
      const auto c = static_cast<std::size_t>(hit.casting_triangle);
      if (map_.pressure[c] == 0) continue;
      const Wrench wrench = wrench_of(i, hit);
      hand_back(casting_weights(pair_.casting(), hit.casting_triangle), wrench, casting_);
      if (!target_.forces.empty())
        hand_back(on_target(hit), {-wrench.moment, -wrench.force}, target_);
    }
  }

  /// Distributes the force of each patch over its elements.
  void by_patches() {
    const ContactResult& result = pair_.result();
    for (const ContactPatch& patch : result.patches) {
      const auto elements =
          std::span<const int>(result.patch_triangles.data(), result.patch_triangles.size())
              .subspan(patch.first_triangle, patch.triangle_count);
      double whole = 0;
      for (const int c : elements) whole += load(c);
      if (!(whole > 0)) continue;
      const Wrench wrench{patch.statistics.contact_moment, patch.statistics.contact_force};
      of_casting_.clear();
      of_target_.clear();
      for (const int c : elements) {
        const Vector3d force = load(c) / whole * wrench.force;
        of_casting_.hand_back(casting_weights(pair_.casting(), c), force, casting_);
        if (!target_.forces.empty()) of_target_.hand_back(on_target(hit_of(c)), -force, target_);
      }
      of_casting_.complete(wrench, casting_);
      if (!target_.forces.empty()) of_target_.complete({-wrench.moment, -wrench.force}, target_);
    }
  }

 private:
  /// The wrench on the casting element of the i-th hit.
  Wrench wrench_of(std::size_t i, const ProximityHit& hit) const {
    const ContactResult& result = pair_.result();
    const auto c = static_cast<std::size_t>(hit.casting_triangle);
    const Vector3d &centroid = pair_.casting().centroids()[c], &n = pair_.casting().normals()[c];
    const double area = pair_.share() * pair_.casting().areas()[c];
    const bool follows_target = !result.thrust.empty();
    const Vector3d at_hit = centroid - hit.proximity * n;
    Wrench wrench = follows_target ? acting_at(at_hit, area * result.thrust[i])
                                   : acting_at(centroid, -area * map_.pressure[c] * n);
    if (result.traction.empty()) return wrench;
    const bool at_centroid = !follows_target || is_sticking(pair_.settings().friction);
    const Wrench friction = acting_at(at_centroid ? centroid : at_hit, area * result.traction[i]);
    wrench.moment += friction.moment;
    wrench.force += friction.force;
    return wrench;
  }
  double load(int casting_element) const {
    const auto c = static_cast<std::size_t>(casting_element);
    return map_.pressure[c] * pair_.casting().areas()[c];
  }
  ProximityHit hit_of(int casting_element) const {
    const auto c = static_cast<std::size_t>(casting_element);
    return {casting_element, map_.partner[c], map_.proximity[c]};
  }
  ElementWeights on_target(const ProximityHit& hit) const {
    return target_weights(pair_.casting(), pair_.target(), hit, X_TC_);
  }

  const ContactPair& pair_;
  const SideMap& map_;
  Pose X_TC_;
  Side casting_, target_;
  LoadedVertices of_casting_, of_target_;
};

}  // namespace

std::array<Vector3d, 3> share_out(const ElementWeights& at, const Wrench& wrench,
                                  const std::array<Vector3d, 3>& places) {
  std::array<Vector3d, 3> parts;
  const auto count = static_cast<std::size_t>(at.count);
  Vector3d lacking = wrench.moment;
  for (std::size_t k = 0; k < count; ++k) {
    parts[k] = at.weight[k] * wrench.force;
    lacking -= places[k].cross(parts[k]);
  }
  const double rounding = count == 0 ? 0 : 1e-15 * places[0].norm() * wrench.force.norm();
  if (lacking.norm() > rounding)
    add_couple(lacking, std::span(places).first(count), std::span(parts).first(count));
  return parts;
}

void add_couple(const Vector3d& moment, std::span<const Vector3d> points,
                std::span<Vector3d> forces) {
  if (points.empty() || moment.isZero(0)) return;
  Vector3d middle = Vector3d::Zero();
  for (const Vector3d& p : points) middle += p;
  middle /= static_cast<double>(points.size());
  Matrix3d J = Matrix3d::Zero();
  for (const Vector3d& p : points) {
    const Vector3d r = p - middle;
    J += r.squaredNorm() * Matrix3d::Identity() - r * r.transpose();
  }
  const Eigen::SelfAdjointEigenSolver<Matrix3d> solver(J);
  Vector3d turn = Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    const double value = solver.eigenvalues()[k];
    if (!(value > 1e-14 * solver.eigenvalues()[2])) continue;
    const Vector3d axis = solver.eigenvectors().col(k);
    turn += axis.dot(moment) / value * axis;
  }
  for (std::size_t i = 0; i < points.size(); ++i) forces[i] += turn.cross(points[i] - middle);
}

void find_vertex_forces(const ContactPair& pair, VertexForces& forces) {
  const bool has_target = pair.target().shape() == nullptr;
  forces.casting_C.assign(pair.casting().mesh().vertices.size(), Vector3d::Zero());
  forces.target_C.assign(has_target ? pair.target().mesh().vertices.size() : 0, Vector3d::Zero());
  Sharing sharing(pair, forces);
  // Where the force of a divided triangle acts is known only for its patch.
  if (acts_on_patches(pair.normal_law()) || pair.evaluator().divides())
    sharing.by_patches();
  else
    sharing.by_elements();
}

}  // namespace condyle

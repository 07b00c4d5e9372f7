#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "condyle/collision/proximity_hit.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/geometry/shape.h"
#include "condyle/pose.h"
#include "core/src/collision/proximity_window.h"
#include "core/src/contact/surface/near_triangles.h"
#include "core/src/geometry/tree_data.h"

namespace condyle {

/// A part of a casting triangle that casts a ray of its own.
struct CastingPiece {
  Eigen::Vector3d centroid, normal;  ///< on the shape, in C
  double area = 0;                   ///< [m^2]
  double change = 0;                 ///< of the proximity across the piece [m]
};

/// The place from which a hit's ray starts. `pieces` are parallel to the hits, or empty if each hit
/// is that of a whole triangle.
struct CastingPlace {
  const Eigen::Vector3d &centroid, &normal;
  double area;
};
inline CastingPlace place_of(const ContactSurface& casting, std::span<const CastingPiece> pieces,
                             std::size_t i, const ProximityHit& hit) {
  if (!pieces.empty()) return {pieces[i].centroid, pieces[i].normal, pieces[i].area};
  const auto c = static_cast<std::size_t>(hit.casting_triangle);
  return {casting.centroids()[c], casting.normals()[c], casting.areas()[c]};
}

/// Where the contact of an analytic shape that casts is small beside its triangles, divides them.
/// A triangle touches whole or not at all, at one pressure; so a force is right to 1 % only if the
/// proximity changes across triangles by less than the largest proximity.
///
/// The pieces follow from the pose alone, and are parts of triangles that are fixed on the shape:
/// halves of halves, on the shape. All parts that touch or may touch are halved together, until the
/// proximity changes across them by no more than k_resolved of the largest, in the mean; parts
/// whose gap may close, until it changes by no more than twice that part of what their overlap
/// would be.
class CastingPieces {
 public:
  /// Keeps references to the surfaces.
  CastingPieces(const ContactSurface& casting, const ContactSurface& target);

  /// Whether the casting surface is an analytic shape whose triangles can be divided.
  bool can_divide() const { return can_divide_; }

  /// Whether the triangles of the `hits` at X_CT are fine enough as they are, by the change of the
  /// proximity across those in contact. Overlaps of less than `least_depth` need not be resolved.
  bool are_fine(const Pose& X_CT, std::span<const ProximityHit> hits, double least_depth);

  /// How much farther than `reach` a search should look, so that its rays find a triangle of each
  /// place that touches or has a gap of at most `reach` [m].
  double margin() const { return margin_; }

  /// Divides triangles of the `hits` that a search has found at X_CT, with gaps up to `reach` and
  /// the margin(), and of triangles whose rays meet nothing although a part of them touches or has
  /// a gap of at most `reach`. If the triangles are fine enough, all() is empty; otherwise there is
  /// a hit for each piece, by ascending triangle, and all() is parallel to the hits. Keeps the hits
  /// inside the `window`.
  void divide(const Pose& X_CT, const ProximityWindow& window, double reach, double least_depth,
              std::vector<ProximityHit>& hits);

  /// Forgets the pieces.
  void clear() { pieces_.clear(); }
  std::span<const CastingPiece> all() const { return pieces_; }

 private:
  struct Corner {
    Eigen::Vector3d place;
    double height = 0;  ///< distance from the target, or from its tangent plane if a mesh [m]
  };

  /// A triangle, or a part of one, and what its ray meets.
  struct Part {
    std::array<Corner, 3> corners;  ///< of a whole triangle only the places
    ProximityHit hit;
    CastingPiece piece;
    Eigen::Vector3d across =
        Eigen::Vector3d::Zero();  ///< normal of the target where the ray meets it, in C
    /// Area, over the cosine between the surfaces if faces meet the target at different angles: so
    /// much counts a change of the proximity in the force. 0 if too steep to press.
    double weight = 0;  // [m^2]
    double gain = 0;    ///< how much larger the proximity is at a corner than in the middle [m]
    double radius = 0;  ///< largest distance of a corner from the middle [m]
    int first_near = 0, near = -1;  ///< of near_target_; -1: all triangles of the target
    bool is_whole = true;           ///< a triangle
    bool may_touch = false;
  };

  /// Where an edge of a part is divided.
  struct Cut {
    int edge = 0;
    Corner middle;
  };

  void place(const Pose& X_CT);
  bool misses_a_face(const Eigen::Vector3d& across, std::span<const ProximityHit> hits) const;
  void begin(std::span<const ProximityHit> hits);
  void add_neighbours();
  void add_near();
  bool is_known(int triangle) const { return known_[triangle] == round_; }
  void add(Part& part);
  Part part_of(int triangle) const;
  bool is_on_plane() const;
  void find_near(Part& whole);
  void find_change(Part& part) const;
  void cast(Part& part) const;
  bool matters(Part& part) const;
  bool faces_target(const Part& part) const;
  bool divide_parts(double least_depth);
  void halve(const Part& whole, bool twice);
  void begin_parts(Part& whole);
  Corner corner_at(const Part& part, const Eigen::Vector3d& p) const;
  Cut choose_cut(const Part& part) const;
  void replace(std::vector<ProximityHit>& hits);

  const ContactSurface *casting_, *target_;
  bool can_divide_ = false;
  bool needs_plane_ = false;  ///< divides only where the target is flat
  bool has_edges_ = false;    ///< the casting shape
  double margin_ = 0;
  double gap_over_radius_ = 0;  ///< of parts that rays look for
  double size_ = 0;             ///< half of the target's largest size [m]
  bool are_large_ = false;      ///< triangles are not small beside the target
  NearTriangles near_;
  Pose X_CT_ = Pose::Identity(), X_TC_ = Pose::Identity();
  ProximityWindow window_;
  double reach_ = 0;
  std::vector<int> candidates_;
  std::vector<int> known_;  ///< per triangle: the last division that looked at it
  int round_ = 0;
  std::vector<Part> parts_, next_;
  std::vector<const geometry::TreeTriangle*> near_target_;
  std::vector<CastingPiece> pieces_;
  std::vector<ProximityHit> merged_;
};

}  // namespace condyle

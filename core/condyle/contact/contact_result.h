#pragma once

#include <Eigen/Core>
#include <string>
#include <utility>
#include <vector>

#include "condyle/collision/proximity_window.h"
#include "condyle/contact/contact_statistics.h"
#include "condyle/pose.h"

namespace condyle {

/// A set of casting triangles whose statistics are kept apart: named, decided once.
struct Region {
  std::string name;
  std::vector<int> triangles;  ///< casting triangles, ascending
};

struct RegionStatistics {
  std::string name;
  ContactStatistics statistics;
};

/// Triangles in contact that hang together over shared edges of the casting mesh: `triangle_count`
/// entries of ContactResult::patch_triangles from `first_triangle` on.
struct ContactPatch {
  int first_triangle = 0;
  int triangle_count = 0;
  ContactStatistics statistics;
};

class PatchReport;

/// A list that is made when it is first read, so that who does not read it does not wait for it. It
/// reads as the vector does; a copy has its own, of the moment when it was made.
template <class T>
class ListOnRead {
 public:
  ListOnRead() = default;
  ListOnRead(const ListOnRead& other) : own_(other.get()) {}
  ListOnRead(ListOnRead&& other) noexcept
      : report_(std::exchange(other.report_, nullptr)),
        read_(other.read_),
        own_(std::move(other.own_)) {}
  ListOnRead& operator=(ListOnRead other) noexcept {
    std::swap(report_, other.report_);
    std::swap(read_, other.read_);
    own_.swap(other.own_);
    return *this;
  }

  const std::vector<T>& get() const { return report_ != nullptr ? read_(*report_) : own_; }
  operator const std::vector<T>&() const { return get(); }  // NOLINT: it is one

  auto begin() const { return get().begin(); }
  auto end() const { return get().end(); }
  const T* data() const { return get().data(); }
  std::size_t size() const { return get().size(); }
  bool empty() const { return get().empty(); }
  const T& operator[](std::size_t i) const { return get()[i]; }
  const T& front() const { return get().front(); }
  const T& back() const { return get().back(); }

 private:
  friend class PatchReport;

  PatchReport* report_ = nullptr;  ///< whose list it is; none: its own
  const std::vector<T>& (*read_)(PatchReport&) = nullptr;
  std::vector<T> own_;
};

/// Values per triangle of one side. A triangle out of contact has pressure 0; where its ray met
/// nothing in the window its proximity is 0 and `partner` is -1. How the target's is made:
/// target_map.h.
struct SideMap {
  SideMap() = default;
  explicit SideMap(std::size_t triangles)
      : proximity(triangles, 0.0),
        pressure(triangles, 0.0),
        potential_energy(triangles, 0.0),
        partner(triangles, -1) {}

  std::vector<double> proximity;         ///< [m]
  std::vector<double> pressure;          ///< [Pa]
  std::vector<double> potential_energy;  ///< [J] per triangle
  std::vector<int> partner;              ///< triangle of the other mesh, or -1
};

/// All that one evaluation of a pair yields.
struct ContactResult {
  SideMap casting;  ///< size: triangles of the casting mesh; the target's: ContactPair::target_map

  /// Rays that met the target inside the window, ascending casting triangle.
  std::vector<ProximityHit> hits;

  /// Friction traction on each casting triangle [Pa], frame C; parallel to `hits`, and
  /// empty where the pair has no friction.
  std::vector<Eigen::Vector3d> traction;

  /// What the pressure does to each casting triangle, per its area [Pa], frame C; parallel to
  /// `hits`. Empty where the force follows the casting normal n: then it is -pressure n.
  std::vector<Eigen::Vector3d> thrust;

  ContactStatistics total;
  std::vector<RegionStatistics> regions;  ///< -x +x -y +y -z +z (see regions.h), then the user's
  ListOnRead<ContactPatch> patches;       ///< largest force first
  ListOnRead<int> patch_triangles;        ///< casting triangles, patch by patch, ascending in each

  /// Velocity of C relative to T, at C's origin, in C, that the result was made with. Makes figures
  /// of sliding of the total, a region or a patch: see sliding.h.
  Twist V_TC_C;

  /// Wrench on the casting body (moment about the casting frame's origin) and on the target body
  /// (moment about the *same point*), both in C: exactly opposite.
  Wrench F_casting_C, F_target_C;

  /// -d(F_casting)/d(displacement) and -d(F_casting)/d(velocity) of the casting mesh relative to
  /// the target, about C's origin, in C, at fixed contact set and fixed geometry: symmetric
  /// positive semi-definite. See contact_linearisation.h.
  Matrix6 stiffness = Matrix6::Zero();
  Matrix6 damping = Matrix6::Zero();

  int clamped_triangles = 0;  ///< proximity beyond the nonlinear law's range: see pressure_law.h
};

}  // namespace condyle

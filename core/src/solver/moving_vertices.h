#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

#include "condyle/contact/contact_surface.h"

namespace condyle {

/// The vertices of a deformable surface during a step of the engine.
///
/// For contact, their motion is given: at constant velocity from their positions at the start of a
/// step to their aims, which they reach at its end. The vertices of a surface without masses are
/// the user's. Vertices with masses, such as the nodes of a soft body, yield to contact by F h^2 /
/// m in a sub-step: their aims are the positions that they would reach without contact (and, in a
/// soft body, without its links), and contact's impulses move these aims.
class MovingVertices {
 public:
  /// Starts with the vertices at rest at their positions.
  explicit MovingVertices(std::shared_ptr<DeformableSurface> surface);

  const DeformableSurface& surface() const { return *surface_; }

  /// Sets the positions of the user's vertices at the end of the next step [m]. Throws InputError
  /// for positions that the surface cannot take (DeformableSurface::move_vertices).
  void aim(std::span<const Eigen::Vector3d> vertices);
  /// Starts a step of `dt` [s] with the user's vertices, which move to the positions given to
  /// aim().
  void begin_aimed(double dt);

  /// A step of vertices that yield: positions at its start and aims at its end [m], and inverse
  /// masses [1/kg].
  struct FreeMotion {
    std::vector<Eigen::Vector3d> start, end;
    std::vector<double> inverse_mass;
  };
  /// Starts a step of `dt` [s] with vertices that yield. Throws InputError for positions that the
  /// surface cannot take (DeformableSurface::move_vertices).
  void begin_free(const FreeMotion& motion, double dt);
  /// Whether the vertices yield.
  bool are_free() const { return !inverse_mass_.empty(); }

  /// Moves the surface to this part of its displacement in the step; 1 is the end of the step.
  void move_to(double part);

  /// Ends a step: the user's vertices are at their aims, and vertices that yield have the
  /// velocities that contact left them.
  void end();

  /// What is carried from step to step: positions of the vertices and, for those that the user has
  /// aimed in the next step, their aims [m].
  struct Memory {
    std::vector<Eigen::Vector3d> positions, aims;
    bool is_aimed = false;
  };
  /// Between steps.
  void save(Memory& memory) const;
  /// At any time: the step that was begun ends.
  void restore(const Memory& memory);

  /// Whether any vertex may move in this step.
  bool moves() const { return moves_; }

  /// Speed of the fastest vertex [m/s].
  double fastest() const { return fastest_; }
  Eigen::AlignedBox3d box() const;

  /// Positions of the vertices at the start of the step.
  std::span<const Eigen::Vector3d> start() const { return start_; }

  /// Mass splitting (linearised_block.h): per vertex, the number of triangles that may touch, and n
  /// / m from it. Both are empty if the vertices do not yield.
  std::span<int> counts() { return counts_; }
  std::span<const double> per_mass() const { return per_mass_; }
  void clear_counts();
  void split_masses();

  /// Applies an impulse [N s] to a vertex that yields, at the end of a sub-step. The aim moves by
  /// the effect of the impulse over the whole step, as an engine will apply it.
  void push(int vertex, const Eigen::Vector3d& impulse_W);
  /// Returns to the start of the step, before any vertex was pushed.
  void restart();
  /// Impulses of this step, per vertex that yields.
  std::span<const Eigen::Vector3d> impulses() const { return impulse_; }

 private:
  void set_off(double dt);

  std::shared_ptr<DeformableSurface> surface_;
  std::vector<Eigen::Vector3d> start_, end_, now_, velocity_;
  std::vector<Eigen::Vector3d> free_end_;  ///< aims of vertices that yield, without impulses
  double dt_ = 0;
  double part_ = 1;        ///< part of the displacement at which the surface is
  bool is_aimed_ = false;  ///< the user has set aims for the next step
  bool moves_ = false;     ///< vertices move in this step
  bool rests_ = true;      ///< the surface has no velocities
  double fastest_ = 0;
  std::vector<double> inverse_mass_;  ///< inverse mass per vertex [1/kg]; empty: no vertex yields
  std::vector<int> counts_;
  std::vector<double> per_mass_;
  std::vector<Eigen::Vector3d> impulse_;
};

}  // namespace condyle

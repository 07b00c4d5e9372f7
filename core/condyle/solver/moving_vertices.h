#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

#include "condyle/contact/deformable_surface.h"

namespace condyle {

/// The vertices of a surface that deforms, on their way through a step of the engine's.
///
/// To contact they are a given motion, even from where they stand at the start of a step to where
/// they are bound for, and there they are at the end of it. Those of a surface without masses are
/// the user's. Those with masses, as a soft body's nodes, yield to contact by F h^2 / m in a
/// sub-step: they are bound for where nothing but contact will hold them up, and what contact hands
/// to them moves them on.
class MovingVertices {
 public:
  /// At rest where they are.
  explicit MovingVertices(std::shared_ptr<DeformableSurface> surface);

  const DeformableSurface& surface() const { return *surface_; }

  /// Where the user's vertices shall be at the end of the next step. Throws InputError.
  void aim(std::span<const Eigen::Vector3d> vertices);
  /// Starts a step of `dt` [s] of the user's vertices: takes over where they are aimed at.
  void begin_aimed(double dt);

  /// Of vertices that yield: all start a step at places [m] that are bound for others, with inverse
  /// masses [1/kg].
  struct FreeMotion {
    std::vector<Eigen::Vector3d> start, end;
    std::vector<double> inverse_mass;
  };
  /// Starts a step of `dt` [s] of vertices that yield. Throws InputError where they can not be
  /// there (DeformableSurface::move_vertices).
  void begin_free(const FreeMotion& motion, double dt);
  /// Whether they do.
  bool yields() const { return !inverse_mass_.empty(); }

  /// Moves the surface to this part of the way, 1 at the end of the step.
  void move_to(double part);

  /// After a step: of the user's, all is where it shall be; those that yield have the velocities
  /// that contact made of them.
  void end();

  /// Back to the start of the step.
  void take_back();

  /// Whether any vertex is bound for elsewhere in this step.
  bool moves() const { return moves_; }

  /// Fastest vertex [m/s].
  double fastest() const { return fastest_; }
  Eigen::AlignedBox3d box() const;

  /// Where the vertices were at the start of the step.
  std::span<const Eigen::Vector3d> start() const { return start_; }

  /// Mass splitting (frozen_block.h): counted are triangles that may touch, per vertex; n / m
  /// follows. None of vertices that do not yield.
  std::span<int> counts() { return counts_; }
  std::span<const double> per_mass() const { return per_mass_; }
  void clear_counts();
  void split_masses();

  /// An impulse [N s] on a vertex that yields, at the end of a sub-step, from which it is bound for
  /// elsewhere; as an engine that will move it by that over the whole step.
  void push(int vertex, const Eigen::Vector3d& impulse_W);
  /// The step begins anew: no vertex has been pushed.
  void restart();
  /// Of this step, per vertex that yields.
  std::span<const Eigen::Vector3d> impulses() const { return impulse_; }

 private:
  void set_off(double dt);

  std::shared_ptr<DeformableSurface> surface_;
  std::vector<Eigen::Vector3d> start_, end_, now_, velocity_;
  std::vector<Eigen::Vector3d> free_end_;  ///< where those that yield would get without impulses
  double dt_ = 0;
  double part_ = 1;        ///< of the way, where the surface is
  bool is_aimed_ = false;  ///< the user's are bound for elsewhere
  bool moves_ = false;     ///< in this step
  bool rests_ = true;      ///< the surface knows of no velocities
  double fastest_ = 0;
  std::vector<double> inverse_mass_;  ///< [1/kg]; empty: none yields
  std::vector<int> counts_;
  std::vector<double> per_mass_;
  std::vector<Eigen::Vector3d> impulse_;
};

}  // namespace condyle

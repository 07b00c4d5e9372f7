#pragma once

#include <optional>

#include "core/src/contact/linearised/contact_element.h"
#include "core/src/contact/linearised/linearised_pair_law.h"
#include "core/src/contact/linearised/linearised_vertices.h"
#include "core/src/contact/linearised/linearised_work.h"
#include "core/src/contact/linearised/stiction.h"

namespace condyle {

/// Where a report finds a hit among the places of linearised triangles.
struct ReportedPlace {
  int place = -1;  ///< -1: the hit was not linearised
  /// Part of a patch's force that its triangle bears, per area [1/m^2]; 1 if triangles press.
  double part = 1;
};

/// The force on one casting triangle; the opposite force acts on the target.
struct LinearisedForce {
  Wrench wrench_C;              ///< about the origin of C's mesh frame
  const LinearisedWeights& at;  ///< the vertices that bear the force
};

/// The contact geometry of one pair, linearised for a step at a pose near the step's end.
/// Proximities and their gradients are exact at this pose and linear from there on, so triangles
/// may come into contact and leave it within the step. Contact that moves far is searched and
/// linearised again. C is the casting body, T the target body.
class LinearisedContact {
 public:
  /// Sets the poses of the bodies for the search: their mesh frames are at X_WC and X_WT at the
  /// start of the (sub-)step and move by C and T for `dt` [s], or stay there if `dt` is 0. Returns
  /// the pose to search at.
  const Pose& place(const StepMotion& C, const StepMotion& T, double dt, const Pose& X_WC,
                    const Pose& X_WT);

  /// Linearises those `hits` of the pair, found at the pose of place(), whose gap is at most
  /// `reach`, in their order. With stiction, triangles hold by the `bristles` of the last step: see
  /// linearise_bristles(). The `pieces` of a divided surface are parallel to `hits`.
  void linearise(const SurfacePair& pair, std::span<const ProximityHit> hits, double reach,
                 std::span<const Bristle> bristles = {}, std::span<const CastingPiece> pieces = {});

  /// Counts, for each vertex of sides that may yield (linearised_block.h), the linearised triangles
  /// to which it belongs. Call after linearise(). Does nothing for laws that act on patches.
  void count_triangles(std::span<int> casting, std::span<int> target) const;

  /// Sets how far triangles yield in a (sub-)step of `h` [s] that ends `time` [s] after the start
  /// of the engine's step. `casting` and `target` have n / m per vertex, with n counted over all
  /// contacts of the side, and are empty for a side that does not yield.
  void set_compliance(std::span<const double> casting, std::span<const double> target, double time,
                      double h);

  /// Whether a surface deforms, has linearised triangles, and the law acts on these.
  bool deforms() const { return vertices_ && !vertices_->triangles.empty(); }

  /// Prepares a report of triangles where they were found, at the pose X_CT, undisplaced and at
  /// this velocity. What holds by its past does not rub. Returns whether report_block() follows,
  /// because each triangle presses by itself and by lanes; if not, report_where_found().
  bool begin_report(const SurfacePair& pair, const Pose& X_CT, const Twist& V_TC_C);

  /// Linearises and evaluates some of the hits, whose indices are `chosen`, at most as many as a
  /// block holds. Several threads may call it.
  void report_block(const SurfacePair& pair, std::span<const ProximityHit> hits,
                    std::span<const CastingPiece> pieces, std::span<const int> chosen,
                    ContactBlock& out) const;

  /// Linearises and evaluates the hits whose indices are `chosen`; writes the triangles in this
  /// order or, under a law that acts on patches, the points of these. An elastic layer must be
  /// solved for these hits.
  void report_where_found(const SurfacePair& pair, std::span<const ProximityHit> hits,
                          std::span<const CastingPiece> pieces, std::span<const int> chosen,
                          std::span<ContactBlock> out);

  /// Writes what a report reads at the last evaluation, place by place; `out` has room for
  /// place_count(). Nothing is written if no triangle touches.
  void report(std::span<ContactBlock> out);
  std::size_t place_count() const { return k_lanes * geometry_.blocks.size(); }

  /// Lists where report() writes each of the `hits` that were given to linearise().
  void list_places(const ContactSurface& casting, std::span<const ProximityHit> hits,
                   std::vector<ReportedPlace>& places);

  /// Lists what presses at the last evaluation or may press near it, for an engine that solves by
  /// rows of its own. Call after evaluate().
  void list_elements(std::vector<ContactElement>& elements);

  /// Pressure [Pa] on the i-th triangle, or on the point of its patch, at the last evaluation.
  double pressure_at_end(std::size_t i) const;
  /// Traction of friction on it [Pa], in C.
  Eigen::Vector3d traction_at_end(std::size_t i) const;

  /// How an elastic layer was solved at the last evaluation.
  LayerFigures layer_figures() const;

  /// The greatest sum of the forces on the nodes of an elastic layer in the last evaluation, before
  /// damping and without ContactPair::share(); 0 under any other law, and where nothing touches
  /// [N].
  double layer_force() const;

  /// Whether the law's force acts on the i-th triangle: see drop_unpressed().
  bool acts(std::size_t i) const;

  /// The poses of the search, close to those at the end of the step. All results of the last
  /// evaluation are given in the frames at the search.
  const LinearisedPoses& found() const { return found_; }
  /// Velocity of C relative to T at C's origin, in C, at the last evaluation.
  Twist V_TC_C_at_end() const {
    return {last_.motion.velocity.head<3>(), last_.motion.velocity.tail<3>()};
  }
  /// Calls use(LinearisedForce) for each linearised triangle of a pair with a deformable surface on
  /// which a force acts at the last evaluation.
  template <class Use>
  void for_each_force(const Use& use) const {
    if (!vertices_) return;
    for (std::size_t i = 0; i < vertices_->triangles.size(); ++i)
      if (const Wrench wrench_C = force_at_end(i); !wrench_C.force.isZero(0))
        use(LinearisedForce{wrench_C, vertices_->triangles[i]});
  }

  /// Writes the bristles of the triangles that touch at the last evaluation, for the next
  /// linearise().
  void keep_bristles(std::vector<Bristle>& bristles) const;

  /// Proximity of the i-th triangle at the last evaluation [m].
  double proximity_at_end(std::size_t i) const;

  /// Energy stored at the end of a (sub-)step of `h` [s], and the work of forces in it
  /// (linearised_work.cpp).
  LinearisedWork work_at_end(double h) const;
  /// Energy stored at the pose of the search [J], without bristles; 0 for users' laws.
  double elastic_where_found() const;

  /// Whether no triangle is in contact or near it.
  bool is_empty() const { return geometry_.places.empty(); }

  /// Whether any triangle touches at the last evaluation.
  bool touches_at_end() const;

  /// Forces on C (first) and T at the end of a step of `dt` [s] with the motions C and T.
  void evaluate(const StepMotion& C, const StepMotion& T, double dt, Linearisation,
                PairForces& out);

  /// How many times finer a step of `dt` [s] with these motions must be, so that triangles in
  /// contact approach by no more than 1/8 of their layers on average, and none by more than 1/2.
  int wanted_substeps(const StepMotion& C, const StepMotion& T, double dt) const;

  /// Whether any linearised triangle touches at the end of these motions.
  bool foresees_touch(const StepMotion& C, const StepMotion& T) const;

  /// The greatest proximity at the end of these motions [m]; minus infinity if nothing was
  /// linearised.
  double deepest_after(const StepMotion& C, const StepMotion& T) const;

  /// Whether triangles in contact at the last evaluation have moved since the search by more than
  /// this part of the greatest depth: they may face other parts of the target.
  bool has_left_planes(double part_of_depth) const;

  /// Lists the casting triangles that press at the last evaluation, and returns the greatest depth
  /// [m]. `hits` are those given to linearise().
  double keep_pressing(std::span<const ProximityHit> hits, std::vector<int>& pressing) const;

  /// Keeps triangles from pressing that are not in `pressing` although they are deeper than `depth`
  /// [m], both at the search and, by their linear proximity, at the start: no body has pressed them
  /// in. With laws that act on patches, keeps patches from pressing that have no triangle in
  /// `pressing`.
  void drop_unpressed(std::span<const ProximityHit> hits, std::span<const int> pressing,
                      double depth);

  /// From now until the next linearise(), triangles press as if they had only this part of their
  /// depth at the start of the (sub-)step. They still resist all further approach.
  void press_by(double part_of_depth);
  double part_pressing() const { return part_pressing_; }

  /// The part for press_by() with which pressure surely gives bodies at most this `energy` [J] in
  /// the (sub-)step.
  double part_that_gives(double energy) const;

 private:
  /// The state at the last evaluation.
  struct Evaluation {
    RelativeMotion motion;
    double dt = 0;                ///< length of the step [s]
    double users_energy = 0;      ///< energy stored by a user's normal law [J]
    bool is_clear = false;        ///< no triangle touches, and all blocks show it
    bool gaps_have_gone = false;  ///< proximities have changed since the blocks were written
  };

  double slope_at_touch(int block, int lane) const;
  Vector6 thrust_of(std::size_t i) const;
  void report_layer(const LinearisedLaw& law, std::span<ContactBlock> out);
  Wrench force_at_end(std::size_t i) const;
  LinearisedLaw law_without_bristles() const;
  LinearisedLaw next_law(const RelativeMotion& motion, double dt);
  bool stays_apart(const LinearisedLaw& law, const Vector6& displacement) const;

  Vector6 displacement_to_search() const;
  LinearisedWork find_work(double h) const;

  LinearisedPoses found_;
  LinearisedGeometry geometry_;
  LinearisedPairLaw law_;
  std::optional<LinearisedBristles> bristles_;  ///< if there is stiction
  std::optional<LinearisedVertices> vertices_;  ///< if a surface deforms
  Evaluation last_;
  double part_pressing_ = 1;  ///< see press_by()
  /// Length of the (sub-)step for which work_ is work_at_end() [s]; below 0: not computed since the
  /// last evaluation. An evaluation is asked for it two or three times.
  mutable double worked_for_ = -1;
  mutable LinearisedWork work_;
  std::vector<bool> has_pressed_;  ///< scratch: per lane, whether it is in `pressing`
};

}  // namespace condyle

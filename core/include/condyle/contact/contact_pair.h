#pragma once

#include <memory>
#include <vector>

#include "condyle/contact/contact_laws.h"
#include "condyle/contact/contact_result.h"
#include "condyle/contact/contact_settings.h"
#include "condyle/contact/contact_surface.h"
#include "condyle/contact/user_law.h"
#include "condyle/pose.h"

namespace condyle {

class ContactEvaluator;

/// Elastic-foundation contact of a casting mesh with a target mesh or shape (Smith et al. 2018). A
/// casting triangle's ray starts at its centroid c and runs against its outward normal n, into the
/// casting body; the distance along the ray to the target's surface is the proximity d. A triangle
/// in contact (d > 0), of area A, feels a force, and the target feels the opposite force at the
/// same point:
///   p = max(0, p_law(d) (1 + 3/2 c_diss d'))    (Hunt & Crossley 1975), d' from proximity_rate
///   along the target's normal n_t (ForceDirection): at the hit x = c - d n
///     (-p n_t / (n . n_t) + traction) A,  traction = -mu(|v_t|) p / |n . n_t| v_t / |v_t|
///   along the casting normal: (-p n + traction) A at c,  traction = -mu(|v_t|) p v_t / |v_t|
/// v_t is the slip of that point, perpendicular to the normal in use. With stiction, a bristle
/// per triangle gives the traction, at c (docs/force-contact.md). Areas and pressures are those of
/// the casting triangles in either case.
///
/// Any other NormalLaw replaces p, on each triangle or on each patch. The force of a patch acts at
/// one point (docs/force-contact.md), which counts as its centre of pressure and of proximity; the
/// map of pressure distributes the force over the patch's triangles in proportion to proximity.
///
/// With Formulation::elastic_layer the layers are elastic bodies (docs/model.md): forces
/// on nodes of the casting surface are solved for together, and triangles in contact are those of
/// patches that press, whatever their own proximity. The nodes lie on the casting surface even if
/// the layer is the target's.
///
/// With CastingElements::nodes the mesh's nodes cast instead of its triangles (docs/model.md):
/// casting() is then a surface of nodes, and "per casting triangle" means per node.
///
/// Where the contact of an analytic shape that casts is small beside its triangles, its surface
/// allows it (TriangleDivision), and the law is a foundation without stiction or users' functions,
/// triangles are divided until the proximity changes little across the pieces, each of which then
/// counts like a triangle. So a ball's force on a half space is right to 1 % from a thousandth of
/// the layers on, however coarse its mesh, and a half space may cast on a ball (docs/model.md,
/// "Shapes that cast"). Steps of an engine have the same pieces.
///
/// A pair remembers earlier hits only for speed: its results equal those of a new pair, to the bit.
/// Not thread-safe, but pairs in different threads may share surfaces. After a DeformableSurface
/// has moved, the next call uses its new vertices. Velocities of its vertices count in the rates
/// and slips of triangles, but not in those of patches.
class ContactPair {
 public:
  /// Regions are sets of triangles; a node belongs to a region if at least half of its triangles'
  /// area does. Throws InputError if a surface is missing, the casting surface has no triangles, or
  /// settings or regions are out of range.
  ContactPair(std::shared_ptr<const ContactSurface> casting,
              std::shared_ptr<const ContactSurface> target, const ContactSettings& settings,
              std::vector<Region> regions = {});
  ContactPair(ContactPair&&) noexcept;
  ContactPair& operator=(ContactPair&&) noexcept;
  ~ContactPair();

  /// The surfaces, and the settings in force.
  const ContactSurface& casting() const;
  const ContactSurface& target() const;
  const ContactSettings& settings() const;

  /// Changes the settings from the next evaluation on. Throws InputError if the settings are
  /// invalid, do not suit the surfaces, or change `casts_from`, which needs a new pair. An elastic
  /// layer is set up here, in about a second for 15,000 triangles, if the pair had none or if
  /// `node_spacing` or `free_edges` changes.
  void set_settings(const ContactSettings& settings);

  /// Computes proximity, pressure, wrench, stiffness and statistics. The casting map, patches,
  /// stiffness and damping are computed when they are first read; several threads may read them at
  /// once. X_CT is the pose of the target mesh in the casting mesh frame, V_TC_C the velocity of C
  /// relative to T, at C's origin, expressed in C. The result stays valid until the next call.
  /// Allocates nothing once the pair has seen a contact of half the size, with two exceptions: more
  /// than k_expected_patches patches for the first time, and each solution of an elastic layer.
  const ContactResult& evaluate(const Pose& X_CT, const Twist& V_TC_C = {});

  /// The result of the last evaluation.
  const ContactResult& result() const;

  /// A copy of the last result, which another thread may read, or a viewer keep, while this pair
  /// goes on. It shares the surfaces, but for those that deform, of which it has copies. Do not
  /// evaluate it or change its settings. Of an elastic layer it has no stiffness (NaN).
  ContactPair shown() const;
  /// Copies the last result of the pair of which this is a copy, or of one with the same surfaces.
  /// Allocates nothing once it has seen a contact of that size. Returns false, and changes nothing,
  /// if the surfaces are others.
  bool show(const ContactPair& pair);

  /// Pose X_CT of the last result.
  const Pose& pose() const;

  /// The casting side of the last result, per triangle of the casting mesh even if nodes cast
  /// (triangle_map.h). Valid until the next evaluation.
  const SideMap& casting_map() const;

  /// The target side of the last result: values per triangle of the target mesh (see target_map.h),
  /// or of the mesh that represents a target shape. The first call after an evaluation makes the
  /// map, which costs about as much as the evaluation. Valid until the next evaluation. Not
  /// thread-safe, like evaluate().
  const SideMap& target_map() const;

  /// Multiplies all areas, forces and energies by `share` from the next evaluation on: 1, or 1/2 if
  /// another pair casts from the target's side, so that the two results add up to their mean.
  void set_share(double share);
  double share() const;

  /// From the next evaluation on, up to `threads` threads, >= 1 (default: 1), including the calling
  /// one, share the work of an evaluation that is large enough. One thread alone searches an
  /// analytic target and calls user functions. Results do not depend on the number of threads, to
  /// the bit. If several pairs are searched in parallel (StepSettings::threads), the same threads
  /// share the work; none are added. Throws InputError if `threads` is below 1.
  void set_threads(int threads);
  int threads() const;

  /// The normal law of the settings, with its stiffness derived from the layers if the law asks for
  /// that.
  const NormalLaw& normal_law() const;

  /// Time and bodies passed to the user's laws from now on. By default the world is the casting
  /// mesh frame, both bodies are at rest at its origin, and the time is 0.
  void set_user_contact(const condyle_contact& contact);
  const condyle_contact& user_contact() const;

  /// The implementation, for the solver of a step (core/src/contact/contact_evaluator.h).
  ContactEvaluator& evaluator() { return *evaluator_; }
  const ContactEvaluator& evaluator() const { return *evaluator_; }

 private:
  explicit ContactPair(std::unique_ptr<ContactEvaluator> evaluator);

  std::unique_ptr<ContactEvaluator> evaluator_;
};

/// Whether contact is found better with `b` casting on `a` than with `a` casting on `b`:
/// - a surface without triangles cannot cast;
/// - a half space and an infinite cylinder, of which only a piece has a mesh, are the target;
/// - a surface is coarse if its largest triangle has more than a twentieth of the area of the
///   largest face of the box around the other surface; if either is coarse, the surface casts
///   whose largest triangle is smaller relative to that face;
/// - an analytic shape is the target, since rays meet it in closed form;
/// - of two meshes, the one with the smaller mean triangle area casts, since its rays miss less.
bool casts_better(const ContactSurface& b, const ContactSurface& a);

/// Whether `b` should cast under these settings. With an elastic layer, a side whose layer varies
/// from triangle to triangle, or that takes its compliance from a file (use_compliance), must cast,
/// since the nodes are on the casting side; if this is true of both or neither, casts_better(b, a)
/// decides.
bool casts_better(const ContactSurface& b, const ContactSurface& a,
                  const ContactSettings& settings);

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/scene/scene.h"
#include "condyle/world/reports.h"
#include "world/drives.h"

namespace condyle {

/// A mesh of a body as it is drawn. `mesh` and `surface` stay the same objects until the world is
/// reset, with two exceptions: set_layer() replaces `surface` (with the same triangles), and a soft
/// block gets a new `mesh` in each step.
struct WorldMesh {
  std::string name;
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;  ///< null if the mesh is only drawn
  Pose X_BM = Pose::Identity();
  scene::MeshLook look = scene::MeshLook::by_layer;
  std::optional<double> opacity = {};  ///< that the scene chooses for it
};

struct WorldBody {
  std::string name;
  scene::BodyKind kind = scene::BodyKind::dynamic;
  double mass = 0;               ///< [kg]; 0 unless dynamic
  Pose X_WB = Pose::Identity();  ///< current pose
  std::vector<WorldMesh> meshes;
  bool is_held = false;  ///< by set_held()
};

/// Identifies one side of a contact: bodies()[body].meshes[mesh].
struct MeshIndex {
  int body = -1, mesh = -1;
  bool operator==(const MeshIndex&) const = default;
};

/// A contact at the current time. Maps and sums are computed on first access.
class ContactReport {
 public:
  explicit ContactReport(const PairReport& report) : X_WC(report.X_WC), engine_(&report) {}
  ContactReport(const ContactPair& pair, const Pose& casting_in_world)
      : X_WC(casting_in_world), pair_(&pair) {}

  Pose X_WC;  ///< pose of the casting mesh frame in the world

  const ContactResult& result() const { return pair_ ? pair_->result() : engine_->result(); }
  const SideMap& casting_map() const {
    return pair_ ? pair_->casting_map() : engine_->casting_map();
  }
  const ContactPair& pair() const { return pair_ ? *pair_ : engine_->contact_pair(); }
  const SideMap& target_map() const { return pair_ ? pair_->target_map() : engine_->target_map(); }
  /// Whether it pressed in the last step, even if it had parted again at the end of it.
  bool has_pressed() const {
    return pair_ ? result().total.n_contacting > 0 : !engine_->F_casting_W.force.isZero(0);
  }

 private:
  const PairReport* engine_ = nullptr;  ///< exactly one of engine_ and pair_ is null
  const ContactPair* pair_ = nullptr;
};

struct WorldContact {
  std::string name;
  MeshIndex casting, target;
  std::string sum_in;  ///< see SceneContact::sum_in
  ContactSettings settings;
  Layer casting_layer, target_layer;  ///< if the thickness varies, the layer of triangle 0
  /// None if the meshes are farther apart than the contact's window.
  std::optional<ContactReport> report;
};

/// Whether both contacts join the same two meshes, whichever of them casts.
inline bool are_between_same(const WorldContact& a, const WorldContact& b) {
  return (a.casting == b.casting && a.target == b.target) ||
         (a.casting == b.target && a.target == b.casting);
}

/// The force and torque of a strand on one body, in the world frame, about the body's centre of
/// mass.
struct StrandPull {
  int body = -1;  ///< -1: the world
  Wrench wrench_W;
};

struct WorldStrand {
  std::string name;
  ligament::Strand strand;        ///< current parameters, with live changes
  bool is_cut = false;            ///< whether cut_strand() has cut it
  int mended = 0;                 ///< number of repairs by mend_strand() that were not taken back
  std::vector<StrandPull> pulls;  ///< one for each body on its path, from the last step
  /// Force, strain, length, and whether it is slack, taut, cut or torn; null before the first step.
  const StrandReport* report = nullptr;
};

/// Whether the strand is cut or completely torn.
inline bool is_parted(const WorldStrand& strand) {
  return strand.is_cut || (strand.report && strand.report->condition == StrandCondition::torn);
}

/// A value with its name and unit, for example {"flexion", "deg", 54.2}.
struct Reading {
  std::string name, unit;
  double value = 0;
};

/// A measured value and the value that theory predicts.
struct ClosedFormReading {
  std::string name, unit;
  double measured = 0, expected = 0;  ///< measured: NaN before the time that it is about
  bool is_headline = true;  ///< whether it stands over the scene too, not only in its panel
};

/// What the viewer shows: a scene in an engine (SceneWorld) or a recorded motion (Replay).
class ShownWorld {
 public:
  virtual ~ShownWorld() = default;

  /// Name, file, camera and other data for a picture; for a recorded motion the lists of entries
  /// are empty.
  virtual const scene::Scene& scene() const = 0;
  virtual double time() const = 0;  ///< [s]
  /// Whether the world still comes to rest before time 0: what it shows is no result.
  virtual bool is_settling() const { return false; }
  /// Whether contacts know how fast their surfaces move; else they are evaluated at rest.
  virtual bool has_velocities() const { return true; }

  virtual std::span<const WorldBody> bodies() const = 0;
  virtual std::span<const WorldContact> contacts() const = 0;
  virtual std::span<const WorldStrand> strands() const = 0;
  const WorldMesh& mesh(MeshIndex at) const { return bodies()[at.body].meshes[at.mesh]; }

  /// Depth of wear of a contact for each triangle of the casting mesh [m]; empty if nothing is
  /// worn.
  virtual std::vector<double> worn_depth(int contact) const = 0;

  /// Points along the strand in the world frame at the current poses: at most `step` > 0 [m] apart
  /// where it wraps, and the end points of its straight segments.
  virtual std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const = 0;
  /// Length of the strand at the current poses [m].
  virtual double strand_length(int strand) const = 0;

  /// Readings of this world, for example driven angles and loads.
  virtual std::span<const Reading> readings() const = 0;
  /// Empty if the scene names no closed form. closed_form_text() gives the formula.
  virtual std::span<const ClosedFormReading> closed_form() const { return {}; }
  virtual std::string closed_form_text() const { return {}; }
  /// Figures that a lesson observes; NaN while they are not yet known.
  virtual std::span<const Reading> watched() const { return {}; }

  /// The statistics that the contact would have with these settings at the current poses with all
  /// bodies at rest, that is without damping and friction. Does not change the world.
  virtual ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const = 0;

  // Live changes. New layers and contact laws show at once, without a step. A value out of range
  // throws InputError and changes nothing.
  virtual void set_contact_settings(int contact, const ContactSettings& settings) = 0;
  /// Gives one side a uniform layer; rebuilds its ContactSurface.
  virtual void set_layer(MeshIndex mesh, const Layer& layer) = 0;
  virtual void set_strand(int strand, const ligament::Strand& parameters) = 0;
  virtual void cut_strand(int strand) = 0;  ///< the strand exerts no force afterwards
  virtual void restore_strand(int strand) = 0;
  /// mend_strand() repairs a strand that failure has torn; tear_strand() undoes that.
  virtual void mend_strand(int) {}
  virtual void tear_strand(int) {}
  virtual void set_load_factor(double) {}  ///< scales all loads, if there are any
  virtual double load_factor() const { return 1; }
  /// Motions, driven hinges and loads, which can be set by hand.
  virtual std::span<const Drive> drives() const { return {}; }
  /// The amount that a drive is to reach; none: the scene's own.
  virtual void set_drive(int /*drive*/, std::optional<double> /*by_hand*/) {}
  /// Holds a dynamic body where it is, or lets it go.
  virtual void set_held(int /*body*/, bool /*is_held*/) {}
};

}  // namespace condyle

#pragma once

#include <Eigen/Core>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "condyle/bullet/plugin.h"
#include "condyle/model/scene.h"

namespace condyle {

/// A mesh of a body as it is drawn. `mesh` and `surface` stay the same objects until the world
/// is reset, except that set_layer() replaces `surface` (its triangles stay the same), and that of
/// a soft block `mesh` is another one after each step.
struct WorldMesh {
  std::string name;
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const ContactSurface> surface;  ///< null: drawn only
  Pose X_BM = Pose::Identity();
};

struct WorldBody {
  std::string name;
  BodyKind kind = BodyKind::dynamic;
  double mass = 0;               ///< [kg]; 0 unless dynamic
  Pose X_WB = Pose::Identity();  ///< now
  std::vector<WorldMesh> meshes;
};

/// One side of a contact: bodies()[body].meshes[mesh].
struct MeshIndex {
  int body = -1, mesh = -1;
  bool operator==(const MeshIndex&) const = default;
};

/// A contact at the present instant. Maps and sums are made when first asked for.
class ContactReport {
 public:
  explicit ContactReport(const bullet::PairReport& report) : X_WC(report.X_WC), engine_(&report) {}
  ContactReport(const ContactPair& pair, const Pose& casting_in_world)
      : X_WC(casting_in_world), pair_(&pair) {}

  Pose X_WC;  ///< casting mesh frame in the world

  const ContactResult& result() const { return pair_ ? pair_->result() : engine_->result(); }
  const SideMap& casting_map() const {
    return pair_ ? pair_->casting_map() : engine_->casting_map();
  }
  const ContactPair& pair() const { return pair_ ? *pair_ : engine_->contact_pair(); }
  const SideMap& target_map() const { return pair_ ? pair_->target_map() : engine_->target_map(); }

 private:
  const bullet::PairReport* engine_ = nullptr;  ///< of the two one is null
  const ContactPair* pair_ = nullptr;
};

struct WorldContact {
  std::string name;
  MeshIndex casting, target;
  std::string sum_in;  ///< as SceneContact's
  ContactSettings settings;
  Layer casting_layer, target_layer;    ///< per-triangle thickness: that of triangle 0
  std::optional<ContactReport> report;  ///< none where the meshes are out of range
};

/// What a strand pulls one body with, in the world frame, about the body's centre of mass.
struct StrandPull {
  int body = -1;  ///< -1: the world
  Wrench wrench_W;
};

struct WorldStrand {
  std::string name;
  LigamentStrand strand;          ///< as it is now, after live changes
  bool is_cut = false;            ///< by cut_strand()
  int mended = 0;                 ///< how often it was made whole by mend_strand()
  std::vector<StrandPull> pulls;  ///< one for each body of its path; as of the last step
  /// Force, strain, length, slack, taut, cut or torn; null before the first step.
  const bullet::StrandReport* report = nullptr;
};

/// A figure with its name and unit, such as {"flexion", "deg", 54.2}.
struct Reading {
  std::string name, unit;
  double value = 0;
};

/// A measured figure and what theory says it must be.
struct ClosedFormReading {
  std::string name, unit;
  double measured = 0, expected = 0;
};

/// What the viewer shows: a scene that lives in Bullet (SceneWorld), or a recorded motion (Replay).
class ShownWorld {
 public:
  virtual ~ShownWorld() = default;

  /// Name, file, camera and what else a picture needs; of a recorded motion without its entries.
  virtual const Scene& scene() const = 0;
  virtual double time() const = 0;  ///< [s]

  virtual std::span<const WorldBody> bodies() const = 0;
  virtual std::span<const WorldContact> contacts() const = 0;
  virtual std::span<const WorldStrand> strands() const = 0;

  /// Depth of wear of a contact per triangle of the casting mesh [m]; empty while nothing is worn.
  virtual std::vector<double> worn_depth(int contact) const = 0;

  /// Points along the strand in the world where the bodies are now: at most `step` > 0 [m] apart
  /// where it wraps, else the ends of its straight pieces.
  virtual std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const = 0;
  /// Its length where the bodies are now [m].
  virtual double strand_length(int strand) const = 0;

  /// Figures of its own, such as driven angles and loads.
  virtual std::span<const Reading> readings() const = 0;
  /// Empty where no closed form is named; the text says which formula.
  virtual std::span<const ClosedFormReading> closed_form() const { return {}; }
  virtual std::string closed_form_text() const { return {}; }

  /// What the contact would be with these settings where the bodies are now, if they stood still:
  /// without damping and friction. Nothing of what is shown changes.
  virtual ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const = 0;

  // Changes while it is shown; layers and laws of contact show at once, without a step. They throw
  // InputError where a value is out of range, and change nothing then.
  virtual void set_contact_settings(int contact, const ContactSettings& settings) = 0;
  /// Uniform layer of one side; rebuilds that ContactSurface.
  virtual void set_layer(MeshIndex mesh, const Layer& layer) = 0;
  virtual void set_strand(int strand, const LigamentStrand& parameters) = 0;
  virtual void cut_strand(int strand) = 0;  ///< it pulls nothing then
  virtual void restore_strand(int strand) = 0;
  /// Of a strand that failure has torn: makes it whole, and takes that back.
  virtual void mend_strand(int) {}
  virtual void tear_strand(int) {}
  virtual void set_load_factor(double) {}  ///< of all loads, where there are any
  virtual double load_factor() const { return 1; }
};

}  // namespace condyle

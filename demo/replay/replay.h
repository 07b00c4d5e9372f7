#pragma once

#include <Eigen/Geometry>
#include <memory>
#include <span>
#include <vector>

#include "analyze/frame_contacts.h"
#include "analyze/frame_strands.h"
#include "condyle/finding.h"
#include "replay/recording.h"
#include "world/shown_world.h"

namespace condyle {

/// A recorded motion shown at one time. Contacts and strands are those that `condyle analyze` finds
/// in the whole motion; at a frame they are bitwise the same, no matter which frames were shown
/// before. Layers, laws and strands can be changed; a change acts at all times but does not alter
/// the motion, which is prescribed. For use by one thread.
class Replay final : public ShownWorld {
 public:
  /// Shows the first frame.
  explicit Replay(std::shared_ptr<const Recording> recording);

  const Recording& recording() const { return *recording_; }
  const std::shared_ptr<const Recording>& shared_recording() const { return recording_; }

  /// Shows a recorded frame in [0, frames).
  void show_frame(int frame);
  /// Shows the state at time `wanted` [s], or at the start or end of the motion if `wanted` is
  /// outside. StateCurve defines the state between frames.
  void show_time(double wanted);
  /// Shows the next frame after the current time, or the previous one if not `forward`, if there is
  /// one.
  void show_next_frame(bool forward);
  /// The last frame at or before the current time; is_at_frame() tells whether it is exactly that
  /// frame.
  int frame() const { return frame_; }
  bool is_at_frame() const { return is_at_frame_; }

  /// Holds a body, an index into bodies(), at its pose in the first frame, so that the others move
  /// relative to it; -1 holds the ground. By default the body is the one on which the first
  /// contact's pressure is shown, so that a walking knee stays in view.
  void hold(int body);
  int held() const { return held_; }

  const scene::Scene& scene() const override { return scene_; }
  double time() const override { return time_; }
  std::span<const WorldBody> bodies() const override { return bodies_; }
  std::span<const WorldContact> contacts() const override { return contacts_; }
  std::span<const WorldStrand> strands() const override { return strands_; }
  /// A recorded motion has no wear.
  bool has_velocities() const override { return false; }
  std::vector<double> worn_depth(int) const override { return {}; }
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const override;
  double strand_length(int strand) const override { return tracers_.path(strand).length; }
  std::span<const Reading> readings() const override { return readings_; }

  ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const override;

  void set_contact_settings(int contact, const ContactSettings& settings) override;
  void set_layer(MeshIndex index, const Layer& layer) override;
  void set_strand(int strand, const ligament::Strand& parameters) override;
  void cut_strand(int strand) override;
  void restore_strand(int strand) override;

  /// Faults of the contacts in what was shown since forget_findings(); all of them only if
  /// `is_whole`, after all frames.
  std::vector<Finding> findings(bool is_whole) const;
  void forget_findings() { evaluated_.forget_faults(); }

  /// Current bounding box of the contact meshes, without bones; of the strands if there is no
  /// contact.
  Eigen::AlignedBox3d bounds() const;

 private:
  void list_bodies();
  void list_contacts();
  void list_strands();
  void place_camera();
  MeshIndex mesh_of(int contact_mesh) const;

  void trace_up_to(int frame);
  void publish(double time);
  void publish_poses();
  void publish_contacts();
  void publish_strand(int index);
  void replace_contact(int contact);

  std::shared_ptr<const Recording> recording_;
  FrameContacts evaluated_;
  FrameStrands tracers_;
  std::vector<opensim::OsimSurfaces> surfaces_;  ///< current surfaces of the contacts

  int traced_ = -1;  ///< frame up to which strands were followed; -1: none
  int frame_ = 0;
  bool is_at_frame_ = true;
  int held_ = -1;
  Pose X_WG_ = Pose::Identity();  ///< pose of the ground in the world
  double time_ = 0;
  opensim::OsimState state_;
  opensim::OsimBodies poses_;

  scene::Scene scene_;
  std::vector<int> model_bodies_;  ///< index of each body of bodies_ in the model
  /// Index of the contact mesh for each mesh of each body; -1: none.
  std::vector<std::vector<int>> mesh_places_;
  std::vector<WorldBody> bodies_;
  std::vector<WorldContact> contacts_;
  std::vector<WorldStrand> strands_;
  std::vector<StrandReport> strand_reports_;
  std::vector<Reading> readings_;
};

}  // namespace condyle

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "world/scene_world.h"
#include "world/shown_world.h"

namespace condyle {

/// What a SceneWorld shows at one moment, copied: another thread may read it while the world goes
/// on. Changes of it are changes of the figures that it shows; contacts stay as they are.
class WorldCopy final : public ShownWorld {
 public:
  /// Copies the world, strands as points at most `strand_step` [m] apart. Reuses its memory. The
  /// world's scene must outlive the copy.
  void take(const SceneWorld& world, double strand_step);
  /// Takes over what may be changed (settings, layers, strands' parameters, loads) from another
  /// copy of the same world.
  void take_parameters(const WorldCopy& other);

  const scene::Scene& scene() const override { return *scene_; }
  double time() const override { return time_; }
  bool is_settling() const override { return is_settling_; }
  std::span<const WorldBody> bodies() const override { return bodies_; }
  std::span<const WorldContact> contacts() const override { return contacts_; }
  std::span<const WorldStrand> strands() const override { return strands_; }
  std::vector<double> worn_depth(int contact) const override { return worn_depths_[contact]; }
  /// The points of take(), whatever the `step`.
  std::vector<Eigen::Vector3d> strand_polyline(int strand, double step) const override;
  double strand_length(int strand) const override { return strand_lengths_[strand]; }
  std::span<const Reading> readings() const override { return readings_; }
  std::span<const ClosedFormReading> closed_form() const override { return closed_form_; }
  std::string closed_form_text() const override { return closed_form_text_; }
  std::span<const Reading> watched() const override { return watched_; }
  ContactStatistics contact_at_rest(int contact, const ContactSettings& settings) const override;

  void set_contact_settings(int contact, const ContactSettings& settings) override;
  void set_layer(MeshIndex mesh, const Layer& layer) override;
  void set_strand(int strand, const ligament::Strand& parameters) override;
  void cut_strand(int strand) override { strands_[strand].is_cut = true; }
  void restore_strand(int strand) override { strands_[strand].is_cut = false; }
  void mend_strand(int strand) override;
  void tear_strand(int strand) override { --strands_[strand].mended; }
  void set_load_factor(double factor) override;
  double load_factor() const override { return load_factor_; }
  std::span<const Drive> drives() const override { return drives_; }
  void set_drive(int drive, std::optional<double> by_hand) override {
    drives_[drive].by_hand = by_hand;
  }
  void set_held(int body, bool is_held) override { bodies_[body].is_held = is_held; }

 private:
  void take_contacts(const SceneWorld& world);
  void take_strands(const SceneWorld& world, double strand_step);

  const scene::Scene* scene_ = nullptr;
  double time_ = 0, load_factor_ = 1;
  bool is_settling_ = false;
  std::vector<WorldBody> bodies_;
  std::vector<WorldContact> contacts_;
  std::vector<std::unique_ptr<ContactPair>> pairs_;  ///< per contact, to which reports point
  std::vector<std::vector<double>> worn_depths_;
  std::vector<WorldStrand> strands_;
  std::vector<StrandReport> strand_reports_;  ///< per strand, to which strands point
  std::vector<std::vector<Eigen::Vector3d>> polylines_;
  std::vector<double> strand_lengths_;
  std::vector<Reading> readings_, watched_;
  std::vector<Drive> drives_;
  std::vector<ClosedFormReading> closed_form_;
  std::string closed_form_text_;
};

}  // namespace condyle

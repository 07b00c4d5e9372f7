#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/opensim/osim_scene.h"
#include "core/src/contact/range_watch.h"

namespace condyle {

/// Evaluates the contacts of a model frame by frame, on one thread.
class FrameContacts {
 public:
  /// `model` must outlive this object; the surfaces are shared. `flips_meshes`: also cast from the
  /// target, as OpenSim's option of this name does. Throws InputError.
  FrameContacts(const opensim::OsimModel& model, std::span<const opensim::OsimSurfaces> surfaces,
                bool flips_meshes);

  /// Column labels of all contacts.
  std::vector<std::string> labels() const;

  /// Evaluates all contacts at these poses.
  void evaluate(const opensim::OsimBodies& bodies);
  /// Evaluates all contacts and appends their values to `row`, parallel to labels().
  void evaluate(const opensim::OsimBodies& bodies, std::vector<double>& row);

  /// The pair of a contact at the last evaluated frame.
  const ContactPair& pair(int contact) const { return *pairs_[contact]; }

  /// Faults of the contact, and of its flipped pair, in the frames so far.
  const RangeWatch& range(int contact) const { return ranges_[contact]; }
  void forget_faults();  ///< range() starts anew

  /// The map of the target mesh at the last evaluated frame. With flip_meshes it comes from the
  /// rays of the target, as do the target columns; otherwise from the hits of the casting mesh.
  const SideMap& target_map(int contact) const;

  /// Replaces the surfaces and settings of a contact. Throws InputError.
  void replace(int contact, const opensim::OsimSurfaces& surfaces, const ContactSettings& settings);

 private:
  void observe(std::size_t contact, const ContactPair& pair, const WatchedMeshes& meshes);

  const opensim::OsimModel* model_;
  /// The flipped pairs: none, or one for each contact.
  std::vector<std::unique_ptr<ContactPair>> pairs_, flipped_;
  std::vector<RangeWatch> ranges_;  ///< by contact
};

}  // namespace condyle

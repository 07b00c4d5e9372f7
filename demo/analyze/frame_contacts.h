#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "condyle/contact/contact_pair.h"
#include "condyle/model/osim_surfaces.h"

namespace condyle {

struct FrameContactOptions {
  bool two_sided = false;    ///< count target triangles from both sides, as OpenSim does
  bool flip_meshes = false;  ///< cast from the target too, as OpenSim's option of this name
  ForceDirection force_direction = ForceDirection::casting;  ///< as OpenSim's
};

/// The contacts of a model, frame after frame, on one thread.
class FrameContacts {
 public:
  /// Needs the model to outlive it; shares the surfaces. Throws InputError.
  FrameContacts(const OsimModel& model, std::span<const OsimSurfaces> surfaces,
                const FrameContactOptions& options);

  std::vector<std::string> labels() const;

  /// Evaluates all contacts.
  void evaluate(const OsimBodies& bodies);
  /// The same, and appends their numbers, parallel to labels().
  void evaluate(const OsimBodies& bodies, std::vector<double>& row);

  /// The pair of a contact at the frame that was evaluated last.
  const ContactPair& pair(int contact) const { return *pairs_[contact]; }

  /// The map of the target's mesh at that frame: cast from it where the meshes are flipped, as the
  /// columns of the target are; else what the casting mesh's rays met there.
  const SideMap& target_map(int contact) const;

  /// Gives a contact other surfaces and settings than the model's. Throws InputError.
  void replace(int contact, const OsimSurfaces& surfaces, const ContactSettings& settings);

 private:
  const OsimModel* model_;
  std::vector<std::unique_ptr<ContactPair>> pairs_, flipped_;  ///< flipped: empty, or one for each
};

}  // namespace condyle

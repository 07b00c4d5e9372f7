#pragma once

// The parts of a model that are scaled with the bodies to which they are fixed. Not part of the
// library's interface.

#include <Eigen/Core>
#include <vector>

#include "condyle/error.h"
#include "core/opensim/src/osim_edit.h"
#include "core/opensim/src/osim_reader.h"

namespace condyle::opensim {

/// A model whose parts are scaled, and the changes to its file.
struct OsimScaleJob {
  OsimReader& reader;                           ///< has read all parts
  const std::vector<Eigen::Vector3d>& factors;  ///< of each body
  OsimEdits& edits;
  ModelReport& report;

  const Eigen::Vector3d& of_frame(int frame) const {
    return factors[reader.model.frames[frame].body];
  }
  /// Multiplies the vector `type` of `owner`, which lies in a frame, by the factors of its body.
  void scale_in(int frame, const OsimElement& owner, const char* type);
  void scale(const OsimElement& owner, const char* type, const Eigen::Vector3d& by,
             const Eigen::Vector3d& otherwise);
  void scale(const OsimElement& owner, const char* type, double factor, double otherwise);
  /// Multiplies a function by changing its numbers; one of an unknown type is reported.
  void scale_function(const OsimElement& function, double factor);
  /// Reports what is turned in its body, so that unequal factors do not act along the body's axes.
  void report_turned(const Eigen::Matrix3d& R, const Eigen::Vector3d& by, const std::string& what);
};

/// The force that `part` is or belongs to, if it is switched off; otherwise converts to false.
OsimElement switched_off_force(const OsimElement& part);

/// Calls scale() for a part. If it is of a force that is switched off, it stays as it is if it
/// cannot be read, which is reported: the reader leaves that force out.
template <class Scale>
void scale_if_read(ModelReport& report, const OsimElement& part, const Scale& scale) {
  try {
    scale();
  } catch (const InputError& error) {
    const OsimElement force = switched_off_force(part);
    if (!force) throw;
    report.add(force.type() + " " + force.name() + " switched off",
               std::string("what cannot be read of it is not scaled; ") + error.what());
  }
}

void scale_bodies(OsimScaleJob& job);  ///< mass properties, offset frames, meshes, markers
void scale_joints(OsimScaleJob& job);  ///< joints of old files, translations, couplers
void scale_paths(OsimScaleJob& job);   ///< points and wrap objects
void scale_contacts(OsimScaleJob& job);

}  // namespace condyle::opensim

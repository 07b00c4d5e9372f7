// Scales joints: where their frames are on bodies in old files, and how far they translate.
#include <algorithm>

#include "core/opensim/src/osim_scale_parts.h"

namespace condyle::opensim {
namespace {

using Eigen::Vector3d;

/// The frames of an old file's joint are given in it.
void scale_ends(OsimScaleJob& job, const OsimElement& element, const OsimJoint& joint) {
  int parent = joint.parent_frame, child = joint.child_frame;
  if (element.boolean("reverse", false)) std::swap(parent, child);
  job.scale(element, "location_in_parent", job.of_frame(parent), Vector3d::Zero());
  for (const char* type : {"location", "location_in_child"})
    job.scale(element, type, job.of_frame(child), Vector3d::Zero());
}

/// Scales the translations of a joint, and tells the factors of the coordinates that are one.
class TranslationScaler {
 public:
  explicit TranslationScaler(OsimScaleJob& job)
      : job_(job), factors_(job.reader.model.coordinates.size(), 1.0) {}

  void scale(const OsimElement& element, const OsimJoint& joint) {
    const Vector3d& factors = job_.of_frame(joint.parent_frame);
    job_.report_turned(job_.reader.model.frames[joint.parent_frame].X_BF.linear(), factors,
                       "translation in the frame of joint " + joint.name);
    const std::array<OsimElement, 6> written = axes_in(element);
    for (std::size_t i = 3; i < 6; ++i) {
      const OsimAxis& axis = joint.axes[i];
      const double factor = axis.axis.cwiseAbs2().dot(factors);
      const OsimElement function = written[i] ? object_in(written[i], "function") : OsimElement();
      if (axis.coordinates.size() == 1 && axis.function.is_plain_coordinate()) {
        scale_coordinate(axis.coordinates.front(), factor);
        scale_intercept(function, factor);
      } else {
        job_.scale_function(function, factor);
      }
    }
  }

  void scale_couplers() {
    const OsimModel& model = job_.reader.model;
    for (const OsimCoupler& coupler : model.couplers) {
      const double factor = factors_[coupler.dependent];
      const OsimElement element = job_.reader.xml.element_at(coupler.place);
      job_.scale_function(object_in(element, "coupled_coordinates_function"), factor);
      if (std::ranges::any_of(coupler.independent, [&](int c) { return factors_[c] != 1; })) {
        job_.report.add("coupler " + coupler.name,
                        "it depends on a translation, along which it is not stretched");
      }
    }
  }

 private:
  void scale_coordinate(int index, double factor) {
    const OsimCoordinate& coordinate = job_.reader.model.coordinates[index];
    factors_[index] = factor;
    if (coordinate.place < 0 || factor == 1) return;
    const OsimElement element = job_.reader.xml.element_at(coordinate.place);
    job_.scale(element, "default_value", factor, 0.0);
    std::vector<double> range = element.numbers("range");
    for (double& end : range) end *= factor;
    if (!range.empty()) job_.edits.set(element, "range", range);
  }

  void scale_intercept(const OsimElement& function, double factor) {
    if (!function || function.type() != "LinearFunction") return;
    std::vector<double> coefficients = function.numbers("coefficients");
    if (coefficients.size() != 2 || coefficients[1] * factor == coefficients[1]) return;
    coefficients[1] *= factor;
    job_.edits.set(function, "coefficients", coefficients);
  }

  OsimScaleJob& job_;
  std::vector<double> factors_;  ///< of each coordinate
};

}  // namespace

void scale_joints(OsimScaleJob& job) {
  TranslationScaler translations(job);
  for (const OsimJoint& joint : job.reader.model.joints) {
    const OsimElement element = job.reader.xml.element_at(joint.place);
    scale_ends(job, element, joint);
    translations.scale(element, joint);
  }
  translations.scale_couplers();
}

}  // namespace condyle::opensim

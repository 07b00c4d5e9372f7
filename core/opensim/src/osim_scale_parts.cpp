#include "core/opensim/src/osim_scale_parts.h"

#include <fmt/format.h>

#include <array>
#include <set>

namespace condyle::opensim {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

bool is_uniform(const Vector3d& factors) {
  return factors.x() == factors.y() && factors.y() == factors.z();
}

/// The inertia of a body whose mass moves with its points, which are scaled: the second moments of
/// mass J = tr(I) / 2 - I become S J S.
Matrix3d scaled_inertia(const Matrix3d& I, const Vector3d& factors) {
  if (is_uniform(factors)) return factors.x() * factors.x() * I;
  const Matrix3d moments = 0.5 * I.trace() * Matrix3d::Identity() - I;
  const Matrix3d J = factors.asDiagonal() * moments * factors.asDiagonal();
  return J.trace() * Matrix3d::Identity() - J;
}

void scale_inertia(OsimScaleJob& job, const OsimElement& element, const OsimBody& body,
                   const Vector3d& factors) {
  if (factors == Vector3d::Ones()) return;
  const Matrix3d I = scaled_inertia(body.I_BBcm, factors);
  const std::array<double, 6> values = {I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2)};
  static constexpr std::array<const char*, 6> k_old = {"inertia_xx", "inertia_yy", "inertia_zz",
                                                       "inertia_xy", "inertia_xz", "inertia_yz"};
  if (!element.numbers("inertia").empty()) return job.edits.set(element, "inertia", values);
  for (std::size_t i = 0; i < 6; ++i) {
    if (values[i] != element.number(k_old[i], 0)) job.edits.set(element, k_old[i], values[i]);
  }
}

void scale_mass(OsimScaleJob& job) {
  std::size_t next = 1;
  for (const OsimElement& element : job.reader.members("Body")) {
    if (element.name() == "ground") continue;
    const std::size_t b = next++;
    job.scale(element, "mass_center", job.factors[b], Vector3d::Zero());
    scale_inertia(job, element, job.reader.model.bodies[b], job.factors[b]);
  }
}

void scale_offset_frames(OsimScaleJob& job) {
  const OsimModel& model = job.reader.model;
  std::size_t next = model.bodies.size();
  for (const OsimElement& element : job.reader.all("PhysicalOffsetFrame"))
    job.scale_in(model.frames[next++].parent, element, "translation");
}

void scale_meshes(OsimScaleJob& job) {
  const auto scale = [&](const OsimElement& element) {
    const int frame = job.reader.frame_around(element);
    job.report_turned(job.reader.model.frames[frame].X_BF.linear(), job.of_frame(frame),
                      "mesh in a frame");
    job.scale(element, "scale_factors", job.of_frame(frame), Vector3d::Ones());
  };
  for (const char* type : {"Mesh", "DisplayGeometry"})
    for (const OsimElement& element : job.reader.all(type)) scale(element);
  for (const OsimElement& list : job.reader.all("attached_geometry")) {
    for (const OsimElement& element : list.children())
      if (element.type() != "Mesh" && element.type() != "FrameGeometry") scale(element);
  }
}

void scale_markers(OsimScaleJob& job) {
  for (const OsimElement& element : job.reader.members("Marker")) {
    std::string frame = job.reader.socket(element, "parent_frame");
    if (frame.empty()) frame = element.text("body");
    if (!frame.empty()) job.scale_in(job.reader.frame(element, frame), element, "location");
  }
}

}  // namespace

OsimElement switched_off_force(const OsimElement& part) {
  OsimElement force = part;
  while (force && !is_switched_off(force)) force = force.parent();
  return force;
}

void OsimScaleJob::report_turned(const Matrix3d& R, const Vector3d& by, const std::string& what) {
  if (is_uniform(by) || R.isIdentity(1e-9)) return;
  report.add(what + " turned in its body",
             "unequal factors act along the frame's own axes, as in OpenSim");
}

void OsimScaleJob::scale_in(int frame, const OsimElement& owner, const char* type) {
  const OsimFrame& place = reader.model.frames[frame];
  if (!owner.vector(type, Vector3d::Zero()).isZero(0))
    report_turned(place.X_BF.linear(), of_frame(frame), "point in the frame " + place.name);
  scale(owner, type, of_frame(frame), Vector3d::Zero());
}

void OsimScaleJob::scale(const OsimElement& owner, const char* type, const Vector3d& by,
                         const Vector3d& otherwise) {
  const Vector3d before = owner.vector(type, otherwise);
  const Vector3d after = before.cwiseProduct(by);
  if (after != before) edits.set(owner, type, after);
}

void OsimScaleJob::scale(const OsimElement& owner, const char* type, double factor,
                         double otherwise) {
  const double before = owner.number(type, otherwise);
  if (before * factor != before) edits.set(owner, type, before * factor);
}

void OsimScaleJob::scale_function(const OsimElement& function, double factor) {
  static const std::set<std::string> k_splines = {"SimmSpline",     "NaturalCubicSpline",
                                                  "natCubicSpline", "PiecewiseLinearFunction",
                                                  "GCVSpline",      "PiecewiseConstantFunction"};
  if (!function || factor == 1) return;
  const std::string type = function.type();
  if (type == "Constant") return scale(function, "value", factor, 0.0);
  if (type == "MultiplierFunction") return scale(function, "scale", factor, 1.0);
  const bool is_polynomial = type == "LinearFunction" || type == "PolynomialFunction";
  if (!is_polynomial && !k_splines.contains(type)) {
    report.add("function " + type, "it is not scaled");
    return;
  }
  const char* property = is_polynomial ? "coefficients" : "y";
  std::vector<double> values = function.numbers(property);
  if (values.empty() && type == "LinearFunction") values = {1, 0};
  for (double& value : values) value *= factor;
  edits.set(function, property, values);
}

void scale_bodies(OsimScaleJob& job) {
  scale_mass(job);
  scale_offset_frames(job);
  scale_meshes(job);
  scale_markers(job);
}

}  // namespace condyle::opensim

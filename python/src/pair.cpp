#include <fmt/format.h>
#include <pybind11/stl.h>

#include <string>

#include "arrays.h"
#include "condyle/error.h"
#include "described_settings.h"
#include "evaluations.h"
#include "long_call.h"
#include "pair_pool.h"
#include "result.h"
#include "surface.h"

namespace condyle::python {
namespace {

std::vector<Region> regions_of(const py::dict& named, const ContactSurface& casting) {
  std::vector<Region> regions;
  for (const auto& [key, triangles] : named) {
    const auto name = py::cast<std::string>(key);
    regions.push_back(
        {name, indices_of(triangles, casting.triangle_count(), fmt::format("region '{}'", name))});
  }
  return regions;
}

std::shared_ptr<PairPool> make_pair(ContactSurface& casting, ContactSurface& target,
                                    const py::dict& regions, const py::kwargs& changes) {
  ContactSettings settings;
  change(settings, contact_keywords(), changes, "Pair");
  require_valid(settings, "Pair");
  std::vector<Region> sets = regions_of(regions, casting);
  return without_lock([&, casting = held(casting), target = held(target)] {
    return std::make_shared<PairPool>(casting, target, std::move(settings), std::move(sets));
  });
}

/// The state of a pair, for pickle: the arguments of make_pair().
py::tuple state_of(const PairPool& pool) {
  py::dict regions;
  for (const Region& region : pool.regions())
    regions[py::str(region.name)] = py::cast(region.triangles);
  return py::make_tuple(std::const_pointer_cast<ContactSurface>(pool.casting()),
                        std::const_pointer_cast<ContactSurface>(pool.target()), regions,
                        values_of(pool.settings(), contact_keywords()));
}

std::shared_ptr<PairPool> pair_of_state(const py::tuple& s) {
  if (s.size() != 4) values_in_pickle(py::none(), "Pair");
  return make_pair(s[0].cast<ContactSurface&>(), s[1].cast<ContactSurface&>(), s[2],
                   values_in_pickle(s[3], "Pair"));
}

/// The faults of one pose. Whether it is the largest contact of a list of poses is not known, so a
/// pair says only once that a contact is of few triangles or nodes.
std::vector<RangeFault> faults_of(const RangeWatch& range, PairPool& pool) {
  std::vector<RangeFault> faults = range.faults_of_poses();
  if (std::ssize(faults) > range.count() && pool.has_said_sparse()) return range.faults();
  return faults;
}

std::unique_ptr<Result> evaluate(PairPool& pool, const py::object& X_CT, const py::object& V_TC_C,
                                 int threads) {
  const Pose pose = pose_of(X_CT, "X_CT");
  const Twist velocity = twist_of(V_TC_C, "V_TC_C");
  RangeWatch range;
  auto result = without_lock([&] {
    auto taken = pool.take();
    taken->set_threads(threads);
    taken->evaluate(pose, velocity);
    range.observe(*taken);
    return std::make_unique<Result>(std::move(taken));
  });
  warn_of(faults_of(range, pool), pool);
  return result;
}

std::string repr_of_pair(const PairPool& pool) {
  const ContactSettings& settings = pool.settings();
  const std::string law = is_foundation(settings.normal)
                              ? word_of(settings.formulation)
                              : std::string(py::str(py::repr(py::cast(settings.normal))));
  return fmt::format("<condyle.Pair: '{}' casts on '{}', law {}>", pool.casting()->name(),
                     pool.target()->name(), law);
}

}  // namespace

void add_pairs(py::module_& module) {
  add_evaluations(module);
  py::class_<PairPool, std::shared_ptr<PairPool>> cls(
      module, "Pair",
      ("Contact of a casting surface, whose triangles send rays, with a target that they meet.\n\n"
       "law: 'linear', 'nonlinear', 'elastic_layer', or a Law.\n"
       "friction: a Friction.\n" +
       help_of(scene::contact_settings()) +
       "regions: from names to casting triangles, ascending.\n\n"
       "A pair does not change; threads may share one.")
          .c_str());
  cls.def(py::init(&make_pair), py::arg("casting"), py::arg("target"), py::kw_only(),
          py::arg("regions") = py::dict());
  cls.def("evaluate", evaluate, py::arg("X_CT"), py::arg("V_TC_C") = py::none(), py::kw_only(),
          py::arg("threads") = 1,
          "The contact at one pose: a Result.\n\n"
          "X_CT: pose of the target mesh in the casting mesh frame, (4, 4) [m].\n"
          "V_TC_C: velocity of the casting mesh relative to the target, at the casting mesh's\n"
          "origin and in its frame, (6,) [rad/s, m/s]; None: at rest.\n"
          "threads: that share the work if there is enough; the result is the same.")
      .def("evaluate_many", evaluate_many, py::arg("poses"), py::arg("velocities") = py::none(),
           py::kw_only(), py::arg("threads") = 1, py::arg("stiffness") = false,
           py::arg("maps") = false,
           "The contact at n poses: Evaluations, with the bits of evaluate() at each, for any\n"
           "number of threads.\n\n"
           "poses: X_CT of each, (n, 4, 4) [m]. velocities: V_TC_C of each, (n, 6).\n"
           "stiffness: keep the matrices too. maps: keep pressure and proximity of every casting\n"
           "triangle, n times m numbers each.")
      .def_property_readonly(
          "casting",
          [](const PairPool& pool) {
            return std::const_pointer_cast<ContactSurface>(pool.casting());
          },
          "The surface whose triangles send rays.")
      .def_property_readonly(
          "target",
          [](const PairPool& pool) {
            return std::const_pointer_cast<ContactSurface>(pool.target());
          },
          "The surface that the rays meet.")
      .def("__repr__", repr_of_pair)
      .def(py::pickle([](const PairPool& pool) { return state_of(pool); }, &pair_of_state));
}

}  // namespace condyle::python

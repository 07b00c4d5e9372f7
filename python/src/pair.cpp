#include <fmt/format.h>
#include <pybind11/stl.h>

#include <optional>
#include <string>

#include "arrays.h"
#include "condyle/error.h"
#include "contact_words.h"
#include "core/src/contact/law_description.h"
#include "evaluations.h"
#include "long_call.h"
#include "pair_pool.h"
#include "result.h"
#include "surface.h"
#include "words.h"

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
                                    const py::object& law, const std::optional<Friction>& friction,
                                    double dissipation, bool lumped, bool two_sided,
                                    double min_proximity, double max_proximity,
                                    const std::string& force_direction,
                                    const std::string& casts_from, double node_spacing,
                                    double layer_tolerance, const std::string& free_edges,
                                    const py::dict& regions) {
  ContactSettings settings;
  set_law(settings, law);
  if (friction) settings.friction = *friction;
  settings.dissipation = dissipation;
  settings.lumped = lumped;
  settings.two_sided = two_sided;
  settings.min_proximity = min_proximity;
  settings.max_proximity = max_proximity;
  settings.force_direction = enumerator_of<ForceDirection>(force_direction, "force_direction");
  settings.casts_from = enumerator_of<CastingElements>(casts_from, "casts_from");
  settings.node_spacing = node_spacing;
  settings.layer_tolerance = layer_tolerance;
  settings.free_edges = enumerator_of<FreeEdges>(free_edges, "free_edges");
  require_valid(settings, "Pair");
  std::vector<Region> sets = regions_of(regions, casting);
  return without_lock([&, casting = held(casting), target = held(target)] {
    return std::make_shared<PairPool>(casting, target, std::move(settings), std::move(sets));
  });
}

/// The state of a pair, for pickle: the arguments of make_pair().
py::tuple state_of(const PairPool& pool) {
  const ContactSettings& s = pool.settings();
  py::dict regions;
  for (const Region& region : pool.regions())
    regions[py::str(region.name)] = py::cast(region.triangles);
  return py::make_tuple(std::const_pointer_cast<ContactSurface>(pool.casting()),
                        std::const_pointer_cast<ContactSurface>(pool.target()), law_setting_of(s),
                        s.friction, s.dissipation, s.lumped, s.two_sided, s.min_proximity,
                        s.max_proximity, py::str(word_of(s.force_direction)),
                        py::str(word_of(s.casts_from)), s.node_spacing, s.layer_tolerance,
                        py::str(word_of(s.free_edges)), regions);
}

std::shared_ptr<PairPool> pair_of_state(const py::tuple& s) {
  return make_pair(s[0].cast<ContactSurface&>(), s[1].cast<ContactSurface&>(),
                   s[2].cast<py::object>(), s[3].cast<Friction>(), s[4].cast<double>(),
                   s[5].cast<bool>(), s[6].cast<bool>(), s[7].cast<double>(), s[8].cast<double>(),
                   s[9].cast<std::string>(), s[10].cast<std::string>(), s[11].cast<double>(),
                   s[12].cast<double>(), s[13].cast<std::string>(), s[14].cast<py::dict>());
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

void add_init(py::class_<PairPool, std::shared_ptr<PairPool>>& cls) {
  const ContactSettings usual;
  cls.def(py::init(&make_pair), py::arg("casting"), py::arg("target"), py::kw_only(),
          py::arg("law") = "linear", py::arg("friction") = py::none(),
          py::arg("dissipation") = usual.dissipation, py::arg("lumped") = usual.lumped,
          py::arg("two_sided") = usual.two_sided, py::arg("min_proximity") = usual.min_proximity,
          py::arg("max_proximity") = usual.max_proximity,
          py::arg("force_direction") = word_of(usual.force_direction),
          py::arg("casts_from") = word_of(usual.casts_from),
          py::arg("node_spacing") = usual.node_spacing,
          py::arg("layer_tolerance") = usual.layer_tolerance,
          py::arg("free_edges") = word_of(usual.free_edges), py::arg("regions") = py::dict());
}

}  // namespace

void add_pairs(py::module_& module) {
  add_evaluations(module);
  py::class_<PairPool, std::shared_ptr<PairPool>> cls(
      module, "Pair",
      "Contact of a casting surface, whose triangles send rays, with a target that they meet.\n\n"
      "law: 'linear', 'nonlinear', 'elastic_layer', or a Law.\n"
      "friction: a Friction. dissipation: of Hunt and Crossley [s/m].\n"
      "lumped: one layer of averaged material; else two in series.\n"
      "two_sided: rays hit target triangles from both sides.\n"
      "min_proximity, max_proximity: the window of depth [m]; below 0 gaps are measured too.\n"
      "force_direction: 'target', which conserves energy, or 'casting', as OpenSim has it.\n"
      "casts_from: 'triangles' or 'nodes'.\n"
      "node_spacing, layer_tolerance: of an elastic layer [m], [-].\n"
      "free_edges: where an elastic layer ends in a free face: 'sharp', at edges of the casting\n"
      "mesh bent backwards by more than 45 degrees; 'all', at borders too; or 'none'.\n"
      "regions: from names to casting triangles, ascending.\n\n"
      "A pair does not change; threads may share one.");
  add_init(cls);
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

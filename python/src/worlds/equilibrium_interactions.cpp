// What acts between the bodies of an equilibrium: surfaces and their contacts, strands.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <utility>

#include "arrays.h"
#include "condyle/contact/contact_pair.h"
#include "condyle/error.h"
#include "described_settings.h"
#include "result.h"
#include "strand.h"
#include "worlds/equilibrium.h"

namespace condyle::python {
namespace {

// ---- surfaces and contacts

void add_surface(NamedEquilibrium& of, const std::string& body,
                 const std::shared_ptr<ContactSurface>& surface, const py::object& X_BS,
                 const std::string& name) {
  NamedSurface added{.name = name.empty() ? surface->name() : name, .surface = surface};
  if (!X_BS.is_none()) added.X_BS = pose_of(X_BS, "X_BS");
  of.use([&] {
    added.body = of.body(body);
    of.add_surface(std::move(added));
  });
}

void place(NamedEquilibrium& of, const std::string& name, const py::object& X_BS) {
  const Pose pose = pose_of(X_BS, "X_BS");
  of.use([&] {
    NamedSurface moved = of.surface(name);
    moved.X_BS = pose;
    of.replace_surface(std::move(moved));
  });
}

void set_layer(NamedEquilibrium& of, const std::string& name, const Layer& layer) {
  of.use([&] {
    NamedSurface changed = of.surface(name);
    changed.surface = std::make_shared<ContactSurface>(with_layer(*changed.surface, layer));
    of.replace_surface(std::move(changed));
  });
}

ContactSettings contact_settings_of(const py::kwargs& changes, ContactSettings settings = {}) {
  change(settings, contact_keywords(), changes, "a contact");
  if (settings.normal.kind == NormalLawKind::user && settings.normal.user->library.empty())
    throw InputError(
        "a law made of a function cannot act in an equilibrium; take one of a library, by "
        "Law.from_library() (docs/user-laws.md)");
  return settings;
}

void set_contact_of_surfaces(NamedEquilibrium& of, const std::string& casting,
                             const std::string& target, const py::dict& regions,
                             const py::kwargs& changes) {
  int triangles_of_casting = 0;
  NamedContact contact = of.use([&] {
    triangles_of_casting = of.surface(casting).surface->triangle_count();
    const auto known = std::ranges::find_if(of.contacts, [&](const NamedContact& entry) {
      return entry.casting == casting && entry.target == target;
    });
    return known != of.contacts.end() ? *known : NamedContact{.casting = casting, .target = target};
  });
  contact.side = CastingSide::first;
  contact.settings = contact_settings_of(changes, contact.settings);
  if (!regions.empty()) contact.regions.clear();
  for (const auto& [key, triangles] : regions) {
    const auto name = py::cast<std::string>(key);
    contact.regions.push_back(
        {name, indices_of(triangles, triangles_of_casting, fmt::format("region '{}'", name))});
  }
  of.use([&] { of.set_contact(std::move(contact)); });
}

/// A pair in contact range at an equilibrium.
struct EquilibriumContact {
  std::string casting, target;
  Wrench F_W;
  Pose X_WC, X_WT;
  std::shared_ptr<ContactPair> pair;
  py::object result;  ///< a Result
};

std::vector<EquilibriumContact> contacts_in_range(NamedEquilibrium& of) {
  std::vector<EquilibriumContact> all = of.use([&] {
    std::vector<EquilibriumContact> found;
    for (const PairReport& report : of.world.session().pairs()) {
      const std::string *casting = of.name_of(report.casting), *target = of.name_of(report.target);
      if (casting == nullptr || target == nullptr) continue;  // replaced since
      found.push_back({*casting,
                       *target,
                       report.F_casting_W,
                       report.X_WC,
                       report.X_WT,
                       std::make_shared<ContactPair>(report.contact_pair().shown()),
                       {}});
    }
    return found;
  });
  for (EquilibriumContact& contact : all)
    contact.result = py::cast(std::make_unique<Result>(std::move(contact.pair)));
  return all;
}

void add_contact_class(py::module_& module) {
  py::class_<EquilibriumContact>(module, "EquilibriumContact",
                                 "Two surfaces in contact range, as of the last solve(). A copy.")
      .def_readonly("casting", &EquilibriumContact::casting,
                    "Name of the surface whose triangles send rays.")
      .def_readonly("target", &EquilibriumContact::target, "Name of the surface that they meet.")
      .def_property_readonly(
          "force", [](const EquilibriumContact& c) { return array_of(c.F_W.force); },
          "Force on the casting body, world frame, (3,) [N].")
      .def_property_readonly(
          "moment", [](const EquilibriumContact& c) { return array_of(c.F_W.moment); },
          "Moment on the casting body about the origin of its frame, world frame, (3,) [N m].")
      .def_property_readonly(
          "X_WC", [](const EquilibriumContact& c) { return array_of(c.X_WC); },
          "Pose of the casting surface in the world, (4, 4) [m].")
      .def_property_readonly(
          "X_WT", [](const EquilibriumContact& c) { return array_of(c.X_WT); },
          "Pose of the target surface in the world, (4, 4) [m].")
      .def_property_readonly(
          "result", [](const EquilibriumContact& c) { return c.result; },
          "Pressure, maps, patches, regions and statistics, in the casting surface's frame: a\n"
          "Result.")
      .def("__repr__", [](const EquilibriumContact& c) {
        return fmt::format("<condyle.EquilibriumContact: '{}' on '{}', {:.4g} N>", c.casting,
                           c.target, c.F_W.force.norm());
      });
}

void add_surfaces_and_contacts(EquilibriumClass& cls) {
  cls.def(
         "add_surface", add_surface, py::arg("body"), py::arg("surface"),
         py::arg("X_BS") = py::none(), py::kw_only(), py::arg("name") = "",
         "Puts a Surface on a body, at a pose in the body's frame (4, 4) [m]. It has its own name\n"
         "here unless another is given.")
      .def(
          "remove_surface",
          [](NamedEquilibrium& of, const std::string& name) {
            of.use([&] { of.remove_surface(name); });
          },
          py::arg("surface"), "Removes a surface, with its contacts.")
      .def_property_readonly(
          "surfaces", [](NamedEquilibrium& of) { return of.names(&NamedEquilibrium::surfaces); },
          "Names of the surfaces.")
      .def(
          "placement",
          [](NamedEquilibrium& of, const std::string& name) {
            return array_of(of.use([&] { return of.surface(name).X_BS; }));
          },
          py::arg("surface"), "The pose X_BS of a surface on its body, (4, 4) [m].")
      .def("place", place, py::arg("surface"), py::arg("X_BS"),
           "Puts a surface elsewhere on its body, (4, 4) [m]; its contacts stay.")
      .def("set_layer", set_layer, py::arg("surface"), py::arg("layer"),
           "Gives a surface another Layer; its contacts stay.")
      .def(
          "layer",
          [](NamedEquilibrium& of, const std::string& name) {
            return of.use([&] { return of.surface(name).surface->layer(0); });
          },
          py::arg("surface"), "The Layer of a surface, or that of its first triangle.")
      .def(
          "set_default_contact",
          [](NamedEquilibrium& of, const py::kwargs& changes) {
            const ContactSettings settings = contact_settings_of(changes);
            of.use([&] {
              of.world.session().set_default_contact(settings);
              of.has_changed = true;
            });
          },
          "The contact of all pairs without one of their own, by the keywords of Pair.")
      .def("set_contact", set_contact_of_surfaces, py::arg("casting"), py::arg("target"),
           py::kw_only(), py::arg("regions") = py::dict(),
           "The contact of two surfaces, of which the first casts, by the keywords of Pair.\n"
           "regions: triangles of the casting one, whole numbers. Repeated, it changes what is "
           "given.")
      .def_property_readonly("contacts", contacts_in_range,
                             "Pairs in contact range at the last equilibrium: EquilibriumContact.");
}

// ---- strands

/// Within use().
const StrandReport& report_of(const NamedEquilibrium& of, const NamedStrand& strand) {
  const std::span<const StrandReport> all = of.world.session().strands();
  const auto found = std::ranges::find(all, strand.id, &StrandReport::id);
  if (found == all.end())
    throw InputError(fmt::format("strand '{}' has no force yet: solve() comes first", strand.name));
  return *found;
}

const char* word_of_condition(StrandCondition condition) {
  switch (condition) {
    case StrandCondition::slack:
      return "slack";
    case StrandCondition::taut:
      return "taut";
    case StrandCondition::cut:
      return "cut";
    case StrandCondition::torn:
      return "torn";
  }
  return "";
}

/// Bodies of a path are those of `named`; without these, the bodies in the order in which they were
/// added. Those that the path does not touch are left out.
/// Within use().
void add_strand_to(NamedEquilibrium& of, const ligament::Strand& strand, const KeptPath& path,
                   const std::optional<std::vector<std::string>>& named) {
  std::vector<int> all;
  for (int b = 0; !named && b < of.world.body_count(); ++b) all.push_back(b);
  if (named)
    for (const std::string& body : *named) all.push_back(of.body(body));
  if (path.bodies > static_cast<int>(all.size()))
    throw InputError(fmt::format("strand '{}': its path has points on body {}; there are {}",
                                 strand.name, path.bodies - 1, all.size()));
  std::vector<int> touched;
  const auto place = [&](int& body) {
    const int number = all[static_cast<std::size_t>(body)];
    const auto known = std::ranges::find(touched, number);
    body = static_cast<int>(known - touched.begin());
    if (known == touched.end()) touched.push_back(number);
  };
  ligament::StrandPath moved = path.path;
  for (ligament::PathPoint& point : moved.points) place(point.body);
  for (ligament::PathObstacle& obstacle : moved.obstacles) place(obstacle.body);
  of.add_strand(strand, touched, moved);
}

void add_strand(NamedEquilibrium& of, const ligament::Strand& strand, const KeptPath& path,
                const std::optional<std::vector<std::string>>& named) {
  of.use([&] { add_strand_to(of, strand, path, named); });
}

void set_law_of_strand(NamedEquilibrium& of, const std::string& name, ligament::Strand strand) {
  strand.name = name;
  of.use([&] {
    of.world.session().set_strand(of.strand(name), strand);
    of.has_changed = true;
  });
}

/// Calls a function of the session that changes a strand.
template <auto function, class... Arguments>
void change_strand(NamedEquilibrium& of, const std::string& name, Arguments... arguments) {
  of.use([&] {
    (of.world.session().*function)(of.strand(name), arguments...);
    of.has_changed = true;
  });
}

py::dict tensions_of(NamedEquilibrium& of) {
  const auto tensions = of.use([&] {
    std::vector<std::pair<std::string, double>> found;
    for (const NamedStrand& strand : of.strands)
      found.emplace_back(strand.name, report_of(of, strand).force.total_force);
    return found;
  });
  py::dict by_name;
  for (const auto& [name, tension] : tensions) by_name[py::str(name)] = tension;
  return by_name;
}

void add_strand_changes(EquilibriumClass& cls) {
  cls.def("set_strand", set_law_of_strand, py::arg("strand"), py::arg("law"),
          "Gives a strand the law of a Strand; it keeps its name.")
      .def("set_reference_strain", change_strand<&Session::set_reference_strain, double>,
           py::arg("strand"), py::arg("strain"),
           "Sets the slack length with which a strand has this strain in the present pose.")
      .def("set_reference_force", change_strand<&Session::set_reference_force, double>,
           py::arg("strand"), py::arg("force"),
           "Sets the slack length with which a strand has this spring force [N] in the present\n"
           "pose.")
      .def("cut_strand", change_strand<&Session::cut_strand>, py::arg("strand"),
           "Cuts a strand, which pulls no more.")
      .def("restore_strand", change_strand<&Session::restore_strand>, py::arg("strand"),
           "Undoes a cut, or mends what has torn.")
      .def("tear_strand", change_strand<&Session::tear_strand>, py::arg("strand"),
           "Tears a strand, as if it had failed.")
      .def(
          "remove_strand",
          [](NamedEquilibrium& of, const std::string& name) {
            of.use([&] { of.remove_strand(name); });
          },
          py::arg("strand"), "Removes a strand.");
}

void add_strand_results(EquilibriumClass& cls) {
  cls.def_property_readonly("tensions", tensions_of,
                            "From strand to its tension at the last equilibrium [N].")
      .def(
          "strand_force",
          [](NamedEquilibrium& of, const std::string& name) {
            return of.use([&] { return report_of(of, {name, of.strand(name)}).force; });
          },
          py::arg("strand"), "Strain, force and stiffness at the last equilibrium: a StrandForce.")
      .def(
          "strand_condition",
          [](NamedEquilibrium& of, const std::string& name) {
            return word_of_condition(of.use([&] {
              return report_of(of, {name, of.strand(name)}).condition;
            }));
          },
          py::arg("strand"), "'slack', 'taut', 'cut' or 'torn' at the last equilibrium.")
      .def(
          "strand_length",
          [](NamedEquilibrium& of, const std::string& name) {
            return of.use([&] { return of.world.session().strand_length(of.strand(name)); });
          },
          py::arg("strand"), "Its length at the present poses [m].")
      .def(
          "strand_points",
          [](NamedEquilibrium& of, const std::string& name, double step) {
            const std::vector<Eigen::Vector3d> points =
                of.use([&] { return of.world.session().strand_polyline(of.strand(name), step); });
            return array_of(std::span<const Eigen::Vector3d>(points));
          },
          py::arg("strand"), py::arg("step") = 1e-3,
          "Points along it at the present poses, world frame (k, 3) [m], at most `step` apart\n"
          "where it wraps.");
}

void add_strands_of_equilibria(EquilibriumClass& cls) {
  cls.def("add_strand", add_strand, py::arg("strand"), py::arg("path"),
          py::arg("bodies") = py::none(),
          "Adds a Strand along a StrandPath.\n\n"
          "bodies: names of the bodies that the path counts; by default all, as they were added.")
      .def(
          "strand",
          [](NamedEquilibrium& of, const std::string& name) {
            return of.use([&] { return of.world.session().strand(of.strand(name)); });
          },
          py::arg("strand"), "The law of a strand now: a Strand.")
      .def_property_readonly(
          "strands", [](NamedEquilibrium& of) { return of.names(&NamedEquilibrium::strands); },
          "Names of the strands.");
  add_strand_changes(cls);
  add_strand_results(cls);
}

}  // namespace

void add_equilibrium_interactions(py::module_& module, EquilibriumClass& cls) {
  add_contact_class(module);
  add_surfaces_and_contacts(cls);
  add_strands_of_equilibria(cls);
}

}  // namespace condyle::python

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/stop_signal.h"
#include "condyle/mesh/primitives.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/layer_setup.h"
#include "elements/element_compliance.h"
#include "validate/families.h"
#include "validate/layer_rigs.h"

namespace condyle {
namespace {

constexpr double k_part_thickness = k_polyethylene.thickness;

/// The upper face of a plate with free edges: as a part modelled by finite elements, or as a flat
/// layer.
struct Plate {
  double length = 0, width = 0;  ///< size along x and y, in thicknesses
  int nodes = 0;                 ///< nodes per thickness
  double element_size = 0;       ///< size of elements over the distance of the nodes

  std::shared_ptr<ContactSurface> flat() const {
    const double h = k_part_thickness;
    const auto cells = [&](double side) { return static_cast<int>(std::lround(nodes * side)); };
    return std::make_shared<ContactSurface>(
        mesh::make_plane_grid(length * h, width * h, cells(length), cells(width)), k_polyethylene,
        "plate");
  }
  std::shared_ptr<ContactSurface> by_elements() const {
    const double h = k_part_thickness;
    Pose X_back = Pose::Identity();
    X_back.translation().z() = -h;
    const TriangleMesh back =
        transformed(mesh::make_plane_grid(2 * length * h, 2 * width * h, 1, 1), X_back);
    auto surface = flat();
    const auto watch_for_stop = [](const char*, double part) {
      require_no_stop("per cent of finite elements:", std::lround(100 * part));
    };
    auto made = compliance_by_elements(*surface, back, {h / nodes, element_size * h / nodes, 1e-4},
                                       watch_for_stop);
    surface->layer_setups().use(std::make_shared<const ComplianceTable>(std::move(made.table)));
    return surface;
  }
  ContactSettings settings() const {
    ContactSettings settings = settings_of(Formulation::elastic_layer);
    settings.node_spacing = k_part_thickness / nodes;
    settings.free_edges = FreeEdges::all;
    return settings;
  }
};

/// Pose of a sphere with a radius of 50 mm over the middle of a plate, `depth` [m] deep in it.
Pose over_middle(double depth = 3e-4) {
  Pose X = Pose::Identity();
  X.translation().z() = 50e-3 - depth;
  return X;
}

ContactPair under_sphere(const Plate& plate, std::shared_ptr<const ContactSurface> surface) {
  ContactPair pair(std::move(surface), sphere_of(50e-3, rigid_layer()), plate.settings());
  pair.evaluate(over_middle());
  return pair;
}

/// The compliances of a plate's nodes by finite elements and by the flat layer.
struct Entries {
  Entries(const Plate& plate, const ContactSurface& by_elements)
      : surface(plate.flat()), flat(*surface, key_of(plate)), part(by_elements, key_of(plate)) {}

  static LayerSetupKey key_of(const Plate& plate) {
    return {rigid_layer(), k_part_thickness / plate.nodes, FreeEdges::none};
  }
  /// The node nearest to a point on the x axis; `x` in thicknesses.
  int node_at(double x) const {
    const Eigen::Vector3d p(x * k_part_thickness, 0, 0);
    const auto distance = [&](const Eigen::Vector3d& q) { return (q - p).squaredNorm(); };
    return static_cast<int>(std::ranges::min_element(flat.nodes.points, {}, distance) -
                            flat.nodes.points.begin());
  }
  double own() const { return flat.compliance(node_at(0), node_at(0)); }

  std::shared_ptr<ContactSurface> surface;
  LayerSetup flat, part;
};

/// Checks that the force is the slope of the energy over depth, and that the conditions of contact
/// hold.
void add_energy(CheckFamily& family, ContactPair& pair) {
  const double step = 1e-9;
  const double force = normal_force(pair);
  family.checks.push_back({"residual of the contact conditions, over the force", "1",
                           pair.result().layer.residual, 0, 1e-9, true});
  const double up = pair.evaluate(over_middle(3e-4 + step)).total.potential_energy;
  const double down = pair.evaluate(over_middle(3e-4 - step)).total.potential_energy;
  family.checks.push_back(
      {"force is the slope of energy over depth", "N", force, (up - down) / (2 * step), 1e-6});
}

/// `size`: size of elements over the width of a patch.
void add_flat_part(CheckFamily& family, double size) {
  const Plate plate{6, 4, 4, size};
  const auto surface = plate.by_elements();
  const Entries entries(plate, *surface);
  const auto add = [&](const std::string& what, const std::string& unit, double measured,
                       double expected, double tolerance, bool is_absolute) {
    family.checks.push_back({fmt::format("{}, elements {:g} of a patch wide", what, size), unit,
                             measured, expected, tolerance, is_absolute});
  };
  add("a node's own compliance over the flat layer's", "1",
      entries.part.compliance(entries.node_at(0), entries.node_at(0)) / entries.own(), 1,
      0.08 * size * size, true);
  for (const double x : {0.5, 1.0, 2.0}) {
    const int middle = entries.node_at(0), other = entries.node_at(x);
    add(fmt::format("compliance {:g} h away, over that", x), "1",
        entries.part.compliance(middle, other) / entries.own(),
        entries.flat.compliance(middle, other) / entries.own(), 0.005 * size, true);
  }
  ContactPair pair = under_sphere(plate, surface);
  add("force of a sphere", "N", normal_force(pair), normal_force(under_sphere(plate, plate.flat())),
      0.005, false);
  if (size == 1) add_energy(family, pair);
}

/// Force per length near a free edge. The difference between two lengths removes the force that the
/// ends bear.
void add_edges(CheckFamily& family) {
  const Plate shorter{4, 5, 6, 1}, longer{6, 5, 6, 1};
  const auto of_shorter = shorter.by_elements(), of_longer = longer.by_elements();
  const double h = k_part_thickness;
  const auto force_on = [h](const Plate& plate, const std::shared_ptr<const ContactSurface>& part,
                            const EdgeRow& row) {
    return force_along_edge(part, plate.settings(), plate.length * h, -plate.width * h / 2, row);
  };
  for (const EdgeRow& row : k_edge_rows) {
    const double force =
        (force_on(longer, of_longer, row) - force_on(shorter, of_shorter, row)) /
        ((longer.length - shorter.length) * h * h * k_polyethylene.elastic_modulus);
    family.checks.push_back({fmt::format("force over E h per length, edge at {:g} h, depth {:g} h",
                                         row.edge, row.depth),
                             "1", force, row.force, 0.04});
  }
}

}  // namespace

CheckFamily check_parts(Effort effort) {
  CheckFamily family{
      .name = "A part by finite elements in place of a flat layer",
      .activity = Activity::code_verification,
      .question =
          "Does the law give the flat layer's forces with a compliance that finite elements have "
          "made of a flat plate, and those of finite elements near its free edge?",
      .comparator =
          "the flat layer with the same nodes; finite elements in plane strain, eight-node "
          "elements",
      .acceptance =
          "Elements are too stiff for a patch of their own width: some 6 % of its own "
          "compliance, which falls with the square of their width, and no more than 0.5 % of that "
          "for others and of the force; nodes h / 6 apart make 4 % near an edge"};
  family.not_run_because = why_no_elements();
  if (!family.not_run_because.empty()) return family;
  add_flat_part(family, 1);
  if (effort == Effort::quick) return family;
  add_flat_part(family, 0.67);
  add_edges(family);
  return family;
}

}  // namespace condyle

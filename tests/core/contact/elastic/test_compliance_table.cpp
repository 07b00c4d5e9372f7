// A layer's compliance from a file, as `condyle compliance` writes it. The files here hold the flat
// layer's own compliance, so they must not change any result.
#include <catch2/catch.hpp>
#include <locale>

#include "condyle/contact/contact_surface.h"
#include "core/contact/elastic/layer_cases.h"
#include "core/mesh/temporary_folder.h"
#include "core/src/contact/contact_evaluator.h"
#include "core/src/contact/elastic/compliance_table.h"
#include "core/src/contact/elastic/elastic_layer.h"

namespace condyle::test::compliance_table_tests {
namespace {

using Catch::Contains;

const Layer k_part{463e6, 0.46, 8e-3};

TriangleMesh part_mesh(double size = 14e-3, int cells = 28) {
  return mesh::make_plane_grid(size, size, cells, cells);
}

std::shared_ptr<ContactSurface> part(const Layer& layer = k_part,
                                     const TriangleMesh& mesh = part_mesh()) {
  return std::make_shared<ContactSurface>(mesh, layer, "part");
}

/// The flat layer's compliance between the first `count` nodes, or all of them.
ComplianceTable flat_table(const ContactSurface& surface, double spacing, int count = 1 << 30) {
  const LayerSetup setup(surface, {rigid_layer(), spacing, FreeEdges::sharp});
  ComplianceTable table{.mesh = mesh_fingerprint(surface.mesh()),
                        .patches = patch_fingerprint(setup.nodes),
                        .spacing = spacing,
                        .elastic_modulus = surface.layer(0).elastic_modulus,
                        .poissons_ratio = surface.layer(0).poissons_ratio,
                        .thickness = setup.nodes.thickness};
  for (int i = 0; i < std::min(count, setup.nodes.count()); ++i) {
    table.nodes.push_back(i);
    for (int j = 0; j <= i; ++j) table.entries.push_back(setup.compliance(i, j));
  }
  return table;
}

std::shared_ptr<ContactSurface> with_file(const std::shared_ptr<ContactSurface>& surface,
                                          const std::filesystem::path& file) {
  use_compliance(*surface, file);
  return surface;
}

const Pose k_pressed = translation(0.3e-3, -0.2e-3, k_ball_radius - 3e-4);

std::string error_of(const std::filesystem::path& file, const Layer& layer = k_part,
                     const TriangleMesh& mesh = part_mesh(),
                     ContactSettings settings = layer_settings()) {
  return input_error_of([&] {
    ContactPair(with_file(part(layer, mesh), file), ball(k_ball_radius), settings)
        .evaluate(k_pressed);
  });
}

/// Numbers as much of Europe writes them.
struct PointsForThousands : std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

}  // namespace

TEST_CASE("compliance file: that of the flat layer gives its bits", "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  write_compliance(folder / "flat", flat_table(*part(), 1e-3));
  // The target's compliance is added to the table's, as to the flat layer's, in another order.
  const bool is_target_rigid = GENERATE(true, false);
  const auto target = is_target_rigid ? ball(k_ball_radius)
                                      : std::make_shared<const ContactSurface>(
                                            geometry::Shape(geometry::Sphere{k_ball_radius}),
                                            TriangleMesh{}, elastic_layer(2e9, 0.3, 5e-3), "ball");
  ContactSettings settings = layer_settings();
  settings.node_spacing = 1e-3;
  ContactPair flat(part(), target, settings),
      of_file(with_file(part(), folder / "flat"), target, settings);
  const ContactResult &a = flat.evaluate(k_pressed), &b = of_file.evaluate(k_pressed);
  if (!is_target_rigid) {
    CHECK((a.F_casting_C.force - b.F_casting_C.force).norm() < 1e-11 * a.F_casting_C.force.norm());
    return;
  }
  CHECK(a.F_casting_C.force == b.F_casting_C.force);
  CHECK(a.F_casting_C.moment == b.F_casting_C.moment);
  CHECK(a.casting->pressure == b.casting->pressure);
  CHECK(Matrix6(a.stiffness) == Matrix6(b.stiffness));
  CHECK(a.total.potential_energy == b.total.potential_energy);
}

TEST_CASE("compliance file: the host's locale changes neither what is read nor what is written",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  const ComplianceTable table = flat_table(*part(), 1.3e-3);
  const std::locale before =
      std::locale::global(std::locale(std::locale::classic(), new PointsForThousands));
  ComplianceTable read;
  std::string problem;
  try {
    write_compliance(folder / "part", table);
    read = read_compliance(folder / "part");
  } catch (const InputError& error) {
    problem = error.what();
  }
  std::locale::global(before);
  CHECK(problem.empty());
  CHECK(read.mesh == table.mesh);
  CHECK(read.spacing == table.spacing);
  CHECK(read.elastic_modulus == table.elastic_modulus);
  CHECK(read.entries == table.entries);
}

TEST_CASE("compliance file: it has a spacing of its own, and goes with any modulus",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  write_compliance(folder / "flat", flat_table(*part(), 1.3e-3));
  ContactPair pair(with_file(part(), folder / "flat"), ball(k_ball_radius), layer_settings());
  const Eigen::Vector3d force = pair.evaluate(k_pressed).F_casting_C.force;
  ContactSettings settings = layer_settings();
  settings.node_spacing = 1.3e-3;
  ContactPair flat(part(), ball(k_ball_radius), settings);
  CHECK(force == flat.evaluate(k_pressed).F_casting_C.force);
  ContactPair soft(with_file(part({k_part.elastic_modulus / 3, 0.46, 8e-3}), folder / "flat"),
                   ball(k_ball_radius), layer_settings());
  // Forces are proportional to the modulus; the factor is rounded, and multiplied into each entry.
  CHECK((3 * soft.evaluate(k_pressed).F_casting_C.force - force).norm() < 1e-12 * force.norm());
  CHECK(compliance_file_of(pair.casting()) == folder / "flat");
  CHECK(compliance_file_of(flat.casting()).empty());
}

TEST_CASE("compliance file: nodes that it does not know keep the flat layer's",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  const ComplianceTable table = flat_table(*part(), 1e-3, 40);
  write_compliance(folder / "part", table);
  const auto surface = with_file(part(), folder / "part");
  const LayerSetup mixed(*surface, {rigid_layer(), 1e-3, FreeEdges::sharp}),
      flat(*part(), {rigid_layer(), 1e-3, FreeEdges::sharp});
  for (int i = 0; i < mixed.nodes.count(); i += 3) {
    for (int j = 0; j < mixed.nodes.count(); j += 5) {
      const bool are_parted = (i < 40) != (j < 40);
      CHECK(mixed.compliance(i, j) == (are_parted ? 0 : flat.compliance(i, j)));
    }
  }
}

TEST_CASE("compliance file: large contacts are solved by its entries too",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  const TriangleMesh mesh = part_mesh(36e-3, 36);
  write_compliance(folder / "flat", flat_table(*part(k_part, mesh), 1e-3));
  ContactSettings settings = layer_settings();
  settings.node_spacing = 1e-3;
  ContactPair flat(part(k_part, mesh), half_space(rigid_layer()), settings),
      of_file(with_file(part(k_part, mesh), folder / "flat"), half_space(rigid_layer()), settings);
  const Pose X = pressed_down(1e-4);
  const double force = flat.evaluate(X).F_casting_C.force.z();
  REQUIRE(flat.result().layer.candidates > 1000);
  // The error allowed for clusters, of docs/model.md.
  CHECK(of_file.evaluate(X).F_casting_C.force.z() == Approx(force).epsilon(3e-8));
  CHECK(of_file.result().layer.residual < 1e-9);
}

TEST_CASE("compliance file: one that does not belong is refused by name",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  const auto file = folder / "part.compliance";
  write_compliance(file, flat_table(*part(), 1e-3));
  REQUIRE(error_of(file).empty());
  const auto expect = [](const std::string& error, const std::string& words) {
    CHECK_THAT(error, Contains("part.compliance") && Contains("condyle compliance"));
    CHECK_THAT(error, Contains(words));
  };
  expect(error_of(file, k_part, part_mesh(15e-3)), "another mesh");
  expect(error_of(file, {463e6, 0.45, 8e-3}), "a Poisson's ratio of 0.46, and the layer 0.45");
  expect(error_of(file, {463e6, 0.46, 7e-3}), "a thickness of 0.008 m, and the layer 0.007 m");
  ContactSettings settings = layer_settings();
  settings.node_spacing = 2e-3;
  CHECK_THAT(error_of(file, k_part, part_mesh(), settings),
             Contains("node_spacing of 0.002 m") && Contains("nodes 0.001 m apart"));
  ComplianceTable moved = flat_table(*part(), 1e-3);
  ++moved.patches;
  write_compliance(file, moved);
  expect(error_of(file), "its nodes lie elsewhere");
}

TEST_CASE("compliance file: only the side that casts takes one", "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  write_compliance(folder / "flat", flat_table(*part(), 1e-3));
  const auto casting = std::make_shared<const ContactSurface>(part_mesh(), rigid_layer(), "rigid");
  CHECK_THAT(input_error_of([&] {
               ContactPair(casting, with_file(part(), folder / "flat"), layer_settings())
                   .evaluate(pressed_down(1e-4));
             }),
             Contains("the compliance file of part, the target"));
}

TEST_CASE("compliance file: what is cut off, damaged or another file is refused",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  write_compliance(folder / "whole", flat_table(*part(), 1e-3));
  const std::string whole = file_content(folder / "whole");
  const auto refuses = [&](const std::string& bytes) {
    const std::string error =
        input_error_of([&] { read_compliance(folder.write("changed", bytes)); });
    return error.find("changed") != std::string::npos &&
           error.find("condyle compliance") != std::string::npos;
  };
  CHECK(refuses("solid part\n"));
  CHECK(refuses(whole.substr(0, 100)));
  CHECK(refuses(whole.substr(0, whole.size() - 1)));
  CHECK(refuses(whole + "x"));
  std::string wrong = whole;
  CHECK(refuses(wrong.replace(wrong.find("nodes "), 6, "nodes -")));
  std::string endless = whole;  // the last eight bytes are an entry
  CHECK(refuses(endless.replace(endless.size() - 2, 2, "\xf0\x7f")));
}

TEST_CASE("compliance file: the greatest lift knows its entries", "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  const Layer stiffer{2 * k_part.elastic_modulus, k_part.poissons_ratio, k_part.thickness};
  const auto lift_of = [&](const ComplianceTable& table, const Layer& layer) {
    write_compliance(folder / "file", table);
    const auto surface = with_file(part(layer), folder / "file");
    return LayerSetup(*surface, {rigid_layer(), 1e-3, FreeEdges::sharp}).lift;
  };
  ComplianceTable table = flat_table(*part(), 1e-3);
  const double flat = lift_of(table, k_part);
  CHECK(flat == LayerSetup(*part(), {rigid_layer(), 1e-3, FreeEdges::sharp}).lift);
  table.entries[1] = -3 * flat;  // of nodes 0 and 1
  CHECK(lift_of(table, k_part) == 3 * flat);
  CHECK(lift_of(table, stiffer) == Approx(1.5 * flat).epsilon(1e-15));
}

TEST_CASE("compliance file: a surface with another modulus keeps it, with another thickness not",
          "[contact][elastic_layer]") {
  const TemporaryFolder folder;
  write_compliance(folder / "flat", flat_table(*part(), 1e-3));
  const auto surface = with_file(part(), folder / "flat");
  const auto file_with = [&](const Layer& layer) {
    return compliance_file_of(with_layer(*surface, layer));
  };
  CHECK(file_with({5e8, 0.46, 8e-3}) == folder / "flat");
  CHECK(file_with({463e6, 0.45, 8e-3}).empty());
  CHECK(file_with({463e6, 0.46, 7e-3}).empty());
  use_compliance(*surface, {});
  CHECK(compliance_file_of(*surface).empty());
}

}  // namespace condyle::test::compliance_table_tests

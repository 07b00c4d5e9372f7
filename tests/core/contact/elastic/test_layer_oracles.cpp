// The elastic layer against finite elements and an exact solution: spheres on a flat bonded layer.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>

#include "condyle/mesh/mesh_file.h"
#include "condyle/mesh/triangle_mesh.h"
#include "core/contact/elastic/layer_cases.h"

namespace condyle::test::layer_oracle_tests {
namespace {

/// A file of the data that tests share; says that the test is skipped if it is not there.
std::optional<std::filesystem::path> shared_file(const std::string& name) {
  const std::filesystem::path file = std::filesystem::path(CONDYLE_SHARED_DIR) / name;
  if (std::filesystem::exists(file)) return file;
  WARN("SKIPPED: no " << file.string());
  return std::nullopt;
}

/// The poses of a femoral component on an insert that finite elements were made for.
struct InsertOracle {
  nlohmann::json cases, inside;  ///< `inside`: pressures inside the patch, by case
  TriangleMesh insert, femur;
};

std::optional<InsertOracle> insert_oracle() {
  const auto file = shared_file("elastic-layer/oracle_insert.json");
  const auto insert = shared_file("data/dm-tka/dm-tibial-insert-contact.stl");
  const auto femur = shared_file("data/dm-tka/dm-femoral-component-contact.stl");
  if (!file || !insert || !femur) return std::nullopt;
  const nlohmann::json all = nlohmann::json::parse(std::ifstream(*file));
  InsertOracle oracle{nlohmann::json::array(), all.at("interior_same_total_force").at("rows"),
                      mesh::read_mesh(*insert, mesh::LengthUnit::metre),
                      mesh::read_mesh(*femur, mesh::LengthUnit::metre)};
  for (const nlohmann::json& one : all.at("cases"))
    if (one.contains("T_target_in_casting")) oracle.cases.push_back(one);
  REQUIRE(oracle.cases.size() == oracle.inside.size());
  return oracle;
}

Pose pose_of(const nlohmann::json& one) {
  const std::vector<double> T = one.at("T_target_in_casting");
  return Pose(
      Eigen::Matrix4d(Eigen::Map<const Eigen::Matrix<double, 4, 4, Eigen::RowMajor>>(T.data())));
}

}  // namespace

TEST_CASE("sphere on a layer: force, peak and radius of finite elements",
          "[contact][elastic_layer][golden]") {
  const auto file = shared_file("elastic-layer/oracle_axisymmetric.json");
  if (!file) return;
  const nlohmann::json oracle = nlohmann::json::parse(std::ifstream(*file));
  for (const nlohmann::json& one : oracle.at("cases")) {
    CAPTURE(one.at("id").get<std::string>());
    const nlohmann::json &in = one.at("inputs"), &exact = one.at("semi_analytic");
    const double R = in.at("R_m"), a = exact.at("contact_radius_m");
    const Layer layer{in.at("E_Pa"), in.at("nu"), in.at("h_m")};
    // 41 cells over three radii, like the oracle's own grid of 41 x 41, so its tolerances apply.
    ContactPair pair(surface(mesh::make_plane_grid(3 * a, 3 * a, 41, 41), layer), ball(R),
                     layer_settings());
    const double delta = in.at("delta_m");
    const ContactResult& result = pair.evaluate(translation(0, 0, R - delta));
    const auto tolerance = oracle.at("meta").at("tolerances").at("grid_solver_41x41");
    CHECK(-result.F_casting_C.force.z() ==
          Approx(exact.at("force_N").get<double>()).epsilon(tolerance.at("force").get<double>()));
    CHECK(result.total.max_pressure ==
          Approx(exact.at("peak_Pa").get<double>()).epsilon(tolerance.at("peak").get<double>()));
    CHECK(std::sqrt(result.total.contact_area / std::numbers::pi) ==
          Approx(a).epsilon(tolerance.at("contact_radius").get<double>()));
    CHECK(result.layer.residual < 1e-9);
  }
}

TEST_CASE("knee insert: force, shares and centre of finite elements",
          "[contact][elastic_layer][golden]") {
  const auto oracle = insert_oracle();
  if (!oracle) return;
  ContactPair pair(surface(oracle->insert, {463e6, 0.46, 8e-3}),
                   surface(oracle->femur, rigid_layer()), layer_settings());
  for (const nlohmann::json& one : oracle->cases) {
    const nlohmann::json& fe = one.at("fe");
    const double force = fe.at("force_N");
    CAPTURE(force);
    const ContactResult& result = pair.evaluate(pose_of(one));
    // The finite elements have smoothed surfaces and this pair has facets, with the same
    // tolerances.
    CHECK(-result.total.contact_force.y() == Approx(force).epsilon(0.06));
    for (const auto& [side, region] : {std::pair("-z", 4), std::pair("+z", 5)}) {
      const double share = one.at("fe_per_condyle").at(side).at("force_N");
      const double ours = result.regions[region].statistics.contact_force.y();
      CHECK(ours / result.total.contact_force.y() == Approx(share / force).margin(0.03));
    }
    const std::vector<double> centre = fe.at("cop_mm");
    const Vector3d offset =
        1e3 * result.total.center_of_pressure - Vector3d(centre[0], centre[1], centre[2]);
    CHECK(offset.norm() < 1);
    CHECK(result.layer.residual < 1e-9);
  }
}

namespace {

/// The insert on the femoral component, both with curved facets, and the pressures at a pose that
/// is raised along y until the force is that of finite elements.
class CurvedInsert {
 public:
  CurvedInsert(const TriangleMesh& insert, const TriangleMesh& femur)
      : pair_(surface(curved(insert), {463e6, 0.46, 8e-3}), surface(curved(femur), rigid_layer()),
              settings()),
        by_z_(static_cast<std::size_t>(pair_.casting().triangle_count())) {
    std::iota(by_z_.begin(), by_z_.end(), 0);
    std::ranges::sort(by_z_, {}, [this](int t) { return centroid(t).z(); });
  }

  double force_at(const Pose& X) { return -pair_.evaluate(X).total.contact_force.y(); }

  void press_with(double force, const Pose& X) {
    double low = -0.3e-3, high = 0.3e-3;
    for (int i = 0; i < 20; ++i) {
      const double middle = (low + high) / 2;
      (force_at(Pose(translation(0, middle, 0) * X)) > force ? low : high) = middle;
    }
  }

  /// The largest pressure on -29.5 mm < z < -20.5 mm, 1.5 mm or more inside the patch: away from
  /// the femoral component's rim.
  double interior_peak() const {
    double peak = 0;
    for (const int t : by_z_) {
      const double z = centroid(t).z();
      if (pressure(t) <= peak || z < -29.5e-3 || z > -20.5e-3) continue;
      const bool is_inside = std::ranges::all_of(near(t, 1.5e-3), [&](int other) {
        return pressure(other) > 0 || (centroid(other) - centroid(t)).norm() > 1.5e-3;
      });
      if (is_inside) peak = pressure(t);
    }
    return peak;
  }

  /// The largest mean pressure over a disc of 2 mm radius about a triangle that presses.
  double disc_peak() const {
    double peak = 0;
    for (const int t : by_z_) {
      if (pressure(t) < pair_.result().total.max_pressure / 3) continue;
      double force = 0, area = 0;
      for (const int other : near(t, 2e-3)) {
        if ((centroid(other) - centroid(t)).squaredNorm() > 4e-6) continue;
        area += pair_.casting().areas()[other];
        force += pair_.casting().areas()[other] * pressure(other);
      }
      peak = std::max(peak, force / area);
    }
    return peak;
  }

 private:
  static TriangleMesh curved(const TriangleMesh& mesh) { return with_curved_facets(mesh, 2); }
  static ContactSettings settings() {
    ContactSettings settings = layer_settings();
    settings.node_spacing = 1e-3;
    settings.free_edges = FreeEdges::all;
    return settings;
  }
  /// The triangles whose centroids are at most `radius` away from that of a triangle, and others.
  std::span<const int> near(int t, double radius) const {
    const auto z = [this](int other) { return centroid(other).z(); };
    return {std::ranges::lower_bound(by_z_, z(t) - radius, {}, z),
            std::ranges::upper_bound(by_z_, z(t) + radius, {}, z)};
  }
  const Vector3d& centroid(int t) const { return pair_.casting().centroids()[t]; }
  double pressure(int t) const { return pair_.casting_map().pressure[t]; }

  ContactPair pair_;
  std::vector<int> by_z_;  ///< triangles by their centroids' z
};

}  // namespace

TEST_CASE("knee insert with curved facets: pressures inside the patch of finite elements",
          "[contact][elastic_layer][golden]") {
  const auto oracle = insert_oracle();
  if (!oracle) return;
  CurvedInsert curved(oracle->insert, oracle->femur);
  auto inside = oracle->inside.begin();
  for (const nlohmann::json& one : oracle->cases) {
    const nlohmann::json& fe = one.at("fe");
    const double force = fe.at("force_N");
    CAPTURE(force);
    const Pose X = pose_of(one);
    CHECK(curved.force_at(X) == Approx(force).epsilon(0.06));
    curved.press_with(force, X);
    CHECK(curved.interior_peak() ==
          Approx(1e6 * inside->at("fe_MPa").get<double>()).epsilon(force < 1000 ? 0.08 : 0.05));
    CHECK(curved.disc_peak() ==
          Approx(1e6 * fe.at("disc2mm_peak_MPa").get<double>()).epsilon(0.05));
    ++inside;
  }
}

}  // namespace condyle::test::layer_oracle_tests

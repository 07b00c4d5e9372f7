// The elastic layer against finite elements and an exact solution: spheres on a flat bonded layer.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/contact/elastic/layer_cases.h"

namespace condyle::test::layer_oracle_tests {

TEST_CASE("sphere on a layer: force, peak and radius of finite elements",
          "[contact][elastic_layer][golden]") {
  const std::filesystem::path file = CONDYLE_SHARED_DIR "/elastic-layer/oracle_axisymmetric.json";
  if (!std::filesystem::exists(file)) {
    WARN("SKIPPED: no " << file.string());
    return;
  }
  const nlohmann::json oracle = nlohmann::json::parse(std::ifstream(file));
  for (const nlohmann::json& one : oracle.at("cases")) {
    CAPTURE(one.at("id").get<std::string>());
    const nlohmann::json &in = one.at("inputs"), &exact = one.at("semi_analytic");
    const double R = in.at("R_m"), a = exact.at("contact_radius_m");
    const Layer layer{in.at("E_Pa"), in.at("nu"), in.at("h_m")};
    // 41 cells over three radii, as the oracle's own grid of 41 x 41: its tolerances.
    ContactPair pair(surface(make_plane_grid(3 * a, 3 * a, 41, 41), layer), ball(R),
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

}  // namespace condyle::test::layer_oracle_tests

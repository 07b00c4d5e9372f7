#include <catch2/catch.hpp>

#include "condyle/condyle.h"
#include "mujoco/trial_model.h"

namespace condyle::mujoco {
namespace {

std::string model_with(const std::string& texts) {
  return R"(<mujoco><option cone="elliptic"/><size nconmax="300" njmax="1000"/>
    <custom>)" +
         texts + R"(</custom><worldbody>
      <geom name="table" type="box" size="0.2 0.2 0.02" pos="0 0 -0.02"/>
      <body name="ball" pos="0 0 0.0301"><freejoint/>
        <geom name="ball" type="sphere" size="0.03" mass="0.4"/></body>
    </worldbody></mujoco>)";
}

std::string text(const char* name, const char* data) {
  return std::string("<text name=\"") + name + "\" data=\"" + data + "\"/>";
}

const char* const k_rubber = "elastic_modulus=2e6 poissons_ratio=0.45 thickness=0.005";

}  // namespace

TEST_CASE("a model says itself what its geoms are made of") {
  TrialModel trial(model_with(text("condyle.layer.table", k_rubber) +
                              text("condyle.layer.ball", k_rubber) +
                              text("condyle.contact", "static_coefficient=0.4 lumped=0")));
  Plugin plugin(*trial.model, *trial.data);
  const auto colliders = plugin.add_colliders_of_model();
  REQUIRE(colliders.size() == 2);
  CHECK(plugin.surface(colliders[1]).layer(0).elastic_modulus == 2e6);
  for (int step = 0; step < 500; ++step) plugin.step();
  REQUIRE(plugin.pairs().size() == 1);
  CHECK(plugin.pairs()[0].F_casting_W.force.norm() == Approx(0.4 * 9.81).epsilon(1e-6));
  const ContactSettings& settings = plugin.pairs()[0].contact_pair().settings();
  CHECK(settings.friction.static_coefficient == 0.4);
  CHECK_FALSE(settings.lumped);
}

TEST_CASE("a text that says nothing is refused by its name, and nothing is registered") {
  using Catch::Contains;
  const auto refused = [](const std::string& texts, const auto& message) {
    TrialModel trial(model_with(texts));
    Plugin plugin(*trial.model, *trial.data);
    CHECK_THROWS_WITH(plugin.add_colliders_of_model(), message);
    CHECK_NOTHROW(plugin.add_collider(0, Layer{1e6, 0.3, 1e-3}));
  };
  refused(text("condyle.layer.chair", k_rubber), Contains("no geom 'chair'"));
  refused(text("condyle.layer.table", "modulus=2e6"), Contains("'modulus=2e6' is not one of"));
  refused(text("condyle.layer.table", "elastic_modulus=soft"), Contains("not a number"));
  refused(text("condyle.layer.table", "elastic_modulus=1e6"), Contains("condyle.layer.table"));
  refused(text("condyle.layers", k_rubber), Contains("condyle.layer.GEOM"));
  refused(text("condyle.contact", "dissipation=-1"), Contains("condyle.contact"));
}

}  // namespace condyle::mujoco

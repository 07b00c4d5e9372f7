#include <catch2/catch.hpp>
#include <cmath>

#include "condyle/condyle.h"
#include "condyle/mujoco/model_texts.h"
#include "core/src/contact/laws/law_description.h"
#include "mujoco/trial_model.h"
#include "plugin/mujoco/src/model_words.h"
#include "support/random_draws.h"

namespace condyle::mujoco {
namespace {

std::string model_with(const std::string& texts) {
  return R"(<mujoco><option cone="elliptic"/><size nconmax="300" njmax="1000"/>
    <custom>)" +
         texts + R"(</custom><worldbody>
      <geom name="table" type="box" size="0.2 0.2 0.02" pos="0 0 -0.02"/>
      <body name="ball" pos="0 0 0.0301"><freejoint/>
        <geom name="ball" type="sphere" size="0.03" mass="0.4"/></body>
    </worldbody><sensor><user name="s" objtype="geom" objname="ball" datatype="real" needstage="acc" dim="3"/></sensor></mujoco>)";
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
  const auto colliders = plugin.add_from_model().colliders;
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
    CHECK_THROWS_WITH(plugin.add_from_model(), message);
    CHECK_NOTHROW(plugin.add_collider(0, Layer{1e6, 0.3, 1e-3}));
  };
  refused(text("condyle.layer.chair", k_rubber), Contains("no geom 'chair'"));
  refused(text("condyle.layer.table", "modulus=2e6"), Contains("'modulus=2e6' is not one of"));
  refused(text("condyle.layer.table", "elastic_modulus=soft"), Contains("not a number"));
  refused(text("condyle.layer.table", "elastic_modulus=1e6"), Contains("condyle.layer.table"));
  refused(text("condyle.layer.table", "elastic_modulus=1e6 thickness=1e-3"),
          Contains("condyle.layer.table': say poissons_ratio"));
  refused(text("condyle.layers", k_rubber), Contains("condyle.layer.GEOM"));
  refused(text("condyle.contact", "dissipation=-1"), Contains("condyle.contact"));
}

TEST_CASE("an empty name in <custom> is nothing of ours") {
  TrialModel trial(model_with(R"(<text name="" data="x"/><numeric name="" data="1"/>)"));
  Plugin plugin(*trial.model, *trial.data);
  CHECK(plugin.add_from_model().colliders.empty());
}

TEST_CASE("what a model would say in vain is refused by its name") {
  using Catch::Contains;
  const auto refused = [](const std::string& texts, const auto& message) {
    TrialModel trial(model_with(text("condyle.layer.table", k_rubber) +
                                text("condyle.layer.ball", k_rubber) + texts));
    Plugin plugin(*trial.model, *trial.data);
    CHECK_THROWS_WITH(plugin.add_from_model(), message);
  };
  refused(text("condyle.contact", "dissipation=1 dissipation=2"),
          Contains("'dissipation' is said twice"));
  refused(text("condyle.contact", "restitution=0.5"), Contains("'restitution' has no effect"));
  refused(text("condyle.contact", "law=volume acting=centroid"),
          Contains("'acting' has no effect"));
  refused(text("Condyle.contact", "dissipation=1"), Contains("Condyle reads"));
  refused("<numeric name=\"condyle.layer.box\" data=\"2e6 0.45\"/>", Contains("texts alone"));
  refused(text("condyle.sensor.s", "measures=force geom=ball against=ball"),
          Contains("touch itself"));
  refused(text("condyle.pair.a", "casting=ball target=ball"), Contains("casting and target"));
  refused(text("condyle.pair.a", "casting=ball target=table") +
              text("condyle.pair.b", "casting=table target=ball"),
          Contains("condyle.pair.a") && Contains("condyle.pair.b"));
  TrialModel fine(
      model_with(text("condyle.layer.ball",
                      "elastic_modulus=2e6 poissons_ratio=0.3 thickness=0.005 longest_edge=1e-7")));
  Plugin of_fine(*fine.model, *fine.data);
  CHECK_THROWS_WITH(of_fine.add_from_model(), Contains("ball: edges"));
  TrialModel wide(model_with(text(
      "condyle.layer.ball", "elastic_modulus=2e6 poissons_ratio=0.3 thickness=0.005 extent=1")));
  Plugin of_wide(*wide.model, *wide.data);
  CHECK_THROWS_WITH(of_wide.add_from_model(), Contains("ball: an extent is of planes"));
}

namespace {

ContactSettings read_contact(const std::string& said) {
  ContactSettings settings;
  complete("text", read_words("text", said, model_words(settings)), settings);
  return settings;
}

}  // namespace

TEST_CASE("what a text leaves out is what a scene file would take") {
  const ContactSettings settings = read_contact("static_coefficient=0.6 stiction_speed=0.01");
  CHECK(settings.friction.dynamic_coefficient == 0.6);
  CHECK(settings.friction.friction_speed == Approx(0.015));
  CHECK(read_contact("law=volume").normal.exponent == 1);
}

namespace {

/// Settings under a law, with random figures that have an effect.
class RandomContact : public test::RandomDraws {
 public:
  explicit RandomContact(unsigned seed) : RandomDraws(seed) {}

  ContactSettings draw(const LawChoice& law) {
    ContactSettings drawn;
    drawn.normal.kind = law.kind;
    drawn.formulation = law.formulation;
    if (const LawDescription* const description = describe(law.kind))
      for (const LawParameter& parameter : description->parameters)
        set(drawn.normal.*parameter.value, 0.1, 3);
    constexpr FrictionMode k_modes[] = {FrictionMode::on, FrictionMode::off,
                                        FrictionMode::dynamic_only, FrictionMode::stiction};
    drawn.friction.mode = k_modes[pick(4)];
    set(drawn.friction.static_coefficient, 0.1, 3);
    set(drawn.friction.dynamic_coefficient, 0, 0.1);
    set(drawn.friction.stiction_speed, 1e-4, 1e-3);
    set(drawn.friction.friction_speed, 1e-2, 1e-1);
    return drawn;
  }

 private:
  void set(double& value, double low, double high) {
    if (pick(2) == 0) value = between(low, high);
  }
};

}  // namespace

TEST_CASE("contact that is written as a text is read again as it was") {
  const unsigned seed = GENERATE(range(1U, 20U));
  RandomContact random(seed);
  for (int place = 0; place < static_cast<int>(law_names().size()); ++place) {
    const LawChoice law = law_at(place);
    if (law.kind == NormalLawKind::user) continue;
    const ContactSettings given = random.draw(law);
    CAPTURE(seed, text_of(given));
    CHECK(read_contact(text_of(given)) == given);
  }
}

TEST_CASE("a model gives a pair settings of its own, as they are written") {
  PairText said{.casting = "ball", .target = "table", .side = CastingSide::first, .settings = {}};
  said.settings.normal.kind = NormalLawKind::hunt_crossley;
  said.settings.normal.acting = Acting::deepest_point;
  said.settings.normal.stiffness = 1e6;
  said.settings.normal.exponent = 1.25;
  said.settings.dissipation = 0.5;
  said.settings.friction.mode = FrictionMode::dynamic_only;
  said.settings.friction.static_coefficient = said.settings.friction.dynamic_coefficient = 0.4;
  TrialModel trial(model_with(
      text("condyle.layer.table", k_rubber) + text("condyle.layer.ball", k_rubber) +
      text("condyle.contact", "dissipation=2") + text("condyle.pair.rest", text_of(said).c_str())));
  Plugin plugin(*trial.model, *trial.data);
  const auto colliders = plugin.add_from_model().colliders;
  for (int step = 0; step < 500; ++step) plugin.step();
  REQUIRE(plugin.pairs().size() == 1);
  CHECK(plugin.pairs()[0].casting == colliders[1]);
  CHECK(plugin.pairs()[0].contact_pair().settings() == said.settings);
  const double depth = plugin.pairs()[0].result().total.max_proximity;
  CHECK(1e6 * std::pow(depth, 1.25) == Approx(0.4 * 9.81).epsilon(1e-3));
}

TEST_CASE("a pair's text that names no geom with a layer is refused") {
  TrialModel trial(model_with(text("condyle.layer.table", k_rubber) +
                              text("condyle.pair.rest", "casting=ball target=table")));
  Plugin plugin(*trial.model, *trial.data);
  CHECK_THROWS_WITH(plugin.add_from_model(), Catch::Contains("condyle.pair.rest") &&
                                                 Catch::Contains("no layer has the geom 'ball'"));
}

TEST_CASE("a pair's text for geoms that MuJoCo keeps apart is refused") {
  std::string model =
      model_with(text("condyle.layer.table", k_rubber) + text("condyle.layer.ball", k_rubber) +
                 text("condyle.pair.rest", "casting=ball target=table"));
  const std::string ball = "type=\"sphere\"";
  model.replace(model.find(ball), ball.size(), ball + R"( contype="0" conaffinity="0")");
  TrialModel trial(model);
  Plugin plugin(*trial.model, *trial.data);
  CHECK_THROWS_WITH(plugin.add_from_model(), Catch::Contains("condyle.pair.rest") &&
                                                 Catch::Contains("contype") &&
                                                 Catch::Contains("'ball' and 'table'"));
}

TEST_CASE("layers and strands that are written as texts are read again as they were") {
  const LayerText layer{.layer = {.elastic_modulus = 1e6, .poissons_ratio = 0, .thickness = 1e-3},
                        .mesh = {.longest_edge = 2e-3}};
  LayerText read_layer;
  complete("text", read_words("text", text_of(layer), model_words(read_layer)), read_layer.layer);
  CHECK(read_layer.layer == layer.layer);
  CHECK(read_layer.mesh.longest_edge == 2e-3);
  const ligament::Strand strand{.linear_stiffness = 0, .slack_length = 0.1};
  ligament::Strand read_strand;
  complete("text", read_words("text", text_of(strand), model_words(read_strand)), read_strand);
  CHECK(read_strand.linear_stiffness == 0);
  CHECK_THROWS_WITH(
      complete("text", read_words("text", "slack_length=0.1", model_words(read_strand)),
               read_strand),
      Catch::Contains("say linear_stiffness"));
}

TEST_CASE("a tendon of the model becomes a strand over its sites and cylinder") {
  TrialModel trial(R"(<mujoco><custom>
      <text name="condyle.strand.rope" data="linear_stiffness=1e4 slack_length=0.9"/></custom>
    <size nconmax="20" njmax="50"/><worldbody><site name="top" pos="0 0 1.2"/>
      <geom name="wheel" type="cylinder" size="0.1 0.05" pos="0 0 1" euler="90 0 0" contype="0"
        conaffinity="0"/>
      <body name="a" pos="-0.1 0 0.7"><joint type="slide" axis="0 0 1"/>
        <geom type="sphere" size="0.02" mass="1"/><site name="a"/></body>
      <body name="b" pos="0.1 0 0.7"><joint type="slide" axis="0 0 1"/>
        <geom type="sphere" size="0.02" mass="1"/><site name="b"/></body>
    </worldbody>
    <tendon><spatial name="rope"><site site="a"/><geom geom="wheel" sidesite="top"/><site site="b"/></spatial>
    </tendon></mujoco>)");
  Plugin plugin(*trial.model, *trial.data);
  const StrandId rope = plugin.add_from_model().strands.at(0);
  // Half of a circumference and two straight pieces.
  CHECK(plugin.strand_length(rope) == Approx(2 * 0.3 + 0.1 * 3.14159265).epsilon(1e-6));
  for (int step = 0; step < 2500; ++step) plugin.step();
  CHECK(plugin.strands()[0].force.total_force == Approx(9.81).epsilon(1e-3));
}

}  // namespace condyle::mujoco

// The pressure between two geoms of a MuJoCo model, in MuJoCo's own step.
//
// A mug of rubber stands on a table. The model says which geoms have layers, and of what; MuJoCo
// solves their contact together with everything else. Prints the force, the peak pressure, and a
// tactile skin of 4 x 4 cells on the table.
#include <condyle/condyle.h>
#include <condyle/mujoco.h>

#include <cstdio>
#include <cstring>
#include <memory>

using namespace condyle;

namespace {

constexpr const char* k_model = R"(<mujoco>
  <option cone="elliptic" timestep="0.002"/>
  <size nconmax="300" njmax="1000"/>
  <custom>
    <text name="condyle.layer.table" data="elastic_modulus=2e6 poissons_ratio=0.45 thickness=0.01"/>
    <text name="condyle.layer.mug" data="elastic_modulus=5e6 poissons_ratio=0.45 thickness=0.004"/>
    <text name="condyle.contact" data="static_coefficient=0.6 dynamic_coefficient=0.5 lumped=0"/>
  </custom>
  <worldbody>
    <geom name="table" type="box" size="0.06 0.06 0.02" pos="0 0 -0.02"/>
    <body pos="0.01 0.01 0.051"><freejoint/>
      <geom name="mug" type="cylinder" size="0.03 0.05" mass="0.35"/>
    </body>
  </worldbody>
</mujoco>)";

mjModel* load(const char* text) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "model.xml", static_cast<int>(std::strlen(text)));
  std::memcpy(files->filedata[0], text, std::strlen(text));
  char error[500] = "";
  mjModel* const model = mj_loadXML("model.xml", files.get(), error, sizeof error);
  if (model == nullptr) std::fprintf(stderr, "%s\n", error);
  return model;
}

}  // namespace

int main() {
  mjModel* const model = load(k_model);
  if (model == nullptr) return 1;
  mjData* const data = mj_makeData(model);
  {
    mujoco::Plugin plugin(*model, *data);
    const ColliderId table = plugin.add_from_model().colliders.front();
    for (int step = 0; step < 500; ++step) plugin.step();  // in place of mj_step(model, data)

    // The grid's axes are the table's, and z points out of its upper side.
    TaxelGrid skin(plugin.surface(table), Pose::Identity(), {0.1, 0.1}, 4, 4);
    for (const PairReport& pair : plugin.pairs()) {
      std::printf("force %.3f N, peak pressure %.1f kPa\n", pair.F_casting_W.force.norm(),
                  pair.result().total.max_pressure / 1e3);
      skin.add(pair, table);
    }
    for (int row = 0; row < skin.rows(); ++row, std::puts(""))
      for (int column = 0; column < skin.columns(); ++column)
        std::printf("%8.2f kPa", skin.pressures()[row * skin.columns() + column] / 1e3);
  }
  mj_deleteData(data);
  mj_deleteModel(model);
}

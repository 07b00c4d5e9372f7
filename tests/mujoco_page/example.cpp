#include <condyle/mujoco.h>

#include <cstdio>

int main() {
  char error[500] = "";
  mjModel* const model = mj_loadXML("model.xml", nullptr, error, sizeof error);
  if (model == nullptr) return std::puts(error), 1;
  mjData* const data = mj_makeData(model);
  {
    condyle::mujoco::Plugin plugin(*model, *data);
    plugin.add_from_model();                               // or add_collider(geom, layer)
    for (int step = 0; step < 500; ++step) plugin.step();  // in place of mj_step(model, data)
    for (const auto& pair : plugin.pairs())
      std::printf("force %.3f N, peak pressure %.2f kPa\n", pair.F_casting_W.force.norm(),
                  pair.result().total.max_pressure / 1e3);
    for (const double pressure : plugin.readings("skin")) std::printf(" %.2f", pressure / 1e3);
  }
  mj_deleteData(data);
  mj_deleteModel(model);
}

#include "core/world/src/island_workers.h"

namespace condyle {

void add(const StageTimes& more, double part, StageTimes& times) {
  times.gather += part * more.gather;
  times.find += part * more.find;
  times.solve += part * more.solve;
  times.publish += part * more.publish;
}

void add_shared(const StageTimes& of_threads, double wall, StageTimes& times) {
  const double sum = of_threads.total();
  add(of_threads, sum > wall ? wall / sum : 1, times);
}

}  // namespace condyle

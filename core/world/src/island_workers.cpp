#include "core/world/src/island_workers.h"

namespace condyle {

void add_shared(const StageTimes& of_threads, double wall, StageTimes& times) {
  const double sum = of_threads.total(), part = sum > wall ? wall / sum : 1;
  times.gather += part * of_threads.gather;
  times.find += part * of_threads.find;
  times.solve += part * of_threads.solve;
  times.publish += part * of_threads.publish;
}

}  // namespace condyle

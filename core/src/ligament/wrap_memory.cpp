#include "core/src/ligament/wrap_memory.h"

namespace condyle::ligament {

WrapTouch touch_inside(WrapMemory& memory) {
  memory = {};
  WrapTouch inside;
  inside.status = WrapStatus::end_inside;
  return inside;
}

}  // namespace condyle::ligament

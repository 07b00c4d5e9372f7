#pragma once

#include <memory>

#include "condyle/c.h"

namespace condyle {
class ContactSurface;
}

struct condyle_surface {
  std::shared_ptr<const condyle::ContactSurface> surface;
};

#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>

#include "condyle/model/soft_block.h"
#include "condyle/pose.h"

namespace condyle {

/// The block as Bullet's soft body; X_WM: pose of its mesh frame. It must not outlive `info`.
std::unique_ptr<btSoftBody> make_soft_body(btSoftBodyWorldInfo& info, const SoftBlock& block,
                                           const Pose& X_WM);

}  // namespace condyle

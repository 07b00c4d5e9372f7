#pragma once

#include <BulletSoftBody/btSoftBody.h>

#include <memory>

#include "condyle/pose.h"
#include "condyle/scene/scene.h"

namespace condyle {

/// Makes Bullet's soft body for the block; X_WM is the pose of its mesh frame. The soft body must
/// not outlive `info`.
std::unique_ptr<btSoftBody> make_soft_body(btSoftBodyWorldInfo& info, const scene::SoftBlock& block,
                                           const Pose& X_WM);

}  // namespace condyle

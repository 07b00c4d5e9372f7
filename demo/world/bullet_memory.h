#pragma once

namespace condyle {

/// Makes Bullet throw std::bad_alloc where memory runs out; by itself it writes to a null pointer.
/// To be called before anything of Bullet's is made.
void let_bullet_throw_bad_alloc();

}  // namespace condyle

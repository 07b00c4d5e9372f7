#pragma once

namespace condyle {

/// Makes Bullet throw std::bad_alloc when memory runs out; by default it writes to a null pointer.
/// Call this before creating any Bullet object.
void let_bullet_throw_bad_alloc();

}  // namespace condyle

#pragma once

#include "view/draw_list.h"
#include "view/gl_program.h"

namespace condyle {

/// While it lives, the program draws only what the cut of the list leaves. The program must stay
/// in use meanwhile and have the uniform u_cut.
class Cutting {
 public:
  Cutting(const GlProgram& program, const DrawList& list);
  ~Cutting();
  Cutting(const Cutting&) = delete;
  Cutting& operator=(const Cutting&) = delete;

 private:
  const GlProgram& program_;
};

/// Draws the faces that the cut of the list gives closed meshes that are not glass. `program` draws
/// solid meshes and is in use; `square` is the unit square about the origin, across z.
void draw_cut_faces(const GlProgram& program, const DrawList& list, const GpuMesh& square);

}  // namespace condyle

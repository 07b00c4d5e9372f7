#pragma once

#include "shown_world.h"
#include "view/draw_list.h"
#include "view/strand_colors.h"

namespace condyle {

/// The look of a mesh, from what it is made of: metal from 2 GPa upward, polymers (ivory) from
/// 50 MPa, cartilage and rubber below; a neutral grey where it has no layer.
Look look_of(const WorldMesh& mesh);

Look arrow_look();
Look strand_look(const WorldStrand& strand, const StrandPaint& paint);

}  // namespace condyle

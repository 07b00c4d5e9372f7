#pragma once

#include "view/draw_list.h"
#include "view/strand_colors.h"
#include "world/shown_world.h"

namespace condyle {

/// The look that the scene chooses for a mesh, or else that of the elastic modulus of its layer:
/// metal from 50 GPa, bone from 2 GPa, polymer (ivory) from 50 MPa, cartilage from 5 MPa, rubber
/// below; neutral grey without a layer.
Look look_of(const WorldMesh& mesh);

BackdropColors backdrop_colors(const ViewOptions& options);

Look arrow_look(ArrowKind kind);
Look strand_look(const WorldStrand& strand, const StrandPaint& paint);

}  // namespace condyle

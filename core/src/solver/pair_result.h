#pragma once

#include "core/src/contact/linearised/stiction.h"
#include "core/src/solver/pair_step.h"

namespace condyle {

/// Makes the pair's result from the hits of the last search, with their proximities at the end of
/// the solved step, at the pose of that search and the velocity of the last evaluation.
const ContactResult& make_result(PairStep& pair);

/// The pair's result at the end of the last step that solved it. The first call makes it, from the
/// hits of the step's search with their proximities at the end.
const ContactResult& result_of(PairStep& pair);

/// Number of casting triangles that touch at the end of the last step that solved the pair.
int count_touching(const PairStep& pair);

/// The pair's forces on vertices. If a surface deforms, they come from the solution at the end of
/// the last (sub-)step, otherwise from the result.
const VertexForces& vertex_forces_of(PairStep& pair);

}  // namespace condyle

#pragma once

#include "condyle/solver/pair_step.h"

namespace condyle {

/// Makes the pair's result anew, from the hits of the last search with the proximities that the
/// solution left, at the pose and velocity of its last evaluation.
const ContactResult& make_result(PairStep& pair, std::span<const Bristle> bristles);

/// What a pair's contact came to at the end of the last step that solved it: assembled here when
/// first asked for, from the hits of the step's search with the proximities that its solution left.
const ContactResult& result_of(PairStep& pair);

/// How many of the casting triangles touch at the end of that step.
int count_touching(const PairStep& pair);

/// The pair's forces on vertices: of surfaces that deform those of the solution at the end of the
/// last (sub-)step, else those of the result.
const VertexForces& vertex_forces_of(PairStep& pair);

}  // namespace condyle

#pragma once

#include "core/src/contact/linearised/law_kernels.h"
#include "core/src/simd/lane_vectors.h"

namespace condyle::CONDYLE_SIMD {

static_assert(k_lanes % k_step == 0);

/// The lanes of a row from `at` on.
CONDYLE_LANES Doubles load(const BlockRow& row, int at) { return load_as<Doubles>(row + at); }
CONDYLE_LANES void store(BlockRow& row, int at, const Doubles& lanes) { store(row + at, lanes); }

CONDYLE_LANES Vectors load(const BlockRow (&rows)[3], int at) {
  return {load(rows[0], at), load(rows[1], at), load(rows[2], at)};
}

CONDYLE_LANES void store(BlockRow (&rows)[3], int at, const Vectors& v) {
  store(rows[0], at, v.x);
  store(rows[1], at, v.y);
  store(rows[2], at, v.z);
}

/// The lanes of a block, from `at` on, in a report.
struct ReportedLanes {
  ContactBlock& contacts;
  int first;
};
CONDYLE_LANES ReportedLanes reported_lanes(ContactBlock* reported, int b, int at) {
  return {reported[b * k_lanes / ContactBlock::k_most], b * k_lanes % ContactBlock::k_most + at};
}

CONDYLE_LANES void store(double (*columns)[ContactBlock::k_most], int at, const Vectors& v) {
  store(columns[0] + at, v.x);
  store(columns[1] + at, v.y);
  store(columns[2] + at, v.z);
}

/// gradient . (rotation, shift), for displacements or velocities.
CONDYLE_LANES Doubles along_gradient(const LinearisedBlock& block, int at,
                                     const double (&rotation)[3], const double (&shift)[3]) {
  Doubles sum = load(block.gradient[0], at) * rotation[0];
  sum = sum + load(block.gradient[1], at) * rotation[1];
  sum = sum + load(block.gradient[2], at) * rotation[2];
  sum = sum + load(block.gradient[3], at) * shift[0];
  sum = sum + load(block.gradient[4], at) * shift[1];
  sum = sum + load(block.gradient[5], at) * shift[2];
  return sum;
}

CONDYLE_LANES Doubles proximity_at_end(const LinearisedBlock& block, int at,
                                       const PlainMotion& motion) {
  return load(block.proximity, at) + along_gradient(block, at, motion.turn, motion.shift);
}

}  // namespace condyle::CONDYLE_SIMD

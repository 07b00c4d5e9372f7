#pragma once

#include "core/src/contact/linearised/kernels/block_lanes.h"
#include "core/src/contact/linearised/kernels/triangle_forces.h"

namespace condyle::CONDYLE_SIMD {

/// The forces on some triangles of a block.
struct Forces {
  Doubles proximity;            ///< proximity at the end of the step
  Doubles depth;                ///< part of it by which the triangle presses
  Doubles pressure, law_slope;  ///< pressure and slope by the elastic law
  Doubles energy;               ///< energy per area at `proximity`, by a nonlinear law
  Doubles by_depth, by_rate;    ///< slopes of the pressure with dissipation
  Doubles force, normal_slope;  ///< pressure times area; its slope by proximity and rate
  Vectors at, along;            ///< point of `force`, and minus its direction per `force`
  Vectors rubs_at, across;      ///< point of friction, and the normal across which it acts
  Vectors slip;                 ///< velocity at rubs_at, across that normal
  Doubles cover;                ///< area that rubs over the casting triangle's area
  Doubles secant;               ///< friction coefficient over slip speed, times `cover`
};

template <int n>
CONDYLE_LANES void clear(BlockRow (&rows)[n]) {
  clear_bytes(rows);  // at once: row by row took a tenth of small contacts
}

template <int n>
CONDYLE_LANES void add(BlockRow (&sums)[n], int at, const Doubles (&terms)[n]) {
  for (int i = 0; i < n; ++i) store(sums[i], at, load(sums[i], at) + terms[i]);
}

CONDYLE_LANES void begin(const SumTask& task, LaneSums& sums) {
  sums.touch = true;
  clear(sums.wrench);
  if (!task.wants_slopes) return;
  clear(sums.normal_slope);
  if (!task.rubs) return;
  clear(sums.slip_force);
  clear(sums.slip_moment);
  clear(sums.slip_turn);
}

CONDYLE_LANES void press(const SumTask& task, int b, int at, Forces& f) {
  const LinearisedBlock& block = task.blocks[b];
  if (task.nonlinear == nullptr) {
    const Doubles none{};
    f.law_slope = select_below(none, f.depth, load(block.law_slope, at), none);
    f.pressure = select_below(none, f.depth, f.law_slope * f.depth, none);  // not -0
    return;
  }
  alignas(64) double depth[k_step], proximity[k_step], pressure[k_step], slope[k_step],
      energy[k_step];
  store(depth, f.depth);
  store(proximity, f.proximity);
  press_nonlinear(task, b * k_lanes + at, k_step, depth, proximity, pressure, slope, energy);
  f.pressure = load_as<Doubles>(pressure);
  f.law_slope = load_as<Doubles>(slope);
  f.energy = load_as<Doubles>(energy);
}

/// Triangles that do not touch carry neither pressure nor traction.
CONDYLE_LANES void release(const SumTask& task, LinearisedBlock& block, int at) {
  const Doubles none{};
  store(block.pressure, at, none);
  if (task.rubs) store(block.traction, at, {none, none, none});
}

/// Triangles without area do not press.
CONDYLE_LANES Doubles acting(const LinearisedBlock& block, int at, const Doubles& x) {
  return select_below(Doubles{}, load(block.area, at), x, Doubles{});
}

CONDYLE_LANES void report_pressure(const SumTask& task, int b, int at, const Forces& f) {
  const LinearisedBlock& block = task.blocks[b];
  const auto [contacts, to] = reported_lanes(task.reported, b, at);
  const Doubles k = load(block.law_slope, at), d = f.proximity;
  store(contacts.pressure + to, acting(block, at, f.pressure));
  store(contacts.stiffness + to, acting(block, at, f.by_depth));
  store(contacts.normal_damping + to, acting(block, at, f.by_rate));
  store(contacts.potential_energy + to,
        load(block.area, at) * (task.nonlinear == nullptr ? 0.5 * k * d * d : f.energy));
  store(contacts.gradient.column, to, cross(f.at, f.along));
  store(contacts.gradient.column + 3, to, f.along);
}

CONDYLE_LANES void report_friction(const SumTask& task, int b, int at, const Forces& f) {
  const LinearisedBlock& block = task.blocks[b];
  const auto [contacts, to] = reported_lanes(task.reported, b, at);
  const Doubles damping = acting(block, at, f.pressure) * f.secant;
  const Vectors traction = times(-damping, f.slip);
  const Vectors force = times(load(block.area, at), traction);
  store(contacts.slip_damping + to, damping);
  store(contacts.traction.column, to, traction);
  store(contacts.friction.column, to, cross(f.rubs_at, force));
  store(contacts.friction.column + 3, to, force);
  store(contacts.rubs_at.column, to, f.rubs_at);
  store(contacts.cover + to, f.cover);
}

/// The elastic pressure with dissipation, if there is any.
CONDYLE_LANES NormalPressure<Doubles> dissipated(const SumTask& task, const LinearisedBlock& block,
                                                 int at, const Forces& f) {
  if (task.dissipation == 0) return {f.pressure, f.law_slope, Doubles{}};
  return with_dissipation(task.dissipation, f.pressure, f.law_slope,
                          along_gradient(block, at, task.motion.angular, task.motion.linear));
}

/// Computes the pressure with dissipation, and its slopes.
CONDYLE_LANES void damp(const SumTask& task, int b, int at, Forces& f) {
  LinearisedBlock& block = task.blocks[b];
  const NormalPressure<Doubles> pressed = dissipated(task, block, at, f);
  store(block.pressure, at, select_below(Doubles{}, f.depth, pressed.pressure, Doubles{}));
  f.pressure = pressed.pressure;
  f.by_depth = pressed.by_depth;
  f.by_rate = pressed.by_rate;
  f.at = load(block.at, at);
  f.along = load(block.along, at);
}

CONDYLE_LANES void rub(const SumTask& task, int b, int at, Forces& f) {
  LinearisedBlock& block = task.blocks[b];
  const double(&w)[3] = task.motion.angular, (&v)[3] = task.motion.linear;
  f.rubs_at = load(block.rubs_at, at);
  f.across = load(block.across, at);
  f.cover = load(block.cover, at);
  const Rubbing rubs = rubbing(task.friction, velocity_at(f.rubs_at, w, v), f.across, f.cover);
  f.slip = rubs.slip;
  f.secant = rubs.secant;
  // Traction is 0 for triangles that do not touch, as in release(), and not -0.
  const Vectors traction = times(-(f.pressure * f.secant), f.slip);
  const Doubles none{};
  store(
      block.traction, at,
      {select_below(none, f.depth, traction.x, none), select_below(none, f.depth, traction.y, none),
       select_below(none, f.depth, traction.z, none)});
}

/// (point x f, f) for a force f.
struct Wrenches {
  Doubles part[6];
};
CONDYLE_LANES Wrenches wrenches(const Vectors& point, const Vectors& force) {
  const Vectors moment = cross(point, force);
  return {{moment.x, moment.y, moment.z, force.x, force.y, force.z}};
}

/// Adds friction's slope by the velocity of its point: the symmetric S = drag (1 - n n^T), with the
/// normal n across which it acts, plus, if exact, the change of the coefficient with speed. About
/// the origin it is [c S c^T, c S; (c S)^T, S] with the cross matrix c of the point; slip_turn,
/// slip_moment and slip_force sum these blocks.
CONDYLE_LANES void add_slip_slope(const SumTask& task, int at, const Forces& f, LaneSums& sums) {
  const double dt = task.dt;
  const Vectors &n = f.across, &s = f.slip, &c = f.rubs_at;
  const Doubles none{}, squared = dot(s, s), drag = dt * f.force * f.secant;
  Doubles change = none;
  if (task.exact) {
    const Doubles slope = dt * f.force * f.cover * friction_slope(task.friction, sqrt(squared));
    change = select_below(none, squared, (slope - drag) / squared, none);
  }
  const Doubles xx = drag * (1 - n.x * n.x) + change * s.x * s.x;
  const Doubles xy = change * s.x * s.y - drag * n.x * n.y;
  const Doubles xz = change * s.x * s.z - drag * n.x * n.z;
  const Doubles yy = drag * (1 - n.y * n.y) + change * s.y * s.y;
  const Doubles yz = change * s.y * s.z - drag * n.y * n.z;
  const Doubles zz = drag * (1 - n.z * n.z) + change * s.z * s.z;
  const Vectors m0 = cross(c, {xx, xy, xz}), m1 = cross(c, {xy, yy, yz}),
                m2 = cross(c, {xz, yz, zz});
  add(sums.slip_force, at, {xx, xy, xz, yy, yz, zz});
  add(sums.slip_moment, at, {m0.x, m1.x, m2.x, m0.y, m1.y, m2.y, m0.z, m1.z, m2.z});
  add(sums.slip_turn, at,
      {c.y * m2.x - c.z * m1.x, c.z * m0.x - c.x * m2.x, c.x * m1.x - c.y * m0.x,
       c.z * m0.y - c.x * m2.y, c.x * m1.y - c.y * m0.y, c.x * m1.z - c.y * m0.z});
}

CONDYLE_LANES void add_normal_slope(const SumTask& task, const LinearisedBlock& block, int at,
                                    const Forces& f, LaneSums& sums) {
  Wrenches row = wrenches(f.at, times(f.normal_slope, f.along));
  Wrenches column = wrenches(f.at, f.along);
  if (task.exact) {
    for (int j = 0; j < 6; ++j) column.part[j] = load(block.gradient[j], at);
    if (task.rubs) {
      const Wrenches friction = wrenches(f.rubs_at, times(f.normal_slope * f.secant, f.slip));
      for (int i = 0; i < 6; ++i) row.part[i] = row.part[i] + friction.part[i];
    }
  }
  CONDYLE_UNROLLED(6)
  for (int i = 0; i < 6; ++i) CONDYLE_UNROLLED(6)
  for (int j = 0; j < 6; ++j) {
    BlockRow& sum = sums.normal_slope[6 * i + j];
    store(sum, at, load(sum, at) + row.part[i] * column.part[j]);
  }
}

/// Moves triangles to the end of the step. Returns whether any touches there.
CONDYLE_LANES bool touches_at_end(const SumTask& task, int b, int at, Forces& f) {
  LinearisedBlock& block = task.blocks[b];
  f.proximity =
      task.is_displaced ? proximity_at_end(block, at, task.motion) : load(block.proximity, at);
  store(block.proximity_at_end, at, f.proximity);
  if (any_below(Doubles{}, f.proximity)) return true;
  release(task, block, at);
  return false;
}

/// The forces on triangles of which at least one touches.
CONDYLE_LANES void find_forces(const SumTask& task, int b, int at, Forces& f) {
  f.depth = f.proximity - load(task.blocks[b].depth_held_back, at);
  press(task, b, at, f);
  damp(task, b, at, f);
  if (task.rubs) rub(task, b, at, f);
}

CONDYLE_LANES void add_forces(const SumTask& task, int b, int at, Forces& f, LaneSums& sums) {
  const LinearisedBlock& block = task.blocks[b];
  const double dt = task.dt;
  const Doubles area = load(block.area, at);
  f.force = f.pressure * area;
  add(sums.wrench, at, wrenches(f.at, times(f.force, f.along)).part);
  if (task.rubs) add(sums.wrench, at, wrenches(f.rubs_at, times(f.force * f.secant, f.slip)).part);
  if (!task.wants_slopes) return;
  f.normal_slope = dt * area * (dt * f.by_depth + f.by_rate);
  if (task.rubs) add_slip_slope(task, at, f, sums);
  add_normal_slope(task, block, at, f, sums);
}

inline void sum_forces(const SumTask& task, LaneSums& sums) {
  for (int b = 0; b < task.count; ++b) {
    for (int at = 0; at < k_lanes; at += k_step) {
      Forces f{};
      if (!touches_at_end(task, b, at, f)) continue;
      if (!sums.touch) begin(task, sums);
      find_forces(task, b, at, f);
      add_forces(task, b, at, f, sums);
    }
  }
}

inline void report_forces(const SumTask& task) {
  for (int b = 0; b < task.count; ++b) {
    for (int at = 0; at < k_lanes; at += k_step) {
      Forces f{};
      if (!touches_at_end(task, b, at, f)) continue;
      find_forces(task, b, at, f);
      report_pressure(task, b, at, f);
      if (task.rubs) report_friction(task, b, at, f);
    }
  }
}

}  // namespace condyle::CONDYLE_SIMD

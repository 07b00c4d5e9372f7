#include "core/src/solver/group_energy.h"

#include "core/src/solver/body_blocks.h"

namespace condyle {

double gain(const GroupSolver& solver) {
  double gain = 0;
  for (int i = 0; i < solver.group().body_count(); ++i) {
    const GroupBody& body = solver.group().bodies[i];
    const Vector6 y = part_of(solver.state(), i), engine = part_of(solver.engine_impulses(), i);
    const Vector6 mean = body.mass_root_inverse * body.free_velocity + 0.5 * y;
    gain += (y - engine).dot(mean);
  }
  return gain;
}

double added_energy(const GroupSolver& solver) {
  double sum = 0;
  for (int i = 0; i < solver.group().body_count(); ++i) {
    const GroupBody& body = solver.group().bodies[i];
    const Vector6 mean = 0.5 * (solver.velocity(i) + body.velocity);
    sum += part_of(solver.state(), i).dot(body.mass_root_inverse * mean);
  }
  return sum;
}

double work_of_imbalance(const GroupSolver& solver) {
  double work = 0;
  for (int i = 0; i < solver.group().body_count(); ++i) {
    const GroupBody& body = solver.group().bodies[i];
    const Vector6 sum = body.mass_root_inverse * (body.velocity + body.free_velocity);
    work += 0.5 * part_of(solver.left_over(), i).dot(sum + part_of(solver.state(), i));
  }
  return work;
}

bool gains_by_imbalance(const GroupSolver& solver, double whole_step, double wanted) {
  constexpr double k_part = 0.01;
  double start = 0, by_forces = 0;
  for (const GroupBody& body : solver.group().bodies) {
    const Vector6 v_start = body.mass_root_inverse * body.velocity;
    const Vector6 v_free = body.mass_root_inverse * body.free_velocity;
    start += 0.5 * v_start.squaredNorm();
    by_forces += 0.5 * (whole_step / solver.step() * (v_free - v_start)).squaredNorm();
  }
  const double by_rows = 0.5 * (wanted * wanted + solver.engine_impulses().squaredNorm());
  return work_of_imbalance(solver) > k_part * (start + by_forces + by_rows);
}

}  // namespace condyle

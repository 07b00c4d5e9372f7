#pragma once

#include "core/src/contact/contact_kernels.h"
#include "core/src/contact/linearised/kernels/triangle_forces.h"

namespace condyle::CONDYLE_SIMD {

CONDYLE_LANES Vectors vectors_at(const double (*columns)[64], int at) {
  const auto column = [&](int k)
                          CONDYLE_INLINED_LAMBDA { return load_as<Doubles>(columns[k] + at); };
  return {column(0), column(1), column(2)};
}

CONDYLE_LANES void store(double (*columns)[64], int at, const Vectors& v) {
  store(columns[0] + at, v.x);
  store(columns[1] + at, v.y);
  store(columns[2] + at, v.z);
}

/// Writes where triangles rub, and across what.
CONDYLE_LANES void rub_at(ContactBlock& contacts, int at, const Vectors& point,
                          const Vectors& across, const Doubles& cover) {
  store(contacts.rubs_at.column, at, point);
  store(contacts.rubs_across.column, at, across);
  store(contacts.cover + at, cover);
}

inline void face_casting(bool rubs, ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors centroid = vectors_at(contacts.centroid.column, at),
                  n = vectors_at(contacts.normal.column, at);
    store(contacts.gradient.column, at, cross(centroid, n));
    store(contacts.gradient.column + 3, at, n);
    if (rubs) rub_at(contacts, at, centroid, n, all<Doubles>(1.0));
  }
}

inline void face_target(const FaceBlock& task, ContactBlock& contacts) {
  const double(&w)[3] = task.V.angular, (&v)[3] = task.V.linear;
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors centroid = vectors_at(contacts.centroid.column, at),
                  n = vectors_at(contacts.normal.column, at);
    const Meeting met =
        meet(task.R_CT, task.two_sided, centroid, load_as<Doubles>(contacts.proximity + at), n,
             vectors_at(contacts.target_normal.column, at));
    const Vectors &turn = met.turn, &along = met.along;
    store(contacts.rate + at, turn.x * w[0] + turn.y * w[1] + turn.z * w[2] + along.x * v[0] +
                                  along.y * v[1] + along.z * v[2]);
    if (!task.follows_target) continue;
    store(contacts.gradient.column, at, turn);
    store(contacts.gradient.column + 3, at, along);
    rub_at(contacts, at, task.rubs_at_hit ? met.hit : centroid, met.normal, met.cover);
  }
  if (!task.follows_target) face_casting(true, contacts);
}

inline void press(double stiffness, ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Doubles d = load_as<Doubles>(contacts.proximity + at);
    store(contacts.pressure + at, stiffness * d);
    store(contacts.stiffness + at, all<Doubles>(stiffness));
    store(contacts.potential_energy + at,
          0.5 * stiffness * d * d * load_as<Doubles>(contacts.area + at));
  }
}

inline void damp(double dissipation, ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const auto damped = with_dissipation(dissipation, load_as<Doubles>(contacts.pressure + at),
                                         load_as<Doubles>(contacts.stiffness + at),
                                         load_as<Doubles>(contacts.rate + at));
    store(contacts.pressure + at, damped.pressure);
    store(contacts.stiffness + at, damped.by_depth);
    store(contacts.normal_damping + at, damped.by_rate);
  }
}

inline void release(ContactBlock& contacts) {
  const Doubles none{};
  for (int at = 0; at < contacts.count; at += k_step) {
    const Doubles cover = load_as<Doubles>(contacts.cover + at);
    const auto keep = [&](double* column) CONDYLE_INLINED_LAMBDA {
      store(column + at, select_up_to(cover, none, none, load_as<Doubles>(column + at)));
    };
    keep(contacts.pressure);
    keep(contacts.stiffness);
    keep(contacts.potential_energy);
    keep(contacts.normal_damping);
  }
}

inline void rub(const FrictionCurve& curve, const PlainTwist& V, ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors velocity =
        velocity_at(vectors_at(contacts.rubs_at.column, at), V.angular, V.linear);
    const Rubbing rubs = rubbing(curve, velocity, vectors_at(contacts.rubs_across.column, at),
                                 load_as<Doubles>(contacts.cover + at));
    const Doubles damping = load_as<Doubles>(contacts.pressure + at) * rubs.secant;
    store(contacts.slip_damping + at, damping);
    store(contacts.traction.column, at, times(-damping, rubs.slip));
  }
}

inline void find_friction(ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors force =
        times(load_as<Doubles>(contacts.area + at), vectors_at(contacts.traction.column, at));
    store(contacts.friction.column, at, cross(vectors_at(contacts.rubs_at.column, at), force));
    store(contacts.friction.column + 3, at, force);
  }
}

}  // namespace condyle::CONDYLE_SIMD

#pragma once

#include "core/src/contact/contact_kernels.h"
#include "core/src/contact/friction_curve.h"
#include "core/src/contact/law_lanes.h"
#include "core/src/simd/lane_vectors.h"

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

/// Where the rays meet the target.
CONDYLE_LANES Vectors hits_at(ContactBlock& contacts, int at) {
  return minus(vectors_at(contacts.centroid.column, at), load_as<Doubles>(contacts.proximity + at),
               vectors_at(contacts.normal.column, at));
}

inline void face_casting(ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors n = vectors_at(contacts.normal.column, at);
    store(contacts.gradient.column, at, cross(vectors_at(contacts.centroid.column, at), n));
    store(contacts.gradient.column + 3, at, n);
  }
}

inline void turn_target(const double (&R)[3][3], ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors n = vectors_at(contacts.target_normal.column, at);
    const auto turned = [&](int k) CONDYLE_INLINED_LAMBDA {
      return R[k][0] * n.x + R[k][1] * n.y + R[k][2] * n.z;
    };
    store(contacts.target_normal.column, at, {turned(0), turned(1), turned(2)});
  }
}

inline void face_target(ContactBlock& contacts) {
  const Doubles least = all<Doubles>(k_least_cosine), none{};
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors normal = vectors_at(contacts.target_normal.column, at);
    const Doubles cosine = dot(vectors_at(contacts.normal.column, at), normal);
    const Doubles inverse = select_below(abs(cosine), least, none, 1.0 / cosine);
    const Vectors along = times(inverse, normal);
    store(contacts.cover + at, abs(inverse));
    store(contacts.gradient.column, at, cross(hits_at(contacts, at), along));
    store(contacts.gradient.column + 3, at, along);
  }
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

/// The velocities of points.
struct Velocities {
  Vectors angular, linear;

  CONDYLE_LANES explicit Velocities(const PlainTwist& V)
      : angular(all_of(V.angular)), linear(all_of(V.linear)) {}

  CONDYLE_LANES static Vectors all_of(const double (&v)[3]) {
    return {all<Doubles>(v[0]), all<Doubles>(v[1]), all<Doubles>(v[2])};
  }
  CONDYLE_LANES Vectors at(const Vectors& points) const {
    const Vectors turn = cross(angular, points);
    return {linear.x + turn.x, linear.y + turn.y, linear.z + turn.z};
  }
};

inline void damp(double dissipation, const PlainTwist& V, ContactBlock& contacts) {
  const Velocities velocities(V);
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors velocity = velocities.at(hits_at(contacts, at));
    const Vectors normal = vectors_at(contacts.target_normal.column, at);
    const Doubles rate =
        dot(velocity, normal) / bounded_cosine(dot(vectors_at(contacts.normal.column, at), normal));
    const auto damped = with_dissipation(dissipation, load_as<Doubles>(contacts.pressure + at),
                                         load_as<Doubles>(contacts.stiffness + at), rate);
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

inline void rub_at_hits(ContactBlock& contacts) {
  for (int at = 0; at < contacts.count; at += k_step)
    store(contacts.rubs_at.column, at, hits_at(contacts, at));
}

inline void rub(const FrictionCurve& curve, const PlainTwist& V, ContactBlock& contacts) {
  const Velocities velocities(V);
  for (int at = 0; at < contacts.count; at += k_step) {
    const Vectors velocity = velocities.at(vectors_at(contacts.rubs_at.column, at));
    const Vectors normal = vectors_at(contacts.rubs_across.column, at);
    const Vectors slip = minus(velocity, dot(velocity, normal), normal);
    const Doubles damping = load_as<Doubles>(contacts.cover + at) *
                            load_as<Doubles>(contacts.pressure + at) *
                            friction_coefficient_over_speed(curve, sqrt(dot(slip, slip)));
    store(contacts.slip_damping + at, damping);
    store(contacts.traction.column, at, times(-damping, slip));
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

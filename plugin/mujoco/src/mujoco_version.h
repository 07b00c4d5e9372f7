#pragma once

#include <mujoco/mujoco.h>

#include <algorithm>
#include <cstring>
#include <string>

// What differs between the versions of MuJoCo. Structures of one version mean nothing to another:
// the plugin works with the version that it was compiled with, and require_same_version() refuses
// any other.

namespace condyle::mujoco {

/// Throws InputError if the library that runs is not the one of the headers.
void require_same_version();

/// MuJoCo's way to stop, which does not return.
inline void stop(const char* message) {
#if mjVERSION_HEADER >= 300
  mju_error("%s", message);
#else
  mju_error(message);
#endif
}

/// Where a model gives MuJoCo's buffers more room.
#if mjVERSION_HEADER >= 230
inline constexpr const char* k_more_room = "<size memory=\"..\"/>";
#else
inline constexpr const char* k_more_room = "<size nconmax=\"..\" njmax=\"..\"/>";
#endif

/// Whether a mesh says that its mass is in its surface, and not the geom that shows it. A flat mesh
/// must say so.
inline constexpr bool k_meshes_are_shells = mjVERSION_HEADER >= 330;

/// Sizes of a model are long in later versions, in which functions still take int.
inline int int_of(long size) { return static_cast<int>(size); }

/// Sets the geoms of a contact.
inline void set_geoms(mjContact& contact, int first, int second) {
  contact.geom1 = first;
  contact.geom2 = second;
#if mjVERSION_HEADER >= 300
  contact.geom[0] = first;
  contact.geom[1] = second;
  for (int i = 0; i < 2; ++i) contact.flex[i] = contact.elem[i] = contact.vert[i] = -1;
#endif
}

/// Sets the diagonal of a constraint's row, and the stiffness and damping of its reference
/// acceleration.
inline void set_row(mjData& data, int row, double mass, double stiffness, double damping) {
  data.efc_D[row] = mass;
  data.efc_R[row] = 1 / mass;
  mjtNum* const KBIP = data.efc_KBIP + 4 * row;
  KBIP[0] = stiffness;
  KBIP[1] = damping;
  KBIP[2] = 1;
  KBIP[3] = 0;
#if mjVERSION_HEADER >= 337
  // The solver of islands reads copies.
  if (data.nisland > 0) {
    const int of_island = data.map_efc2iefc[row];
    data.iefc_D[of_island] = data.efc_D[row];
    data.iefc_R[of_island] = data.efc_R[row];
  }
#endif
}

/// The diagonal of the mass matrix at a degree of freedom.
inline mjtNum& inertia_diagonal(const mjModel& model, mjData& data, int dof) {
#if mjVERSION_HEADER >= 3011000
  return data.M[model.M_rowadr[dof] + model.M_rownnz[dof] - 1];
#else
  return data.qM[model.dof_Madr[dof]];
#endif
}

/// Whether threads of MuJoCo's own share the work of a step, in versions that have them.
template <class Data>
bool has_thread_pool(const Data& data) {
  if constexpr (requires { data.threadpool; }) return data.threadpool != 0;
  return false;
}

/// Margin and gap of a geom or of a `<pair>` [m]. From 3.9 on contact pushes within the margin and
/// is looked for within both; before it is looked for within the margin, and pushes beyond the gap.
struct Margin {
  mjtNum margin = 0, gap = 0;
};
inline constexpr bool k_gap_is_beyond_margin = mjVERSION_HEADER >= 3009000;
inline mjtNum reach_of(const Margin& of) {
  return k_gap_is_beyond_margin ? of.margin + of.gap : of.margin;
}
inline mjtNum active_of(const Margin& of) {
  return k_gap_is_beyond_margin ? of.margin : of.margin - of.gap;
}
/// Lets MuJoCo look at least this far, and contact push as before.
inline Margin looking(const Margin& of, double distance) {
  const double more = std::max(0.0, distance - of.gap);
  return {k_gap_is_beyond_margin ? of.margin : of.margin + more, of.gap + more};
}
/// That of two geoms.
inline Margin combined(const Margin& a, const Margin& b) {
#if mjVERSION_HEADER >= 350
  return {a.margin + b.margin, a.gap + b.gap};
#else
  return {std::max(a.margin, b.margin), std::max(a.gap, b.gap)};
#endif
}

/// The margin within which MuJoCo looks for a body, in versions that have one; else null.
template <class Model>
mjtNum* margin_of_body(Model& model, int body) {
  if constexpr (requires { model.body_margin; }) return &model.body_margin[body];
  return nullptr;
}

/// Whether MuJoCo looks for contact of `<pair>`s, and of geoms by their filters: by an option that
/// early versions have.
template <class Options>
bool tests_pairs(const Options& options) {
  if constexpr (requires { options.collision; }) return options.collision != 2;
  return true;
}
template <class Options>
bool tests_geoms(const Options& options) {
  if constexpr (requires { options.collision; }) return options.collision != 1;
  return true;
}

/// Whether the model's options take the place of margins, and MuJoCo looks no farther than they
/// say.
inline bool overrides_margins(const mjOption& options) {
  return (options.enableflags & mjENBL_OVERRIDE) != 0 &&
         (!k_gap_is_beyond_margin || options.o_margin > 0);
}

/// Whether passive forces are disabled, and with them their callback.
inline bool skips_passive(const mjModel& model) {
#if mjVERSION_HEADER >= 337
  const int both = mjDSBL_SPRING | mjDSBL_DAMPER;
  return (model.opt.disableflags & both) == both;
#else
  return (model.opt.disableflags & mjDSBL_PASSIVE) != 0;
#endif
}

/// Whether a row can act on a degree of freedom: it can not from one island to another, which
/// MuJoCo finds by the rows that it has made itself.
template <class Data>
bool can_act([[maybe_unused]] const Data& data, [[maybe_unused]] int row,
             [[maybe_unused]] int dof) {
  if constexpr (requires { data.efc_island; })
    return data.nisland == 0 || data.efc_island[row] == data.dof_island[dof];
  return true;
}

/// Whether bodies at rest may sleep, in versions that can: MuJoCo then leaves them out of a step.
inline bool lets_sleep([[maybe_unused]] const mjOption& options) {
#if mjVERSION_HEADER >= 340
  return (options.enableflags & mjENBL_SLEEP) != 0;
#else
  return false;
#endif
}

/// Whether a step of Euler's solves accelerations anew with the damping of joints in their inertia.
inline bool damps_in_step([[maybe_unused]] const mjModel& model) {
#if mjVERSION_HEADER >= 340
  return (model.opt.disableflags & (mjDSBL_EULERDAMP | mjDSBL_DAMPER)) == 0;
#elif mjVERSION_HEADER >= 300
  return (model.opt.disableflags & mjDSBL_EULERDAMP) == 0;
#else
  return true;
#endif
}

/// Whether it does so with damping of a joint beyond dof_damping too: by powers of the velocity, or
/// an actuator's. Later versions have that.
inline bool has_more_damping([[maybe_unused]] const mjModel& model, [[maybe_unused]] int dof) {
#ifdef mjNPOLY
  const auto has_any = [](const mjtNum* values, int count) {
    return std::any_of(values, values + count, [](mjtNum value) { return value != 0; });
  };
  if (has_any(model.dof_dampingpoly + mjNPOLY * dof, mjNPOLY)) return true;
  const int actuator = model.jnt_actuatorid[model.dof_jntid[dof]];
  return actuator >= 0 && (model.actuator_damping[actuator] != 0 ||
                           has_any(model.actuator_dampingpoly + mjNPOLY * actuator, mjNPOLY));
#else
  return false;
#endif
}

/// Sets an entry of a sparse Jacobian in its transposed copy too, in versions that keep one.
template <class Data>
void set_transposed(Data& data, int row, int dof, double value) {
  if constexpr (requires { data.efc_JT; }) {
    const int first = data.efc_JT_rowadr[dof];
    for (int i = first; i < first + data.efc_JT_rownnz[dof]; ++i)
      if (data.efc_JT_colind[i] == row) data.efc_JT[i] = value;
  }
}

/// Puts a text into MuJoCo's virtual file system, under a name. Returns whether there was room.
inline bool put_file(mjVFS& files, const char* name, const std::string& text) {
#if mjVERSION_HEADER >= 320
  return mj_addBufferVFS(&files, name, text.data(), static_cast<int>(text.size())) == 0;
#else
  if (mj_makeEmptyFileVFS(&files, name, static_cast<int>(text.size())) != 0) return false;
  std::memcpy(files.filedata[mj_findFileVFS(&files, name)], text.data(), text.size());
  return true;
#endif
}

// Engine plugins, which a model names in <extension> and <sensor>. Their instances are counted from
// 0; versions without plugins have none.
#if mjVERSION_HEADER >= 300
inline int count_instances(const mjModel& model) { return int_of(model.nplugin); }
inline const char* plugin_of(const mjModel& model, int instance) {
  return mjp_getPluginAtSlot(model.plugin[instance])->name;
}
inline const char* name_of_instance(const mjModel& model, int instance) {
  return mj_id2name(&model, mjOBJ_PLUGIN, instance);
}
/// The value of a key in an instance's <config>; null or empty: none.
inline const char* config_of(const mjModel& model, int instance, const char* key) {
  return mj_getPluginConfig(&model, instance, key);
}
/// The instance that fills a sensor; -1: none.
inline int instance_of_sensor(const mjModel& model, int sensor) {
  return model.sensor_plugin[sensor];
}
#else
inline int count_instances(const mjModel&) { return 0; }
inline const char* plugin_of(const mjModel&, int) { return ""; }
inline const char* name_of_instance(const mjModel&, int) { return ""; }
inline const char* config_of(const mjModel&, int, const char*) { return nullptr; }
inline int instance_of_sensor(const mjModel&, int) { return -1; }
#endif

#if mjVERSION_HEADER >= 320
constexpr bool k_draws_triangles = true;  ///< as geoms of a scene
constexpr int k_flat_geom = mjGEOM_TRIANGLE;
#else
constexpr bool k_draws_triangles = false;
constexpr int k_flat_geom = mjGEOM_CYLINDER;
#endif

#if mjVERSION_HEADER >= 3009000
using CollisionContacts = mjPreContact;  ///< what a collision function writes
#else
using CollisionContacts = mjContact;
#endif
#if mjVERSION_HEADER >= 3007000
using CollisionData = mjData;  ///< what a collision function is given
#else
using CollisionData = const mjData;
#endif

}  // namespace condyle::mujoco

#ifndef CONDYLE_C_H
#define CONDYLE_C_H

/** @file
 * Condyle for C, and for every language that calls C: surfaces, pairs of them, and a world of
 * bodies in Bullet with contact and ligaments. C99 or C++. docs/c.md is the manual.
 *
 * Units are SI: metres, kilograms, seconds, newtons, pascals. Numbers are doubles, in arrays whose
 * length stands in the declaration or is passed beside them:
 * - pose[7]: x, y, z [m], then a quaternion x, y, z, w of any length but 0: p_A = X_AB p_B, of
 *   frame B in frame A. X_WB is the pose of B in the world.
 * - twist[6]: angular velocity [rad/s], then velocity of the frame's origin [m/s]
 * - wrench[6]: moment [N m], then force [N]
 * - matrices: row by row
 *
 * A pose or a twist that is an input may be NULL, which means the identity or rest.
 *
 * Errors. A function that can fail returns CONDYLE_OK or an error of condyle_status; one that makes
 * a handle returns NULL, and one that makes or counts something a number below 0. What failed has
 * changed nothing, and condyle_last_error() says in one sentence what is wrong, where, and what to
 * do. A NULL handle, a number that is not finite and a buffer of another length are such errors. No
 * exception leaves the library.
 *
 * Ownership. Who makes a handle frees it, once, with the function named beside it, which does
 * nothing for NULL. Handles do not depend on one another: a surface may be freed while pairs and
 * worlds use it. Arrays are the caller's, who makes them long enough; the library copies what it
 * reads and keeps no pointer. Texts that it returns are its own, and last as their functions say.
 *
 * Threads. Surfaces may be shared. Any other handle is for one thread at a time; different handles
 * may be used by different threads at once. */

#include <stddef.h>
#include <stdint.h>

/** The version of this interface. It changes when a program that was compiled for another version
 * would no longer run; functions and members at the end of structs are added without a change. */
#define CONDYLE_C_VERSION 1

#if defined(_WIN32) && defined(condyle_c_EXPORTS)
#define CONDYLE_C_API __declspec(dllexport)
#elif defined(_WIN32)
#define CONDYLE_C_API __declspec(dllimport)
#else
#define CONDYLE_C_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/** What functions that can fail return. */
enum condyle_status {
  CONDYLE_OK = 0,
  CONDYLE_INPUT_ERROR = 1,      /**< an argument or a file cannot be used */
  CONDYLE_SIMULATION_ERROR = 2, /**< a step found no solution */
  CONDYLE_MEMORY_ERROR = 3,     /**< memory has run out */
  CONDYLE_INTERNAL_ERROR = 4    /**< an error in Condyle: please report it */
};

/** CONDYLE_C_VERSION of the library that runs. Compare it with that of the header at the start. */
CONDYLE_C_API int condyle_c_version(void);

/** The version of Condyle, such as "0.1.0". */
CONDYLE_C_API const char* condyle_version(void);

/** What the last function that failed in this thread says; "" if none has. The text lasts until the
 * next function fails in this thread. */
CONDYLE_C_API const char* condyle_last_error(void);

/* ---- Surfaces: a triangle mesh or an analytic shape with an elastic layer ---- */

/** A triangle mesh or an analytic shape with an elastic layer. */
typedef struct condyle_surface condyle_surface;

/** A surface of vertices (3 numbers each [m], in the surface's frame) and triangles (3 indices of
 * vertices each, counter-clockwise seen from outside), whose layer has Young's modulus [Pa],
 * Poisson's ratio (below 0.5) and a thickness [m]. Fails for an index out of range, a triangle
 * without area, or a layer out of range. Free it with condyle_surface_free(). */
CONDYLE_C_API condyle_surface* condyle_surface_from_arrays(
    const double* vertices, size_t vertex_count, const uint32_t* triangles, size_t triangle_count,
    double elastic_modulus, double poissons_ratio, double thickness);

/** A surface of a file (STL, OBJ, PLY or VTP) whose coordinates are in `unit`: "m", "cm", "mm",
 * "um" or "in". Fails if the file cannot be used. Free it with condyle_surface_free(). */
CONDYLE_C_API condyle_surface* condyle_surface_from_file(const char* file, const char* unit,
                                                         double elastic_modulus,
                                                         double poissons_ratio, double thickness);

/** A surface described as a mesh of a scene file is (docs/scenes.md, "Mesh"), for example
 *   {"name": "ground", "shape": {"kind": "half_space"},
 *    "layer": {"material": "uhmwpe", "thickness": 0.008}}
 * with "layer", and without "position", "rotation" and "soft_block". Paths of files are relative to
 * `folder` (NULL: the current folder). Fails if the text or a file cannot be used. Free it with
 * condyle_surface_free(). */
CONDYLE_C_API condyle_surface* condyle_surface_from_json(const char* json, const char* folder);

/** Frees it; does nothing for NULL. */
CONDYLE_C_API void condyle_surface_free(condyle_surface* surface);

/** Numbers of vertices and triangles of the mesh, which for a shape is the one that represents it;
 * -1 if the surface is NULL. */
CONDYLE_C_API int condyle_surface_vertex_count(const condyle_surface* surface);
CONDYLE_C_API int condyle_surface_triangle_count(const condyle_surface* surface);

/** Copies the mesh: 3 numbers for each vertex [m] and 3 indices for each triangle. The counts are
 * those above; either array may be NULL, with the count 0. */
CONDYLE_C_API int condyle_surface_mesh(const condyle_surface* surface, double* vertices,
                                       size_t vertex_count, uint32_t* triangles,
                                       size_t triangle_count);

/** Mass [kg], centre of mass [m] and inertia about it [kg m^2], along the axes of the surface's
 * frame, of a body of this density [kg/m^3] that fills the surface. Fails if the surface is not
 * closed. */
CONDYLE_C_API int condyle_surface_mass(const condyle_surface* surface, double density, double* mass,
                                       double centre[3], double inertia[9]);

/* ---- Contact of two surfaces at given poses, without an engine ---- */

/** The two sides of a contact: the triangles of the casting surface send rays, which meet the
 * target. */
enum condyle_side { CONDYLE_CASTING = 0, CONDYLE_TARGET = 1 };

/** A contact, in the frame C of the casting surface. Moments are about the origin of C. */
typedef struct condyle_result {
  double wrench[6];           /**< on the casting body, friction included */
  double friction_force[3];   /**< the part of it that is friction [N] */
  double contact_area;        /**< [m^2] */
  double mean_pressure;       /**< over that area [Pa] */
  double peak_pressure;       /**< [Pa] */
  double mean_proximity;      /**< depth of the overlap, over that area [m] */
  double max_proximity;       /**< [m] */
  double pressure_centre[3];  /**< centre of pressure [m]; -1, -1, -1 without contact */
  double potential_energy;    /**< elastic energy of the layers [J] */
  int32_t touching_triangles; /**< casting triangles in contact */
  int32_t clamped_triangles;  /**< of them deeper than the nonlinear law's range */
} condyle_result;

/** Two surfaces, of which the first casts on the second. */
typedef struct condyle_pair condyle_pair;

/** A pair of surfaces. `settings` is NULL or a text of JSON with the keys of a contact in a scene
 * file (docs/scenes.md, "Contact") that say how it acts: law, friction, dissipation,
 * max_proximity and so on, for example
 *   {"law": "nonlinear", "layers": "two_layer", "friction": {"dynamic_coefficient": 0.05}}
 * A law of one's own ("law": "user") loads the library that it names, whose code then runs. Fails
 * if the settings cannot be used. Free it with condyle_pair_free(). */
CONDYLE_C_API condyle_pair* condyle_pair_create(const condyle_surface* casting,
                                                const condyle_surface* target,
                                                const char* settings);

/** Frees it; does nothing for NULL. */
CONDYLE_C_API void condyle_pair_free(condyle_pair* pair);

/** Up to `threads` (1 or more; by default 1) share the work of a large pair. Results are the same,
 * to the bit. */
CONDYLE_C_API int condyle_pair_set_threads(condyle_pair* pair, int threads);

/** Computes the contact with the surfaces at these poses, moving at these velocities (of the
 * origins of their frames, along the world's axes), on which damping and friction depend. The
 * functions below then tell about it; they fail before the first evaluation, and after one that
 * failed. */
CONDYLE_C_API int condyle_pair_evaluate(condyle_pair* pair, const double X_WC[7],
                                        const double X_WT[7], const double V_WC[6],
                                        const double V_WT[6]);

/** `size` is sizeof(condyle_result); members that the library does not know become 0. */
CONDYLE_C_API int condyle_pair_result(const condyle_pair* pair, condyle_result* result,
                                      size_t size);

/** The wrench on the body of one side (condyle_side), along the world's axes, about the origin of
 * its surface's frame. */
CONDYLE_C_API int condyle_pair_wrench(const condyle_pair* pair, int side, double wrench[6]);

/** Copies a value for each triangle of one side: pressure [Pa], or proximity [m], which is 0 where
 * no ray met the other surface. `count` is condyle_surface_triangle_count() of that side. */
CONDYLE_C_API int condyle_pair_pressure(const condyle_pair* pair, int side, double* values,
                                        size_t count);
CONDYLE_C_API int condyle_pair_proximity(const condyle_pair* pair, int side, double* values,
                                         size_t count);

/** Minus the derivative of the wrench on the casting body by a displacement of it (rotation [rad],
 * then translation [m], about the origin of C and along its axes): 6 rows of 6. */
CONDYLE_C_API int condyle_pair_stiffness(const condyle_pair* pair, double stiffness[36]);

/* ---- A world of rigid bodies in Bullet, in double precision ---- */

/** A world of bodies in Bullet. */
typedef struct condyle_world condyle_world;

/** A world without bodies. `gravity` [m/s^2] may be NULL, which means none. Free it with
 * condyle_world_free(). */
CONDYLE_C_API condyle_world* condyle_world_create(const double gravity[3]);

/** Frees it; does nothing for NULL. */
CONDYLE_C_API void condyle_world_free(condyle_world* world);

/** Sets the gravity of all bodies [m/s^2]. */
CONDYLE_C_API int condyle_world_set_gravity(condyle_world* world, const double gravity[3]);

/** Up to `threads` (1 or more; by default 1) share the work of a step. Results are the same, to the
 * bit. */
CONDYLE_C_API int condyle_world_set_threads(condyle_world* world, int threads);

/** What moves a body. */
enum condyle_body_kind {
  CONDYLE_FIXED = 0,     /**< does not move */
  CONDYLE_KINEMATIC = 1, /**< moves as condyle_world_move_to() says */
  CONDYLE_DYNAMIC = 2    /**< moved by forces */
};

/** The number of the body that stands for the world, to which strands and joints may be attached.
 */
enum condyle_no_body { CONDYLE_GROUND = -1 };

/** Adds a body at pose X_WB and returns its number, from 0, or -1 if it fails. A dynamic body has a
 * mass [kg], a centre of mass in its frame B [m] (NULL: the origin), and a symmetric inertia about
 * that centre along the axes of B [kg m^2]. Of other bodies these are ignored. */
CONDYLE_C_API int condyle_world_add_body(condyle_world* world, int kind, double mass,
                                         const double centre[3], const double inertia[9],
                                         const double X_WB[7]);

/** Removes a body with its surfaces, and the strands and joints attached to it. Numbers are not
 * used again. */
CONDYLE_C_API int condyle_world_remove_body(condyle_world* world, int body);

/** Gives a body a surface at pose X_BS in its frame, and returns the number of that surface in this
 * world, or -1 if it fails. A body may have several; those of one body do not touch. */
CONDYLE_C_API int condyle_world_add_surface(condyle_world* world, int body,
                                            const condyle_surface* surface, const double X_BS[7]);

/** How all surfaces touch that have no settings of their own: `settings` as of
 * condyle_pair_create(). The better side casts. */
CONDYLE_C_API int condyle_world_set_default_contact(condyle_world* world, const char* settings);

/** How two surfaces of this world touch. With the key "casts" in the settings, "casting" lets the
 * first one cast, and "both" both, with half of the force each; by default the better one casts.
 * {"applies_force": false} lets them pass through one another. */
CONDYLE_C_API int condyle_world_set_contact(condyle_world* world, int first, int second,
                                            const char* settings);

/** Advances the world by `dt` > 0 [s]. If it fails, wrenches must be applied and kinematic bodies
 * be told again where to go. Bodies are where they were. */
CONDYLE_C_API int condyle_world_step(condyle_world* world, double dt);

/** Sum of the steps so far [s]; -1 if the world is NULL. */
CONDYLE_C_API double condyle_world_time(const condyle_world* world);

/** Pose X_WB of a body, and the velocity of its origin along the world's axes. */
CONDYLE_C_API int condyle_world_pose(const condyle_world* world, int body, double pose[7]);
CONDYLE_C_API int condyle_world_velocity(const condyle_world* world, int body, double twist[6]);

/** Puts a body of any kind elsewhere at once, without motion in between. The velocity of its centre
 * of mass remains. */
CONDYLE_C_API int condyle_world_set_pose(condyle_world* world, int body, const double X_WB[7]);

/** Sets the velocity of a dynamic body. */
CONDYLE_C_API int condyle_world_set_velocity(condyle_world* world, int body, const double twist[6]);

/** Lets a kinematic body move to this pose in the next step, at constant velocity, pushing what is
 * in its way. */
CONDYLE_C_API int condyle_world_move_to(condyle_world* world, int body, const double X_WB[7]);

/** Adds a wrench on a dynamic body in the next step alone, about the body's origin and along the
 * world's axes. */
CONDYLE_C_API int condyle_world_apply_wrench(condyle_world* world, int body,
                                             const double wrench[6]);

/* Joints, which are Bullet's constraints and solved together with contact. */

/** Axes of a frame: along x, y, z, and about them. */
enum condyle_axis {
  CONDYLE_TX = 1,
  CONDYLE_TY = 2,
  CONDYLE_TZ = 4,
  CONDYLE_RX = 8,
  CONDYLE_RY = 16,
  CONDYLE_RZ = 32
};

/** Joins two bodies, one of them dynamic, the other perhaps CONDYLE_GROUND, where they are now. A
 * frame J at X_WJ is fixed to both; `free_axes`, a sum of condyle_axis, says how the one on body_b
 * may move from the one on body_a: CONDYLE_RX is a hinge about x, CONDYLE_TX a slider along x,
 * CONDYLE_RX + CONDYLE_RY + CONDYLE_RZ a ball joint, 0 a weld. (Of two free rotations beside
 * others, that about y must stay below a quarter of a turn.) If `may_touch` is 0, the two bodies do
 * not touch. Returns the number of the joint, or -1 if it fails. */
CONDYLE_C_API int condyle_world_add_joint(condyle_world* world, int body_a, int body_b,
                                          const double X_WJ[7], int free_axes, int may_touch);

/** Removes a joint. Numbers are not used again. */
CONDYLE_C_API int condyle_world_remove_joint(condyle_world* world, int joint);

/* Contacts of the last step: pairs of surfaces that were near. */

/** Their number, from 0; -1 if it fails. It is 0 before the first step and after
 * condyle_world_restore(). `contact` below is a number from 0 on. */
CONDYLE_C_API int condyle_world_contact_count(const condyle_world* world);

/** The numbers of the casting and of the target surface in this world. */
CONDYLE_C_API int condyle_world_contact_surfaces(const condyle_world* world, int contact,
                                                 int* casting, int* target);

/** The mean wrench over the step on the body of the casting surface, along the world's axes, about
 * its centre of mass at the start of the step. The opposite wrench acts on the other body at the
 * same point. */
CONDYLE_C_API int condyle_world_contact_wrench(const condyle_world* world, int contact,
                                               double wrench[6]);

/** The contact at the end of the step. `size` is sizeof(condyle_result). */
CONDYLE_C_API int condyle_world_contact_result(const condyle_world* world, int contact,
                                               condyle_result* result, size_t size);

/** As condyle_pair_pressure() [Pa] and condyle_pair_proximity() [m]. */
CONDYLE_C_API int condyle_world_contact_pressure(const condyle_world* world, int contact, int side,
                                                 double* values, size_t count);
CONDYLE_C_API int condyle_world_contact_proximity(const condyle_world* world, int contact, int side,
                                                  double* values, size_t count);

/* Events: first touches and last releases of two surfaces. */

/** Along the world's axes; what is said of the casting body is relative to the other one. */
typedef struct condyle_event {
  double time;         /**< within the last step, from the world's start [s] */
  double point[3];     /**< first or last point of contact [m] */
  double normal[3];    /**< unit vector along the push on the casting body */
  double velocity[3];  /**< of the casting body at that point [m/s] */
  double impact_speed; /**< of approach along the normal when the contact began [m/s] */
  double peak_force;   /**< largest force since then [N]; 0 at a first touch */
  double impulse[3];   /**< on the casting body since then [N s]; 0 at a first touch */
  int32_t casting;     /**< number of the casting surface */
  int32_t target;      /**< of the target */
  int32_t is_release;  /**< 0: first touch; 1: last release */
  int32_t reserved;
} condyle_event;

/** From the next step on, the world keeps the events of the last step (follow: not 0), or none.
 * Each touch then takes some searches more. */
CONDYLE_C_API int condyle_world_follow_events(condyle_world* world, int follow);

/** The number of events in the last step; -1 if it fails. */
CONDYLE_C_API int condyle_world_event_count(const condyle_world* world);

/** An event, from 0, in order of time. `size` is sizeof(condyle_event). */
CONDYLE_C_API int condyle_world_event(const condyle_world* world, int number, condyle_event* event,
                                      size_t size);

/* Ligament strands. A strand pulls and never pushes (docs/ligaments.md). */

/** What state a strand is in. */
enum condyle_strand_condition {
  CONDYLE_SLACK = 0, /**< not longer than its slack length */
  CONDYLE_TAUT = 1,
  CONDYLE_CUT = 2
};

/** A strand at the end of a step. */
typedef struct condyle_strand_state {
  double tension;           /**< [N] */
  double length;            /**< [m] */
  double lengthening_speed; /**< [m/s] */
  double strain;            /**< length / slack length - 1 */
  int32_t condition;        /**< condyle_strand_condition */
  int32_t reserved;
} condyle_strand_state;

/** Adds a strand through `count` points, two or more, in a straight line from each to the next:
 * bodies[i] is the number of a body or CONDYLE_GROUND, and 3 numbers of `points` for each are the
 * point in its frame [m]. The same tension pulls along all of it. stiffness: force per unit strain
 * beyond the toe region [N]; transition_strain: where that region ends (0.06 for ligaments);
 * damping: force per strain rate [N s]. Returns the number of the strand, or -1 if it fails. */
CONDYLE_C_API int condyle_world_add_strand(condyle_world* world, size_t count, const int* bodies,
                                           const double* points, double stiffness,
                                           double slack_length, double transition_strain,
                                           double damping);

/** Removes a strand. Numbers are not used again. */
CONDYLE_C_API int condyle_world_remove_strand(condyle_world* world, int strand);

/** Cuts a strand, or makes it whole again. */
CONDYLE_C_API int condyle_world_cut_strand(condyle_world* world, int strand);
CONDYLE_C_API int condyle_world_mend_strand(condyle_world* world, int strand);

/** The strand at the end of the last step; fails before the first one. `size` is
 * sizeof(condyle_strand_state). */
CONDYLE_C_API int condyle_world_strand(const condyle_world* world, int strand,
                                       condyle_strand_state* state, size_t size);

/** Looks for what seems wrong in the world as it is now, such as units that do not fit together or
 * bodies put into one another, and returns how many findings there are; -1 if it fails. Takes a
 * search for each pair of surfaces that are near. */
CONDYLE_C_API int condyle_world_findings(condyle_world* world);

/** A finding of the last condyle_world_findings(), from 0: what is wrong, where, and what to do;
 * NULL if there is no such finding. The text lasts until the next condyle_world_findings(). */
CONDYLE_C_API const char* condyle_world_finding(const condyle_world* world, int finding);

/* Moments: all that a world carries from step to step, to return to. */

/** What a world carries from step to step, as it was at one moment. */
typedef struct condyle_moment condyle_moment;

/** The world as it is between two steps. Free it with condyle_moment_free(). */
CONDYLE_C_API condyle_moment* condyle_world_save(const condyle_world* world);

/** Returns to a moment of this world, or of one that was made in the same way. Steps from there
 * give the same bits as before; with "law": "elastic_layer" the same to its tolerance. Gravity and
 * settings stay as they are. Fails, and changes nothing, if bodies, joints, surfaces or strands are
 * others. */
CONDYLE_C_API int condyle_world_restore(condyle_world* world, const condyle_moment* moment);

/** A hash of a moment's bits, to compare two runs of a game on a network step by step: where it
 * differs they have parted. Writes 64 bits to `hash`. */
CONDYLE_C_API int condyle_moment_hash(const condyle_moment* moment, uint64_t* hash);

/** Frees it; does nothing for NULL. */
CONDYLE_C_API void condyle_moment_free(condyle_moment* moment);

#ifdef __cplusplus
}
#endif

#endif

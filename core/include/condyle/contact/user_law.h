#ifndef CONDYLE_CONTACT_USER_LAW_H
#define CONDYLE_CONTACT_USER_LAW_H

/** @file
 * The interface of contact laws written by users: input and output of their functions. C99 or C++;
 * SI units. docs/user-laws.md is the manual.
 *
 * One command compiles a library from one file:
 *
 *     cc -O2 -shared -fPIC -I include my_laws.c -o my_laws.so -lm
 *
 * The file contains CONDYLE_USER_LAWS once, and functions of the three kinds at the end of this
 * header, with any names. Condyle calls each function for many points at once, from one thread,
 * several times in each step, because it solves the step implicitly: the output may depend only on
 * the input. A function returns 0, or any other number to stop the step; the text that it writes to
 * `message` then becomes part of the error. A C++ exception or an output that is not finite also
 * stops the step. */

#ifdef _WIN32
#define CONDYLE_LAW_EXPORT __declspec(dllexport)
#else
#define CONDYLE_LAW_EXPORT __attribute__((visibility("default")))
#endif
#ifdef __cplusplus
#define CONDYLE_LAW extern "C" CONDYLE_LAW_EXPORT
#else
#define CONDYLE_LAW CONDYLE_LAW_EXPORT
#endif

/** The version of this interface. It changes when any of the structs changes. */
#define CONDYLE_USER_LAW_VERSION 1

/** Defines the function that returns the version for which a library was compiled. */
#define CONDYLE_USER_LAWS \
  CONDYLE_LAW int condyle_user_law_version(void) { return CONDYLE_USER_LAW_VERSION; }

/** A body in the world frame. Outside an engine the world is the casting mesh frame, and the bodies
 * are the meshes. */
typedef struct condyle_body {
  const char* name;           /**< name of the collider or mesh; in scenes BODY.MESH */
  double position[3];         /**< position of the centre of mass [m] */
  double rotation[9];         /**< rotation from the body's axes to the world's, row by row */
  double velocity[3];         /**< velocity of the centre of mass [m/s] */
  double angular_velocity[3]; /**< [rad/s] */
} condyle_body;

/** Input of all three kinds. */
typedef struct condyle_contact {
  double time; /**< time at the end of the step, since the engine's start [s] */
  /** The bodies at the start of the (sub-)step; for a post-step function at its end. */
  condyle_body casting;
  condyle_body target;
  const double* parameters; /**< of the law, each in its own unit, in the order of the scene */
  int parameter_count;      /**< number of parameters */
  char* message;    /**< buffer for a zero-terminated explanation, if the law does not return 0 */
  int message_size; /**< size of `message` [bytes] */
} condyle_contact;

/** A contact: the point of a patch, or a triangle. */
typedef struct condyle_touch {
  double depth;           /**< depth, > 0 [m] */
  double rate;            /**< rate at which the depth grows [m/s] */
  double layer_stiffness; /**< stiffness of the two layers together [Pa/m] */
  double point[3];        /**< position in the casting mesh frame [m] */
} condyle_touch;

/** Input of a law of the normal force. */
typedef struct condyle_normal_input {
  int version;  /**< CONDYLE_USER_LAW_VERSION of the program */
  int per_area; /**< 0: compute the force of a patch [N]; 1: the pressure on a triangle [Pa] */
  int count;    /**< number of contacts */
  const condyle_touch* touch;     /**< `count` contacts */
  const condyle_contact* contact; /**< the bodies, time and parameters */
} condyle_normal_input;

/** The output for one contact; all zero when the law is called. A force below 0 counts as 0. */
typedef struct condyle_normal_force {
  double force;    /**< normal force [N], or pressure [Pa] if per area */
  double by_depth; /**< d force / d depth [N/m or Pa/m] */
  double by_rate;  /**< d force / d rate [N s/m or Pa s/m] */
  double energy;   /**< elastic energy [J or J/m^2], only for reports; may stay 0 */
} condyle_normal_force;

/** A contact that slips. */
typedef struct condyle_slip {
  double speed;    /**< speed along the surface, >= 0 [m/s] */
  double normal;   /**< normal force [N], or pressure [Pa] if per area, >= 0 */
  double point[3]; /**< position in the casting mesh frame [m] */
} condyle_slip;

/** Input of a law of friction. */
typedef struct condyle_friction_input {
  int version;  /**< CONDYLE_USER_LAW_VERSION of the program */
  int per_area; /**< 0: compute the friction of a patch [N]; 1: the traction on a triangle [Pa] */
  int count;    /**< number of contacts */
  const condyle_slip* slip;       /**< `count` contacts */
  const condyle_contact* contact; /**< the bodies, time and parameters */
} condyle_friction_input;

/** The output for one contact; all zero when the law is called. The force acts against the slip. At
 * rest it is 0 and rises from there with the slope by_speed. */
typedef struct condyle_friction_force {
  double force;     /**< friction force [N], or traction [Pa] if per area */
  double by_speed;  /**< d force / d speed [N s/m or Pa s/m]; the step takes 0 for values below 0 */
  double by_normal; /**< d force / d normal [1] */
} condyle_friction_force;

/** A patch of connected triangles in contact, at the end of a step. */
typedef struct condyle_patch {
  int triangle_count;        /**< number of its triangles */
  double area;               /**< [m^2] */
  double mean_pressure;      /**< mean over the area [Pa] */
  double max_pressure;       /**< [Pa] */
  double max_depth;          /**< [m] */
  double pressure_centre[3]; /**< centre of pressure in the world [m] */
  double force[3];           /**< force on the casting body in the world, friction included [N] */
} condyle_patch;

/** Input of a post-step function, for a pair whose boxes overlap, after each step; in MuJoCo after
 * each part of a step that is made in parts. The function may read and copy it; changes to these
 * structs do not reach the simulation. */
typedef struct condyle_post_step {
  int version;                  /**< CONDYLE_USER_LAW_VERSION of the program */
  int patch_count;              /**< number of patches */
  const condyle_patch* patches; /**< largest force first */
  double time_step;             /**< of the step, or of the part [s] */
  double force[3];  /**< mean force on the casting body over the step, in the world [N] */
  double moment[3]; /**< mean moment about the casting body's centre of mass at the start [N m] */
  const condyle_contact* contact; /**< the bodies, time and parameters */
} condyle_post_step;

/** The three kinds of functions. If a post-step function does not return 0, its step is undone and
 * the simulation stops. */
typedef int (*condyle_normal_law)(const condyle_normal_input*, condyle_normal_force*);
typedef int (*condyle_friction_law)(const condyle_friction_input*, condyle_friction_force*);
typedef int (*condyle_post_step_function)(const condyle_post_step*);

#endif

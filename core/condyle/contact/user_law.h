#ifndef CONDYLE_CONTACT_USER_LAW_H
#define CONDYLE_CONTACT_USER_LAW_H

/* What Condyle asks a law of contact that its user wrote, and what that answers. C99 or C++; SI
 * units; docs/user-laws.md has the rest.
 *
 * A library is compiled from one file, in one line:
 *
 *   cc -O2 -shared -fPIC -I include my_laws.c -o my_laws.so -lm
 *
 * It has CONDYLE_USER_LAWS once, and functions of the three kinds at the end of this header, by any
 * name. Each is called for many points at once, from one thread, several times in each step, for
 * the step is solved implicitly: what it answers may depend on what it is asked alone. It returns
 * 0, or any other number to stop the step; what it writes to `message` then becomes a part of the
 * error. A C++ exception, and an answer that is not a finite number, stop the step too. */

#ifdef __cplusplus
#define CONDYLE_LAW extern "C" __attribute__((visibility("default")))
#else
#define CONDYLE_LAW __attribute__((visibility("default")))
#endif

/* Of this interface: it changes when any of the structs does. */
#define CONDYLE_USER_LAW_VERSION 1

/* Tells for which version a library was compiled. */
#define CONDYLE_USER_LAWS \
  CONDYLE_LAW int condyle_user_law_version(void) { return CONDYLE_USER_LAW_VERSION; }

/* A body, in the world frame. Outside an engine the casting mesh frame is the world, and the bodies
 * are the meshes. */
typedef struct condyle_body {
  const char* name;           /* of the collider or mesh; in scenes BODY.MESH */
  double position[3];         /* of the centre of mass [m] */
  double rotation[9];         /* from the axes of the body to the world's, row by row */
  double velocity[3];         /* of the centre of mass [m/s] */
  double angular_velocity[3]; /* [rad/s] */
} condyle_body;

/* What all three kinds are told. */
typedef struct condyle_contact {
  double time;          /* at the end of the step, since the engine's start [s] */
  condyle_body casting; /* at the start of the (sub-)step; for a post-step function at its end */
  condyle_body target;  /* the same */
  const double* parameters; /* of the law, as the scene has them */
  int parameter_count;
  char* message;    /* room for an explanation, which ends with a 0, where the law returns another
                       number */
  int message_size; /* [bytes] */
} condyle_contact;

/* Where the bodies touch: the point of a patch, or a triangle. */
typedef struct condyle_touch {
  double depth;           /* > 0 [m] */
  double rate;            /* at which the depth grows [m/s] */
  double layer_stiffness; /* of the two layers together [Pa/m] */
  double point[3];        /* in the frame of the casting mesh [m] */
} condyle_touch;

typedef struct condyle_normal_input {
  int version;  /* CONDYLE_USER_LAW_VERSION of the program */
  int per_area; /* 0: asked for the force of a patch [N]; 1: for the pressure on a triangle [Pa] */
  int count;
  const condyle_touch* touch; /* `count` of them */
  const condyle_contact* contact;
} condyle_normal_input;

/* The answer for one touch; all zero when the law is called. A force below 0 counts as none. */
typedef struct condyle_normal_force {
  double force;    /* pressing [N], or [Pa] where asked per area */
  double by_depth; /* its slopes: d force / d depth [N/m or Pa/m] */
  double by_rate;  /* d force / d rate [N s/m or Pa s/m] */
  double energy;   /* elastic [J or J/m^2], for reports alone; may stay 0 */
} condyle_normal_force;

/* Where they slip. */
typedef struct condyle_slip {
  double speed;    /* >= 0, along the surface [m/s] */
  double normal;   /* what presses, >= 0 [N], or [Pa] where asked per area */
  double point[3]; /* in the frame of the casting mesh [m] */
} condyle_slip;

typedef struct condyle_friction_input {
  int version;  /* CONDYLE_USER_LAW_VERSION of the program */
  int per_area; /* as above */
  int count;
  const condyle_slip* slip; /* `count` of them */
  const condyle_contact* contact;
} condyle_friction_input;

/* The answer for one slip; all zero when the law is called. Acts against the slip; 0 at rest, from
 * where it rises with the slope by_speed. */
typedef struct condyle_friction_force {
  double force;     /* [N], or [Pa] where asked per area */
  double by_speed;  /* its slopes: d force / d speed [N s/m or Pa s/m]; where below 0 the step takes
                       0 */
  double by_normal; /* d force / d normal [1] */
} condyle_friction_force;

/* Triangles in contact that hang together, at the end of a step. */
typedef struct condyle_patch {
  int triangle_count;
  double area;               /* [m^2] */
  double mean_pressure;      /* over the area [Pa] */
  double max_pressure;       /* [Pa] */
  double max_depth;          /* [m] */
  double pressure_centre[3]; /* in the world [m] */
  double force[3];           /* on the casting body, friction included, in the world [N] */
} condyle_patch;

/* What a post-step function is told of a pair whose boxes overlap, after each step. It may look and
 * keep what it sees; nothing that it does to these structs reaches the simulation. */
typedef struct condyle_post_step {
  int version; /* CONDYLE_USER_LAW_VERSION of the program */
  int patch_count;
  const condyle_patch* patches; /* largest force first */
  double time_step;             /* [s] */
  double force[3];              /* on the casting body, mean over the step, in the world [N] */
  double moment[3]; /* of it about the casting body's centre of mass at the start [N m] */
  const condyle_contact* contact;
} condyle_post_step;

/* The three kinds. A post-step function that returns another number than 0 takes its step back and
 * stops the simulation. */
typedef int (*condyle_normal_law)(const condyle_normal_input*, condyle_normal_force*);
typedef int (*condyle_friction_law)(const condyle_friction_input*, condyle_friction_force*);
typedef int (*condyle_post_step_function)(const condyle_post_step*);

#endif

#pragma once

#include <span>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "core/src/contact/laws/pressure_law.h"
#include "world/scene_world.h"

namespace condyle {

// States of rest in closed form: a bed of springs with the law p(d), compressed by `depth`. With
// A(d), the area that is deeper than d, F = integral of p(d) (-dA/dd) dd from 0 to depth. (From
// elementary geometry; for small depths it is the Winkler foundation of Johnson 1985, section 4.3.)
//
//   ball_on_plane: a plane that casts along its normal on a sphere.
//     A = pi (2 R x - x^2), x = depth - d;
//     linear law F = K pi depth^2 (R - depth / 3), K = pressure over depth
//   paraboloids: for depth << R, with relative radii 1/R = 1/R_casting + 1/R_target.
//     In a point: A = 2 pi sqrt(R1 R2) x; linear law F = K pi sqrt(R1 R2) depth^2
//     In a line: A = 2 L sqrt(2 R x); linear law F = K L (4 sqrt(2) / 3) sqrt(R) depth^1.5

/// Force [N] at `depth` >= 0 [m].
double closed_form_force(const scene::ClosedForm& form, const PressureLaw& law, double depth);

/// Area of the contact [m^2] at `depth` >= 0 [m].
double closed_form_area(const scene::ClosedForm& form, double depth);

/// The depth [m] at which the force is `force` >= 0 [N].
double closed_form_depth(const scene::ClosedForm& form, const PressureLaw& law, double force);

/// The formula as text for the user.
std::string closed_form_text(const scene::ClosedForm& form);

/// Writes four readings: depth, force, peak pressure and area, each as measured in the contact and
/// as expected at rest under `force` [N]. Precondition: `readings` are the four of
/// closed_form_readings().
void read_closed_form(const scene::ClosedForm& form, const WorldContact& contact, double force,
                      std::span<ClosedFormReading> readings);

/// The four readings with their names and units, without values.
std::vector<ClosedFormReading> closed_form_readings(const scene::ClosedForm& form);

}  // namespace condyle

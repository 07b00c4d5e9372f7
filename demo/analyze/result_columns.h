#pragma once

#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/model/osim_kinematics.h"
#include "condyle/model/osim_model.h"

namespace condyle {

// The columns of the tables that `condyle analyze` writes: names, and the numbers of one frame in
// the same order. SI units.

/// Of one side of a contact, "casting" or "target": as OpenSim reports it, then what it does not.
std::vector<std::string> contact_labels(const std::string& contact, const std::string& side);
void append_contact(const ContactResult& result, std::vector<double>& row);

/// Of a Blankevoort1991Ligament: as OpenSim's force reporter names them.
std::vector<std::string> ligament_labels(const std::string& name);
void append_ligament(const LigamentForce& force, double length, double lengthening_speed,
                     std::vector<double>& row);

/// Of a Ligament.
std::vector<std::string> curve_ligament_labels(const std::string& name);

/// Of a body: position, rotation as a quaternion, and velocities, in the ground.
std::vector<std::string> body_labels(const std::string& body);
void append_body(const Pose& X_GB, const Twist& V_GB_G, std::vector<double>& row);

}  // namespace condyle

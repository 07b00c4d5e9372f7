#pragma once

#include <string>
#include <vector>

#include "condyle/contact/contact_result.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/opensim/osim_model.h"
#include "condyle/opensim/osim_motion.h"

namespace condyle {

// The columns of the tables that `condyle analyze` writes: their labels, and the values of one
// frame in the order of the labels. SI units.

/// Columns of one side of a contact, "casting" or "target": those of OpenSim's report, then further
/// ones.
std::vector<std::string> contact_labels(const std::string& contact, const std::string& side);
void append_contact(const ContactResult& result, std::vector<double>& row);

/// Columns of a Blankevoort1991Ligament, labelled as by OpenSim's force reporter.
std::vector<std::string> ligament_labels(const std::string& name);
void append_ligament(const ligament::StrandForce& force, double length, double lengthening_speed,
                     std::vector<double>& row);

/// Columns of a Ligament.
std::vector<std::string> curve_ligament_labels(const std::string& name);

/// Column of a ligament's moment arm about a coordinate [m per rad; no unit if it is a length].
std::string moment_arm_label(const std::string& ligament, const std::string& coordinate);

/// Columns of a body: position, rotation as a quaternion, and velocities, in the ground frame.
std::vector<std::string> body_labels(const std::string& body);
void append_body(const Pose& X_GB, const Twist& V_GB_G, std::vector<double>& row);

}  // namespace condyle

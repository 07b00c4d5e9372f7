#pragma once

#include <Eigen/Core>
#include <functional>
#include <string>
#include <vector>

#include "condyle/scene/scene.h"
#include "lab/lab_table.h"

namespace condyle {

class SceneWorld;
struct TestedJoint;

// Laboratory tests of a joint by static balance: each finds the pose in which the joint rests at
// every angle and load. Angles in radians, SI units; tables are in the units of their columns.
// Throw InputError that says what the scene lacks. What finds no balance is a row without figures,
// and a note.

/// By how much the femoral side of a joint is placed wrongly in the test of contact.
struct Malalignment {
  std::string name;
  Eigen::Vector3d turn = Eigen::Vector3d::Zero();   ///< about the origin of its body [rad]
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();  ///< [m]
};

/// None, then 2 degrees of varus and of valgus, 5 of inward and of outward rotation, and 2 mm
/// forward and backward, each of the moved body's mesh along the axes of the body: x forward, y up.
std::vector<Malalignment> usual_malalignments();

struct ContactTest {
  std::vector<double> angles;  ///< of the joint's motion; none: 0, 15, 30, 60, 90 and 110 degrees
  std::vector<Malalignment> malalignments = usual_malalignments();
  /// Called at each angle [rad] of the first alignment that finds its balance; may be empty.
  std::function<void(double angle, const SceneWorld& world)> see;
};

/// The angles of a test of contact [rad]: those given or, if there are none, its usual ones. Throws
/// InputError as tested_angles() does.
std::vector<double> contact_test_angles(const scene::Scene& scene, const TestedJoint& joint,
                                        const std::vector<double>& given);

/// Force, area, mean and peak pressure, and share, peak and centre of each region of the contact,
/// at each angle under the scene's largest load; and the worst of the malalignments at each.
/// The idea is that of the contact tests of ASTM F2083; figures and angles are the user's.
LabResult test_contact(const scene::Scene& scene, const ContactTest& test);

struct LaxityTest {
  std::vector<double> angles;  ///< none: 0, 30, 60 and 90 degrees
  double force_forward = 100;  ///< [N]
  double force_sideways = 50;  ///< [N]
  double moment_turning = 2;   ///< about the body's y axis [N m]
  double moment_tilting = 5;   ///< about the body's x axis [N m]
  int points = 41;             ///< from -load to +load; odd: one is without load
};

/// Displacement of the dynamic body against a force along x and z and a moment about y and x of
/// the world, from minus to plus the test's, under the scene's other loads; with the scene's
/// ligaments and with all of them cut. The kind of test of ASTM F1223.
LabResult test_laxity(const scene::Scene& scene, const LaxityTest& test);

}  // namespace condyle

#pragma once

#include <fmt/format.h>

#include <string>

namespace condyle::test {

/// A model of version 4: a thigh that swings about z at the ground, and a shank that slides and
/// turns on it. Each member is inserted in the text at its place.
struct OsimText {
  std::string frames;  ///< components of the thigh
  std::string wraps;   ///< wrap objects of the thigh
  std::string bodies;  ///< further bodies
  std::string joint;   ///< replaces the knee
  std::string constraints, forces, contact_meshes, sets;

  std::string text() const {
    return fmt::format(
        R"(<?xml version="1.0" encoding="UTF-8" ?>
<OpenSimDocument Version="40000">
 <Model name="leg">
  <Ground name="ground"/>
  <gravity>0 -9.81 0</gravity>
  <BodySet name="bodyset"><objects>
   <Body name="thigh">
    <components>{}</components>
    <WrapObjectSet name="wrapobjectset"><objects>{}</objects></WrapObjectSet>
    <mass>8</mass><mass_center>0 -0.2 0</mass_center><inertia>0.1 0.2 0.3 0 0 0</inertia>
   </Body>
   <Body name="shank"><mass>3</mass></Body>{}
  </objects></BodySet>
  <JointSet name="jointset"><objects>
   <PinJoint name="hip">
    <socket_parent_frame>/ground</socket_parent_frame>
    <socket_child_frame>thigh_offset</socket_child_frame>
    <coordinates><Coordinate name="hip_flexion"><default_value>0.1</default_value></Coordinate></coordinates>
    <frames><PhysicalOffsetFrame name="thigh_offset">
      <socket_parent>/bodyset/thigh</socket_parent>
      <translation>0 0.1 0</translation><orientation>0 0 0</orientation>
    </PhysicalOffsetFrame></frames>
   </PinJoint>
   {}
  </objects></JointSet>
  <ConstraintSet name="constraintset"><objects>{}</objects></ConstraintSet>
  <ForceSet name="forceset"><objects>{}</objects></ForceSet>
  <ContactGeometrySet name="contactgeometryset"><objects>{}</objects></ContactGeometrySet>
  {}
 </Model>
</OpenSimDocument>
)",
        frames, wraps, bodies, joint.empty() ? knee() : joint, constraints, forces, contact_meshes,
        sets);
  }

  static std::string knee() {
    return R"(<CustomJoint name="knee">
    <socket_parent_frame>thigh_end</socket_parent_frame>
    <socket_child_frame>/bodyset/shank</socket_child_frame>
    <coordinates><Coordinate name="flexion"/><Coordinate name="slide"/></coordinates>
    <frames><PhysicalOffsetFrame name="thigh_end">
      <socket_parent>/bodyset/thigh</socket_parent>
      <translation>0 -0.4 0</translation><orientation>0 0 0</orientation>
    </PhysicalOffsetFrame></frames>
    <SpatialTransform>
     <TransformAxis name="rotation1"><coordinates>flexion</coordinates><axis>0 0 2</axis>
      <LinearFunction name="function"><coefficients>-1 0</coefficients></LinearFunction></TransformAxis>
     <TransformAxis name="rotation2"><coordinates>flexion</coordinates><axis>1 0 1</axis>
      <SimmSpline name="function"><x>0 1 2 3</x><y>0 0.2 0.1 -0.3</y></SimmSpline></TransformAxis>
     <TransformAxis name="rotation3"><axis>0 1 0</axis>
      <Constant name="function"><value>0.05</value></Constant></TransformAxis>
     <TransformAxis name="translation1"><coordinates>flexion slide</coordinates><axis>1 0 0</axis>
      <LinearFunction name="function"><coefficients>0.01 2 0.001</coefficients></LinearFunction></TransformAxis>
     <TransformAxis name="translation2"><coordinates>flexion</coordinates><axis>0 1 0</axis>
      <MultiplierFunction name="function"><function><PolynomialFunction><coefficients>3 2 1</coefficients></PolynomialFunction></function><scale>0.001</scale></MultiplierFunction></TransformAxis>
     <TransformAxis name="translation3"><coordinates>slide</coordinates><axis>0 0 1</axis>
      <LinearFunction name="function"><coefficients>1 0</coefficients></LinearFunction></TransformAxis>
    </SpatialTransform>
   </CustomJoint>)";
  }

  /// A strand from the thigh to the shank.
  static std::string strand(const std::string& name, const std::string& properties,
                            const std::string& points = "", const std::string& wraps = "") {
    const std::string two =
        R"(<PathPoint name="a"><socket_parent_frame>/bodyset/thigh</socket_parent_frame><location>0.02 -0.38 0.01</location></PathPoint>
<PathPoint name="b"><socket_parent_frame>/bodyset/shank</socket_parent_frame><location>0.01 -0.05 0.02</location></PathPoint>)";
    return fmt::format(
        R"(<Blankevoort1991Ligament name="{}"><GeometryPath name="geometrypath">
<PathPointSet><objects>{}</objects></PathPointSet><PathWrapSet><objects>{}</objects></PathWrapSet></GeometryPath>{}</Blankevoort1991Ligament>)",
        name, points.empty() ? two : points, wraps, properties);
  }
};

}  // namespace condyle::test

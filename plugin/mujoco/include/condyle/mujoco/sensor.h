#pragma once

#include <string>

namespace condyle::mujoco {

/// What a sensor measures of the contact of a geom. Forces are those of MuJoCo's rows, the rest is
/// of the triangles (Plugin).
enum class Measure {
  force,          ///< on the geom, friction included [N]; 3 numbers
  moment,         ///< of that force, about the frame's origin [N m]; 3 numbers
  peak_pressure,  ///< [Pa]; 1 number
  area,           ///< in contact [m^2]; 1 number
  centre,         ///< of pressure [m], 0 without pressure; 3 numbers
  taxels,         ///< mean pressure on each cell of a grid [Pa], row by row; rows x columns numbers
};
/// Its word in a model's texts.
constexpr const char* word_of(Measure value) {
  switch (value) {
    case Measure::force:
      return "force";
    case Measure::moment:
      return "moment";
    case Measure::peak_pressure:
      return "peak_pressure";
    case Measure::area:
      return "area";
    case Measure::centre:
      return "centre";
    case Measure::taxels:
      return "taxels";
  }
  return nullptr;
}

/// The unit of its numbers.
constexpr const char* unit_of(Measure value) {
  switch (value) {
    case Measure::force:
      return "N";
    case Measure::moment:
      return "N m";
    case Measure::peak_pressure:
    case Measure::taxels:
      return "Pa";
    case Measure::area:
      return "m^2";
    case Measure::centre:
      return "m";
  }
  return nullptr;
}

/// A sensor of the contact of a geom with a layer: of all its pairs, or of that with one other
/// geom. Vectors are in the frame of a site, or without one in the world's axes with the origin in
/// the geom's centre, but for the centre of pressure, which then is a place in the world. Frames
/// are where MuJoCo shows them: where they were at the start of the step.
struct Sensor {
  Measure measures = Measure::force;
  std::string geom;     ///< whose contact is measured
  std::string against;  ///< the other geom; empty: all
  std::string site;     ///< empty: none

  /// Of taxels: the cells lie over the x-y face of the site, a box on the geom's body, rows along
  /// y, columns along x, and feel the triangles that face its +z (TaxelGrid).
  int rows = 0, columns = 0;
};

/// How many numbers it gives.
constexpr int dimension_of(const Sensor& sensor) {
  switch (sensor.measures) {
    case Measure::peak_pressure:
    case Measure::area:
      return 1;
    case Measure::taxels:
      return sensor.rows * sensor.columns;
    case Measure::force:
    case Measure::moment:
    case Measure::centre:
      break;
  }
  return 3;
}

}  // namespace condyle::mujoco

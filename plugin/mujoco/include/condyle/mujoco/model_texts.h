#pragma once

#include <string>

#include "condyle/contact/contact_settings.h"
#include "condyle/contact/layer.h"
#include "condyle/ligament/ligament_strand.h"
#include "condyle/mujoco/sensor.h"

namespace condyle::mujoco {

// What the `<custom>` texts of a model say, which Plugin::add_from_model() reads: words
// "name=value", with values in SI units. Each text_of() gives the words whose values are not the
// default ones.

/// How fine the mesh is that stands for the analytic shape of a geom where it casts.
struct CastingMesh {
  double chord_error = 0;   ///< largest distance of the mesh from the shape [m]; 0: by its radius
  double longest_edge = 0;  ///< of its triangles [m]; 0: by the radius of the shape
  double extent = 0;  ///< of a plane: edge of the square that casts [m]; 0: the plane does not cast
  bool is_divided = false;  ///< where a contact is small, triangles are (TriangleDivision)
};

/// "condyle.layer.GEOM": the layer of a geom.
struct LayerText {
  Layer layer;
  CastingMesh mesh;
};

/// "condyle.pair.NAME": the contact of two geoms, which have layers.
struct PairText {
  std::string casting, target;  ///< names of the geoms
  CastingSide side = CastingSide::first;
  ContactSettings settings;
};

/// "condyle.layer.GEOM": the layer of a geom.
std::string text_of(const LayerText& layer);
/// "condyle.strand.TENDON". The strand's name is not in it.
std::string text_of(const ligament::Strand& strand);
/// "condyle.sensor.NAME": a sensor, which the model's `<user>` sensor of that name shows. Throws
/// InputError for a name with a space.
std::string text_of(const Sensor& sensor);
/// "condyle.contact": the settings of all pairs without a text of their own. Throws InputError for
/// laws of the user's.
std::string text_of(const ContactSettings& settings);
/// Throws InputError as the text of its settings does, and for a name with a space.
std::string text_of(const PairText& pair);

}  // namespace condyle::mujoco

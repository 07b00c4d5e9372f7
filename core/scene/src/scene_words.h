#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/src/contact/laws/law_description.h"

namespace condyle::scene::words {

// The words of scene files that stand for no enumerator; those of enumerations: enum_words.h.
inline const std::vector<std::string> laws = law_names();
inline const std::array<std::string, 2> layer_models = {"lumped", "two_layer"};
inline const std::string side_without_layer = "rigid", endless_thickness = "half_space";
/// The names of a result's first regions in history.csv, in the order of condyle::axis_regions.
inline const std::array<std::string, 6> axis_regions = {"-x", "+x", "-y", "+y", "-z", "+z"};
/// "default" stands for the columns of a scene that does not choose any.
inline const std::array<std::string, 12> history_columns = {
    "default", "readings", "bodies",          "contacts",          "strands",      "closed_forms",
    "solver",  "energy",   "contact_moments", "contact_proximity", "axis_regions", "strand_rates"};
inline const std::array<std::string, 2> slopes = {"given", "differences"};
inline const std::array<std::string, 2> motion_kinds = {"rotation", "translation"};
inline const std::array<std::string, 2> load_frames = {"world", "body"};
inline const std::array<std::string, 6> axes = {"tx", "ty", "tz", "rx", "ry", "rz"};
inline const std::array<std::string, 11> shape_kinds = {
    "half_space", "sphere", "ellipsoid", "infinite_cylinder", "cylinder", "capsule",
    "cone",       "torus",  "brick",     "height_map",        "mesh"};
inline const std::array<std::string, 2> mesh_normals = {"faces", "smooth"};

}  // namespace condyle::scene::words

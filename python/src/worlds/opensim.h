#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle::python {

/// The lines of a report as sentences.
std::vector<std::string> sentences_of(const opensim::ModelReport& report);

/// The model itself if `any` is one that was read before, otherwise the model in the file at this
/// path.
opensim::OsimModel model_of(const pybind11::object& any);

}  // namespace condyle::python

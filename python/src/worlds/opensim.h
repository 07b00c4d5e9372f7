#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle::python {

/// The lines of a report as sentences.
std::vector<std::string> sentences_of(const opensim::ModelReport& report);

/// The model in `any`: one that was read before, or that of the file of this path.
opensim::OsimModel model_of(const pybind11::object& any);

}  // namespace condyle::python

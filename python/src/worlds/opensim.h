#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <vector>

#include "condyle/opensim/osim_model.h"

namespace condyle::python {

/// The lines of a report as sentences.
std::vector<std::string> sentences_of(const opensim::ModelReport& report);

/// Names of the ligaments of either type.
std::vector<std::string> ligaments_of(const opensim::OsimModel& model);

/// Adds what reads and changes the ligaments and contacts of a model, and writes it.
void add_parts_of_models(
    pybind11::class_<opensim::OsimModel, std::shared_ptr<opensim::OsimModel>>& cls);

/// The model itself if `any` is one that was read before, otherwise the model in the file at this
/// path.
opensim::OsimModel model_of(const pybind11::object& any);

}  // namespace condyle::python

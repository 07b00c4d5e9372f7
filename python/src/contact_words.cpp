#include "contact_words.h"

#include "core/src/contact/law_description.h"
#include "words.h"

namespace condyle::python {

void set_law(ContactSettings& settings, const py::object& law) {
  if (py::isinstance<NormalLaw>(law)) {
    settings.formulation = Formulation::linear;  // no other goes with a Law
    settings.normal = law.cast<NormalLaw>();
    return;
  }
  if (!py::isinstance<py::str>(law)) throw py::type_error("law must be a word or a condyle.Law");
  settings.formulation = enumerator_of<Formulation>(law.cast<std::string>(), "law");
  settings.normal = {};
}

py::object law_setting_of(const ContactSettings& settings) {
  if (!is_foundation(settings.normal)) return py::cast(settings.normal);
  return py::str(word_of(settings.formulation));
}

}  // namespace condyle::python

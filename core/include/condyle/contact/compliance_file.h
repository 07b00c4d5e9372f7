#pragma once

#include <filesystem>

namespace condyle {

class ContactSurface;

/// Lets Formulation::elastic_layer take this surface's compliance from a file that `condyle
/// compliance` made of the very part by finite elements, in place of that of a flat layer. The file
/// is for one mesh, one node spacing, one Poisson's ratio and one thickness; the modulus scales it.
/// A copy of the surface with another Poisson's ratio or thickness (with_layer) is flat again, and
/// so is the surface itself if `file` is empty.
/// Call this before pairs are made. Throws InputError if the file cannot be read; a pair from the
/// surface throws one that names the file if that belongs to another mesh or layer.
void use_compliance(ContactSurface& surface, const std::filesystem::path& file);

/// The file that the surface takes its compliance from; empty if that is a flat layer's.
std::filesystem::path compliance_file_of(const ContactSurface& surface);

}  // namespace condyle

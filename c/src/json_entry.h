#pragma once

#include <memory>

#include "condyle/contact/contact_settings.h"

namespace condyle {
class ContactSurface;
}

namespace condyle::c {

// Texts of JSON with the keys of scene files. All throw InputError that names the key.

/// The settings of a contact; the defaults if `json` is null. Loads a user's library.
ContactSettings settings_of(const char* json);

struct ContactEntry {
  ContactSettings settings;
  CastingSide side = CastingSide::automatic;
};
/// The same, with the key "casts".
ContactEntry contact_of(const char* json);

/// The surface of a mesh of a scene; files are relative to `folder` (null: the current one).
std::shared_ptr<const ContactSurface> surface_of(const char* json, const char* folder);

}  // namespace condyle::c

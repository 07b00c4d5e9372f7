#pragma once

namespace condyle::shaders {

extern const char* const k_mesh_vertex;
extern const char* const k_mesh_fragment;
extern const char* const k_floor_vertex;
extern const char* const k_floor_fragment;
extern const char* const k_screen_vertex;  ///< one triangle over the whole picture
extern const char* const k_background_fragment;
extern const char* const k_present_fragment;

}  // namespace condyle::shaders

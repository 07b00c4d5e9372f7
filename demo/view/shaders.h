#pragma once

#include <string>

namespace condyle::shaders {

extern const char* const k_mesh_vertex;
extern const char* const k_light;           ///< common start of the fragment shaders of meshes
extern const char* const k_solid_fragment;  ///< follows k_light
extern const char* const k_glass_fragment;  ///< follows k_light; draws into a GlassBuffer
extern const char* const k_glass_over_fragment;
extern const char* const k_patch_vertex;
extern const char* const k_patch_fragment;
extern const char* const k_floor_vertex;
extern const char* const k_floor_fragment;
extern const char* const k_screen_vertex;  ///< one triangle that covers the whole picture
extern const char* const k_background_fragment;
extern const char* const k_present_fragment;  ///< follows samples_header()
extern const char* const k_smooth_fragment;

// Of the class SoftLight.
extern const char* const k_height_vertex;
extern const char* const k_height_fragment;
extern const char* const k_seen;            ///< what a pixel shows; follows samples_header()
extern const char* const k_shade_fragment;  ///< follows k_seen
extern const char* const k_spread_fragment;
extern const char* const k_shaded_fragment;  ///< follows k_seen

/// The start of shaders that read a picture with this number of samples per pixel; 0: one.
std::string samples_header(int samples);

}  // namespace condyle::shaders

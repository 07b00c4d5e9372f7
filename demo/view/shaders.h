#pragma once

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
extern const char* const k_present_fragment;

}  // namespace condyle::shaders

#include "view/shaders.h"

namespace condyle::shaders {

const char* const k_mesh_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in float a_value;
uniform mat4 u_clip_from_world, u_world_from_mesh;
uniform mat3 u_turn;  // of normals, mesh to world
out vec3 v_position, v_normal;
out float v_value;
void main() {
  vec4 position = u_world_from_mesh * vec4(a_position, 1.0);
  v_position = position.xyz;
  v_normal = u_turn * a_normal;
  v_value = a_value;
  gl_Position = u_clip_from_world * position;
}
)";

// Light comes from a studio that turns with the camera: a dome that is brighter above than below
// and three soft boxes (key, fill, rim). Matt surfaces take the boxes as lamps, glossy ones mirror
// them.
const char* const k_mesh_fragment = R"(
in vec3 v_position, v_normal;
in float v_value;
uniform vec3 u_eye, u_up;
uniform mat3 u_rig;  // world to studio: x right, y up, z towards the camera
uniform vec3 u_color;
uniform float u_roughness, u_metal, u_opacity;
uniform int u_painted;
uniform float u_range, u_contour_step;
uniform vec3 u_over_range_color;
uniform sampler1D u_map;
out vec4 o_color;

const vec3 k_key = vec3(-0.48, 0.72, 0.50), k_fill = vec3(0.80, 0.12, 0.58);
const vec3 k_rim = vec3(0.35, 0.60, -0.72);
const vec3 k_key_light = vec3(1.00, 0.97, 0.92), k_fill_light = vec3(0.82, 0.90, 1.00);

// Cosine near 0, good enough for the edges of a soft box.
float near_cosine(float angle) { return 1.0 - 0.5 * angle * angle; }

float soft_box(vec3 d, vec3 centre, float size, float blur) {
  return smoothstep(near_cosine(size + 1.2 * blur), near_cosine(size * (1.0 - blur)),
                    dot(d, normalize(centre)));
}

vec3 mirrored(vec3 d, float roughness) {
  float blur = clamp(roughness, 0.06, 1.0);
  vec3 light = mix(vec3(0.05, 0.055, 0.065), vec3(0.38, 0.41, 0.46),
                   smoothstep(-0.25 - blur, 0.55 + blur, d.y));
  float spread = 1.0 / (1.0 + 3.0 * blur * blur);
  light += 1.9 * spread * k_key_light * soft_box(d, k_key, 0.48, blur);
  light += 0.75 * spread * k_fill_light * soft_box(d, k_fill, 0.38, blur);
  light += 1.1 * spread * k_fill_light * soft_box(d, k_rim, 0.42, blur);
  return light;
}

vec3 lamp(vec3 n, vec3 direction, float wrap) {
  return vec3(max((dot(n, normalize(direction)) + wrap) / (1.0 + wrap), 0.0));
}

vec3 received(vec3 n, vec3 n_studio) {
  float above = 0.5 + 0.5 * dot(n, u_up);
  vec3 dome = mix(vec3(0.11, 0.108, 0.115), vec3(0.25, 0.265, 0.29), above);
  return dome + 0.56 * k_key_light * lamp(n_studio, k_key, 0.25) +
         0.15 * k_fill_light * lamp(n_studio, k_fill, 0.35) +
         0.16 * k_fill_light * lamp(n_studio, k_rim, 0.1);
}

// How much of the fragment is painted: it fades in, since the rim of a patch follows the triangles.
float coverage() { return u_painted == 0 ? 0.0 : smoothstep(0.0, 0.03 * u_range, v_value); }

vec3 paint() {
  float t = v_value / u_range;
  vec3 color = texture(u_map, clamp(t, 0.0, 1.0) * (255.0 / 256.0) + 0.5 / 256.0).rgb;
  float over = clamp((t - 1.0) / max(fwidth(t), 1e-6), 0.0, 1.0);
  color = mix(color, u_over_range_color, over);
  if (u_contour_step <= 0.0) return color;
  float level = v_value / u_contour_step;
  float width = max(fwidth(level), 1e-6);
  float distance_to_line = abs(fract(level + 0.5) - 0.5) / width;
  float line = (1.0 - smoothstep(0.4, 1.2, distance_to_line)) * clamp(0.6 - width, 0.0, 0.35);
  return mix(color, color * 0.25, level > 0.5 ? line : 0.0);
}

void main() {
  vec3 view = normalize(u_eye - v_position);
  vec3 n = normalize(v_normal) * (gl_FrontFacing ? 1.0 : -1.0);
  vec3 n_studio = u_rig * n;
  float facing = clamp(dot(n, view), 0.0, 1.0);
  vec3 light = received(n, n_studio);
  vec3 reflection = mirrored(u_rig * reflect(-view, n), u_roughness);

  float fresnel = pow(1.0 - facing, 5.0);
  vec3 f0 = mix(vec3(0.04), u_color, u_metal);
  vec3 gloss = (f0 + (1.0 - f0) * fresnel * (1.0 - 0.8 * u_roughness)) * reflection;
  vec3 body = u_color * light * (1.0 - 0.92 * u_metal);

  // Paint keeps its hue and nearly its lightness, so that the colour bar can be read against it.
  float covered = coverage();
  vec3 painted = paint() * mix(vec3(1.0), light, 0.38);
  body = mix(body, painted, covered);
  gloss *= mix(1.0, 0.25 - 0.20 * u_metal, covered);

  // Glass is clear where it faces us and denser towards its silhouette.
  float rim = pow(1.0 - facing, 2.5);
  float alpha = mix(u_opacity, mix(u_opacity, 1.0, 0.65), rim);
  alpha = mix(alpha, mix(alpha, 1.0, 0.75), covered);
  gloss *= mix(alpha, 1.0, 0.2);
  if (!gl_FrontFacing && u_opacity < 1.0) { alpha *= 0.5; gloss *= 0.15; }
  o_color = vec4(body * alpha + gloss, alpha);
}
)";

const char* const k_floor_vertex = R"(
layout(location = 0) in vec3 a_position;
uniform mat4 u_clip_from_world, u_world_from_mesh;
out vec2 v_place;
void main() {
  v_place = a_position.xy;
  gl_Position = u_clip_from_world * u_world_from_mesh * vec4(a_position, 1.0);
}
)";

const char* const k_floor_fragment = R"(
in vec2 v_place;  // in [-1, 1]
uniform float u_cells;  // grid cells from the centre to the rim
out vec4 o_color;
float lines(vec2 place, float pixels) {
  vec2 width = fwidth(place);
  vec2 away = abs(fract(place - 0.5) - 0.5) / width;
  vec2 line = (1.0 - smoothstep(pixels - 0.5, pixels + 0.5, away)) * clamp(0.5 - width, 0.0, 0.5) * 2.0;
  return max(line.x, line.y);
}
void main() {
  float fade = 1.0 - smoothstep(0.25, 1.0, length(v_place));
  float fine = lines(v_place * u_cells, 0.5), coarse = lines(v_place * u_cells / 5.0, 0.7);
  float alpha = fade * max(0.035 * fine, 0.09 * coarse);
  o_color = vec4(vec3(0.75, 0.85, 1.0) * alpha, alpha);
}
)";

const char* const k_screen_vertex = R"(
out vec2 v_place;  // 0 to 1 over the picture
void main() {
  v_place = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(2.0 * v_place - 1.0, 0.999999, 1.0);
}
)";

const char* const k_background_fragment = R"(
in vec2 v_place;
uniform float u_aspect;
out vec4 o_color;
void main() {
  vec3 low = vec3(0.014, 0.018, 0.026), high = vec3(0.060, 0.078, 0.105);
  vec2 from_centre = (v_place - vec2(0.5, 0.56)) * vec2(min(u_aspect, 1.6) / 1.6, 1.0);
  float glow = exp(-3.2 * dot(from_centre, from_centre));
  o_color = vec4(mix(low, high, glow), 1.0);
}
)";

// Linear light to the screen: highlights roll off above 0.8, then sRGB (IEC 61966-2-1), and noise
// below one step so that the background shows no bands.
const char* const k_present_fragment = R"(
in vec2 v_place;
uniform sampler2D u_picture;
out vec4 o_color;
float rolled_off(float c) { return c < 0.8 ? c : 0.8 + 0.2 * (1.0 - exp(-(c - 0.8) / 0.2)); }
float encoded(float c) { return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055; }
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
void main() {
  vec3 c = max(texture(u_picture, v_place).rgb, 0.0);
  c = vec3(rolled_off(c.r), rolled_off(c.g), rolled_off(c.b));
  c = vec3(encoded(c.r), encoded(c.g), encoded(c.b));
  o_color = vec4(c + (noise(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}
)";

}  // namespace condyle::shaders

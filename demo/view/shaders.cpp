#include "view/shaders.h"

namespace condyle::shaders {

const char* const k_mesh_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec3 a_from_edges;
uniform mat4 u_clip_from_world, u_world_from_mesh;
OUT_CUT_PLACE
uniform vec4 u_cut;   // what is drawn has dot(u_cut, position) >= 0
uniform mat3 u_turn;  // of normals, mesh to world
out vec3 v_position, v_normal, v_from_edges, v_from_sides;
void main() {
  v_from_edges = a_from_edges;
  v_from_sides = vec3(equal(ivec3(gl_VertexID % 3), ivec3(0, 1, 2)));
  vec4 position = u_world_from_mesh * vec4(a_position, 1.0);
  v_position = position.xyz;
  v_normal = u_turn * a_normal;
  CUT_PLACE = dot(u_cut, position);
  gl_Position = u_clip_from_world * position;
}
)";

// The light is a studio that turns with the camera: a dome, brighter above than below, and three
// soft boxes (key, fill, rim). Matt surfaces are lit by the boxes as by lamps; glossy surfaces
// reflect them.
const char* const k_light = R"(
in vec3 v_position, v_normal, v_from_edges, v_from_sides;
uniform vec3 u_eye, u_up;
uniform mat3 u_rig;  // world to studio: x right, y up, z towards the camera
uniform vec3 u_color;
uniform float u_roughness, u_metal;
uniform float u_edge_lines, u_mesh_lines;  // strength, 0: none

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

// The strength of a line along those sides of a triangle from which `from` is the distance, 0 to 1.
// Lines fade where triangles are hardly larger than they.
float line(vec3 from, float pixels) {
  vec3 width = max(fwidth(from), 1e-6);
  vec3 near = 1.0 - smoothstep(pixels - 0.5, pixels + 0.5, from / width);
  near *= 1.0 - smoothstep(0.15, 0.4, width);
  return max(near.x, max(near.y, near.z));
}

// What lines leave of the light.
float beside_lines() {
  return (1.0 - u_edge_lines * line(v_from_edges, 0.8)) *
         (1.0 - u_mesh_lines * line(v_from_sides, 0.5));
}

struct Light { vec3 body, gloss; float facing; };

Light take_light() {
  vec3 view = normalize(u_eye - v_position);
  vec3 n = normalize(v_normal) * (gl_FrontFacing ? 1.0 : -1.0);
  float facing = clamp(dot(n, view), 0.0, 1.0);
  vec3 reflection = mirrored(u_rig * reflect(-view, n), u_roughness);
  float fresnel = pow(1.0 - facing, 5.0);
  vec3 f0 = mix(vec3(0.04), u_color, u_metal);
  vec3 gloss = (f0 + (1.0 - f0) * fresnel * (1.0 - 0.8 * u_roughness)) * reflection;
  return Light(u_color * received(n, u_rig * n) * (1.0 - 0.92 * u_metal), gloss, facing);
}
)";

const char* const k_solid_fragment = R"(
uniform float u_glow, u_mark;  // u_mark: 0.01 for what lies over maps and has no outline against them
uniform int u_cut_face;  // 1: this is a face of a cut; 2: so is what shows its back
out vec4 o_color;
IN_CUT_PLACE
// A face of a cut is flat and hatched, whatever the light.
vec3 hatched() {
  float stripe = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 9.0) - 0.5) * 9.0;
  return u_color * mix(0.28, 0.5, smoothstep(0.4, 1.4, stripe));
}
void main() {
  LEAVE_IF_CUT
  if (u_cut_face == 1 || (u_cut_face == 2 && !gl_FrontFacing)) {
    o_color = vec4(hatched(), u_mark);
    return;
  }
  Light light = take_light();
  vec3 lit = mix(light.body + light.gloss, u_color, u_glow);
  o_color = vec4(lit * beside_lines(), u_mark);
}
)";

// Glass is clear where it faces the camera and denser towards its silhouette. Near surfaces weigh
// more than far ones.
const char* const k_glass_fragment = R"(
uniform float u_opacity, u_distance;  // u_distance: of the eye to what it looks at
layout(location = 0) out vec4 o_sum;
layout(location = 1) out vec4 o_weight;
IN_CUT_PLACE
void main() {
  LEAVE_IF_CUT
  Light light = take_light();
  float alpha = mix(u_opacity, mix(u_opacity, 1.0, 0.65), pow(1.0 - light.facing, 2.5));
  vec3 gloss = light.gloss * mix(alpha, 1.0, 0.2);
  if (!gl_FrontFacing) { alpha *= 0.5; gloss *= 0.15; }
  float beside = beside_lines();
  gloss *= beside;
  light.body *= beside;
  alpha = mix(min(1.0, alpha + 0.4), alpha, beside);
  float weight = clamp(pow(u_distance / distance(u_eye, v_position), 6.0), 0.01, 100.0);
  o_sum = vec4((light.body * alpha + gloss) * weight, alpha);
  o_weight = vec4(alpha * weight);
}
)";

// Blends all glass over the solid picture.
const char* const k_glass_over_fragment = R"(
in vec2 v_place;
uniform sampler2D u_sum, u_weight;
out vec4 o_color;
void main() {
  vec4 sum = texture(u_sum, v_place);
  float covered = 1.0 - sum.a;
  if (covered <= 0.0) discard;
  o_color = vec4(sum.rgb / max(texture(u_weight, v_place).r, 1e-6) * covered, covered);
}
)";

// A patch lies on its mesh. It is drawn slightly nearer to the eye, in proportion to its value, so
// that the higher of two overlapping maps is visible.
const char* const k_patch_vertex = R"(
layout(location = 0) in vec3 a_position;
layout(location = 1) in float a_value;
uniform mat4 u_clip_from_world, u_world_from_mesh;
uniform vec3 u_eye;
uniform vec4 u_cut;
OUT_CUT_PLACE
uniform float u_range;
out float v_value;
void main() {
  vec4 position = u_world_from_mesh * vec4(a_position, 1.0);
  CUT_PLACE = dot(u_cut, position);
  float nearer = 0.0002 + 0.0001 * clamp(a_value / u_range, 0.0, 1.0);
  vec4 moved = u_clip_from_world * vec4(mix(position.xyz, u_eye, nearer), 1.0);
  gl_Position = u_clip_from_world * position;
  gl_Position.z = moved.z / moved.w * gl_Position.w;
  v_value = a_value;
}
)";

// The colour from the bar, without light. Alpha marks pixels whose colour must not change.
const char* const k_patch_fragment = R"(
in float v_value;
uniform float u_range, u_band, u_contour_step, u_line_width, u_line_at, u_threshold, u_most;
uniform vec3 u_over_range_color;
uniform sampler2D u_map;
out vec4 o_color;
IN_CUT_PLACE

// Pixels from the line; a value that does not change has no line, but white stripes above it.
float from_line() {
  float change = fwidth(v_value);
  if (change > 1e-5 * v_value) return abs(v_value - u_line_at) / max(change, 1e-6);
  return v_value > u_line_at ? abs(fract((gl_FragCoord.x + gl_FragCoord.y) / 8.0) - 0.5) * 8.0 : 2.0;
}

vec3 map_color(float t) {
  return texture(u_map, vec2(clamp(t, 0.0, 1.0) * (255.0 / 256.0) + 0.5 / 256.0, 0.5)).rgb;
}

// The colour of the band's middle; on the border of two bands both share a pixel.
vec3 band_color(float t) {
  float level = t / u_band, border = max(floor(level + 0.5), 1.0);
  float above = clamp((level - border) / max(fwidth(level), 1e-6) + 0.5, 0.0, 1.0);
  return mix(map_color((border - 0.5) * u_band), map_color((border + 0.5) * u_band), above);
}

vec3 paint() {
  float t = v_value / u_range;
  vec3 color = u_band > 0.0 ? band_color(t) : map_color(t);
  float over = clamp((t - 1.0) / max(fwidth(t), 1e-6), 0.0, 1.0);
  color = mix(color, u_over_range_color, over);
  if (u_line_at > 0.0) color = mix(vec3(1.0), color, smoothstep(0.8, 1.6, from_line()));
  if (u_contour_step <= 0.0) return color;
  float level = v_value / u_contour_step;
  float width = max(fwidth(level), 1e-6);
  float distance_to_line = abs(fract(level + 0.5) - 0.5) / width;
  float line = (1.0 - smoothstep(u_line_width - 0.6, u_line_width + 0.2, distance_to_line)) * clamp(0.6 - width, 0.0, 0.35);
  return mix(color, color * 0.25, level > 0.5 ? line : 0.0);
}

void main() {
  LEAVE_IF_CUT
  if (u_threshold > 0.0 && v_value < u_threshold) discard;
  if (u_most > 0.0 && v_value > u_most) discard;
  o_color = vec4(paint(), 1.0);
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
uniform vec3 u_floor_color, u_line_color;
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
  float lit = fade * max(0.02 * fine, 0.05 * coarse);
  float ground = 0.55 * fade * fade;  // a matt disc, on which shadows can be seen
  o_color = vec4(u_line_color * lit + u_floor_color * ground, 1.0 - (1.0 - lit) * (1.0 - ground));
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
uniform vec3 u_middle, u_rim;
out vec4 o_color;
void main() {
  vec2 from_centre = (v_place - vec2(0.5, 0.56)) * vec2(min(u_aspect, 1.6) / 1.6, 1.0);
  float glow = exp(-3.2 * dot(from_centre, from_centre));
  o_color = vec4(mix(u_rim, u_middle, glow), 1.0);
}
)";

// Converts linear light to screen colours: compresses highlights above 0.8 in each sample, so that
// edges of bright bodies stay smooth, averages, encodes as sRGB (IEC 61966-2-1), and adds noise
// below one step against bands in the background. Maps (alpha 1) keep their colours. A dark line
// around them takes the place of what is beside them, except strands and arrows (alpha 0.01).
const char* const k_present_fragment = R"(
in vec2 v_place;
uniform Samples u_picture;
uniform vec4 u_map_box;  // pixels that may be near a map: left, bottom, right, top
uniform float u_outline;  // width of the line [pixels]
out vec4 o_color;
const vec3 k_outline = vec3(0.006, 0.007, 0.010);
float rolled_off(float c) { return c < 0.8 ? c : 0.8 + 0.2 * (1.0 - exp(-(c - 0.8) / 0.2)); }
float encoded(float c) { return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1.0 / 2.4) - 0.055; }
float noise(vec2 p) { return fract(52.9829189 * fract(dot(p, vec2(0.06711056, 0.00583715)))); }
vec4 screen_light(vec4 linear) {
  vec3 c = max(linear.rgb, 0.0);
  c = mix(vec3(rolled_off(c.r), rolled_off(c.g), rolled_off(c.b)), min(c, 1.0), linear.a);
  return vec4(c, linear.a);
}
float map_share(ivec2 pixel) {
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, ivec2(u_size)))) return 0.0;
  float share = 0.0;
  for (int k = 0; k < k_samples; ++k) share += step(0.5, texelFetch(u_picture, pixel, k).a);
  return share / float(k_samples);
}
// How much of the line covers a pixel beside a map.
float outline(ivec2 pixel) {
  if (u_outline <= 0.0 || any(lessThan(vec2(pixel), u_map_box.xy)) ||
      any(greaterThan(vec2(pixel), u_map_box.zw))) return 0.0;
  int reach = int(ceil(u_outline + 0.5));
  float most = 0.0;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      float near = clamp(u_outline + 0.7 - length(vec2(x, y)), 0.0, 1.0);
      if (near > most) most = max(most, near * map_share(pixel + ivec2(x, y)));
    }
  }
  return most;
}
void main() {
  ivec2 pixel = ivec2(v_place * u_size);
  float line = outline(pixel);
  vec4 sum = vec4(0.0);
  for (int k = 0; k < k_samples; ++k) {
    vec4 light = screen_light(texelFetch(u_picture, pixel, k));
    if (light.a < 0.005) light.rgb = mix(light.rgb, k_outline, line);
    sum += light;
  }
  vec4 c = sum / float(k_samples);
  c.rgb = vec3(encoded(c.r), encoded(c.g), encoded(c.b));
  o_color = vec4(c.rgb + (noise(gl_FragCoord.xy) - 0.5) / 255.0, c.a);
}
)";

// Smooth edges where there is one sample per pixel, on the finished colours: Lottes, "FXAA" (NVIDIA
// 2009), in its short form. Maps (alpha) stay as they are, and do not spread to pixels beside them.
const char* const k_smooth_fragment = R"(
in vec2 v_place;
uniform sampler2D u_picture;
out vec4 o_color;
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
vec4 at(ivec2 pixel) { return texelFetch(u_picture, clamp(pixel, ivec2(0), ivec2(u_size) - 1), 0); }
void main() {
  ivec2 pixel = ivec2(v_place * u_size);
  vec4 middle = at(pixel);
  o_color = vec4(middle.rgb, 1.0);
  float nw = luma(at(pixel + ivec2(-1, 1)).rgb), ne = luma(at(pixel + ivec2(1, 1)).rgb);
  float sw = luma(at(pixel + ivec2(-1, -1)).rgb), se = luma(at(pixel + ivec2(1, -1)).rgb);
  float m = luma(middle.rgb);
  float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
  if (middle.a > 0.5 || high - low < max(0.02, 0.1 * high)) return;
  vec2 along = vec2(sw + se - nw - ne, nw + sw - ne - se);
  float least = max((nw + ne + sw + se) * 0.03, 1.0 / 128.0);
  along /= min(abs(along.x), abs(along.y)) + least;
  along = clamp(along, -8.0, 8.0) / u_size;
  vec4 near = 0.5 * (texture(u_picture, v_place + along * (1.0 / 3.0 - 0.5)) +
                     texture(u_picture, v_place + along * (2.0 / 3.0 - 0.5)));
  vec4 far = 0.5 * near + 0.25 * (texture(u_picture, v_place - 0.5 * along) +
                                  texture(u_picture, v_place + 0.5 * along));
  if (far.a > 0.1) return;
  float l = luma(far.rgb);
  o_color = vec4(l < low || l > high ? near.rgb : far.rgb, 1.0);
}
)";

}  // namespace condyle::shaders

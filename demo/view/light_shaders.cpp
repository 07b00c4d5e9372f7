#include <fmt/core.h>

#include "view/shaders.h"

namespace condyle::shaders {

std::string samples_header(int samples) {
  return fmt::format("#define Samples {}\nconst int k_samples = {};\nuniform vec2 u_size;\n",
                     samples > 0 ? "sampler2DMS" : "sampler2D", samples > 0 ? samples : 1);
}

// The heights of a scene as seen from straight above, as parts of its depth downward: of the
// highest solid surface in red, of the highest glass in green (blended by the minimum).
const char* const k_height_vertex = R"(
layout(location = 0) in vec3 a_position;
uniform mat4 u_map_from_world, u_world_from_mesh;
uniform vec4 u_cut;
OUT_CUT_PLACE
void main() {
  vec4 position = u_world_from_mesh * vec4(a_position, 1.0);
  CUT_PLACE = dot(u_cut, position);
  gl_Position = u_map_from_world * position;
}
)";

const char* const k_height_fragment = R"(
uniform float u_is_glass;
out vec4 o_height;
IN_CUT_PLACE
void main() {
  LEAVE_IF_CUT
  float down = gl_FragCoord.z;
  o_height = u_is_glass > 0.5 ? vec4(1.0, down, 1.0, 1.0) : vec4(down, 1.0, 1.0, 1.0);
}
)";

// The point that a pixel shows: of a solid body (w = 1), of the floor (w: its strength there, which
// fades towards its rim) or nothing (w = 0).
const char* const k_seen = R"(
uniform Samples u_depth;
uniform mat4 u_world_from_clip;
uniform vec3 u_eye, u_ahead, u_up, u_floor;
uniform float u_floor_radius;  // 0: no floor
vec3 world_at(vec2 place, float depth) {
  vec4 p = u_world_from_clip * vec4(2.0 * vec3(place, depth) - 1.0, 1.0);
  return p.xyz / p.w;
}
vec4 seen(ivec2 pixel) {
  pixel = clamp(pixel, ivec2(0), ivec2(u_size) - 1);
  float depth = texelFetch(u_depth, pixel, 0).r;
  vec3 p = world_at((vec2(pixel) + 0.5) / u_size, min(depth, 0.9999));
  float above = dot(u_eye - u_floor, u_up), down = dot(u_eye - p, u_up);
  if (u_floor_radius > 0.0 && above > 0.0 && down > 0.0 && (depth == 1.0 || down > above)) {
    vec3 q = mix(u_eye, p, above / down);
    float from_centre = distance(q, u_floor) / u_floor_radius;
    return vec4(q, 1.0 - smoothstep(0.25, 1.0, from_centre));
  }
  return vec4(p, depth < 1.0 ? 1.0 : 0.0);
}
float ahead(vec3 p) { return dot(p - u_eye, u_ahead); }
)";

// The part of the light that reaches what a pixel shows, in red, and its distance in green. In
// corners: McGuire et al., "Scalable ambient obscurance" (HPG 2012). Below bodies: the part of a
// disc that is covered in the map of heights, wider the further up the cover is. The places tried
// are turned from pixel to pixel in blocks of 4 x 4, over which k_spread_fragment averages.
const char* const k_shade_fragment = R"(
uniform float u_step;            // pixels of the picture per pixel of this one
uniform float u_reach;           // of corners [m]
uniform float u_pixels_per_metre;  // at distance 1
uniform float u_far;             // scales distances in green
uniform int u_corners, u_shadow; // whether to compute them
uniform sampler2D u_heights;
uniform mat4 u_map_from_world;
uniform float u_map_depth;       // metres between heights 0 and 1
uniform float u_map_width;       // metres
uniform float u_glass_cover;
out vec4 o_light;

const int k_tries = 10;
const float k_turn = 2.39996;
const float k_least = 0.45;  // some light reaches every corner

vec3 normal_at(ivec2 pixel, vec3 p, int step) {
  vec3 l = p - seen(pixel - ivec2(step, 0)).xyz, r = seen(pixel + ivec2(step, 0)).xyz - p;
  vec3 d = p - seen(pixel - ivec2(0, step)).xyz, u = seen(pixel + ivec2(0, step)).xyz - p;
  vec3 across = dot(l, l) < dot(r, r) ? l : r, up = dot(d, d) < dot(u, u) ? d : u;
  return normalize(cross(across, up));
}

float open_to_light(ivec2 pixel, vec3 p, vec3 n, float turn) {
  float pixels = clamp(u_pixels_per_metre * u_reach / ahead(p), 3.0, 90.0);
  float sum = 0.0, reach2 = u_reach * u_reach;
  for (int i = 0; i < k_tries; ++i) {
    float part = (float(i) + 0.5) / float(k_tries), angle = k_turn * float(i) + turn;
    vec4 q = seen(pixel + ivec2(pixels * part * vec2(cos(angle), sin(angle))));
    vec3 v = q.xyz - p;
    float away2 = dot(v, v), near = max(reach2 - away2, 0.0);
    if (q.w > 0.0)
      sum += near * near * near * max(dot(v, n) - 0.02 * u_reach, 0.0) / (away2 + 1e-4 * reach2);
  }
  float closed = 4.0 * u_reach * sum / (reach2 * reach2 * reach2 * float(k_tries));
  return k_least + (1.0 - k_least) * exp(-closed / (1.0 - k_least));
}

// Heights above the place (red: solid, green: glass), `away` in widths of the map from it; below 0
// where nothing is above.
vec2 above_at(vec3 map, float away, float angle) {
  return map.z - texture(u_heights, map.xy + away * vec2(cos(angle), sin(angle))).rg;
}

// How much of what is above the place covers it: the mean over a disc that is the wider, the further
// up the cover is.
float covered(vec3 map, float turn) {
  float aspect = u_map_depth / u_map_width, least = 0.004 / aspect;
  float height = 0.0, found = 0.0;
  for (int i = 0; i < 12; ++i) {
    float part = (float(i) + 0.5) / 12.0;
    vec2 above = above_at(map, 0.10 * part * part, k_turn * float(i) + turn);
    vec2 over = step(vec2(least), above) * vec2(1.0, u_glass_cover);
    height += dot(over, above);
    found += over.x + over.y;
  }
  if (found == 0.0) return 0.0;
  float radius = clamp(0.45 * height / found * aspect, 0.006, 0.10), cover = 0.0;
  for (int i = 0; i < 16; ++i) {
    float part = sqrt((float(i) + 0.5) / 16.0);
    vec2 above = above_at(map, radius * part, k_turn * float(i) + turn);
    vec2 over = step(vec2(least), above) * vec2(1.0, u_glass_cover);
    cover += max(over.x, over.y) / 16.0;
  }
  return cover;
}

void main() {
  ivec2 pixel = ivec2((floor(gl_FragCoord.xy) + 0.5) * u_step);
  vec4 p = seen(pixel);
  o_light = vec4(1.0, ahead(p.xyz) / u_far, 0.0, 1.0);
  if (p.w <= 0.0) { o_light.g = 6e4; return; }
  ivec2 block = ivec2(gl_FragCoord.xy) & 3;
  float turn = 6.28319 * float((5 * (4 * block.y + block.x)) & 15) / 16.0;
  bool is_floor = u_floor_radius > 0.0 && abs(dot(p.xyz - u_floor, u_up)) < 1e-5 * u_far;
  vec3 n = is_floor ? u_up : normal_at(pixel, p.xyz, max(int(u_step), 1));
  float light = 1.0;
  if (u_corners != 0) light *= open_to_light(pixel, p.xyz, n, turn);
  if (u_shadow != 0) {
    vec3 map = (u_map_from_world * vec4(p.xyz, 1.0)).xyz * 0.5 + 0.5;
    light = min(light, 1.0 - 0.6 * smoothstep(0.0, 0.5, dot(n, u_up)) * covered(map, turn));
  }
  o_light.r = mix(1.0, light, p.w);
}
)";

// The mean over blocks of 4 x 4 pixels, of those at about the same distance.
const char* const k_spread_fragment = R"(
uniform sampler2D u_light;
out vec4 o_light;
void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy), last = textureSize(u_light, 0) - 1;
  vec2 middle = texelFetch(u_light, pixel, 0).rg;
  float sum = 0.0, weights = 0.0;
  for (int y = -2; y < 2; ++y) {
    for (int x = -2; x < 2; ++x) {
      vec2 light = texelFetch(u_light, clamp(pixel + ivec2(x, y), ivec2(0), last), 0).rg;
      float weight = abs(light.g - middle.g) < 0.02 * middle.g ? 1.0 : 1e-3;
      sum += weight * light.r;
      weights += weight;
    }
  }
  o_light = vec4(sum / weights, middle.g, 0.0, 1.0);
}
)";

// What is left of the light of each pixel, by which the picture is multiplied: the smaller picture
// enlarged along edges, and outlines. An outline lies where a surface bends away or ends: where the
// depth, which is linear in the picture on a plane, is further on both sides than here.
const char* const k_shaded_fragment = R"(
in vec2 v_place;
uniform sampler2D u_light;
uniform float u_step, u_far, u_outline;
uniform float u_depth_slope;   // change of depth [0, 1] with the inverse of distance [m]
uniform float u_pixel;         // metres per pixel at distance 1
uniform int u_corners, u_shadow;
out vec4 o_color;

float enlarged(ivec2 pixel) {
  vec4 p = seen(pixel);
  if (p.w <= 0.0) return 1.0;
  float here = ahead(p.xyz) / u_far;
  vec2 place = (vec2(pixel) + 0.5) / u_step - 0.5;
  ivec2 corner = ivec2(floor(place)), last = textureSize(u_light, 0) - 1;
  vec2 part = place - floor(place);
  float sum = 0.0, weights = 0.0;
  for (int k = 0; k < 4; ++k) {
    ivec2 at = ivec2(k & 1, k >> 1);
    vec2 light = texelFetch(u_light, clamp(corner + at, ivec2(0), last), 0).rg;
    vec2 near = mix(1.0 - part, part, vec2(at));
    float weight = (near.x * near.y + 1e-3) * (abs(light.g - here) < 0.03 * here ? 1.0 : 1e-3);
    sum += weight * light.r;
    weights += weight;
  }
  return sum / weights;
}

float depth_at(ivec2 pixel, int k) {
  return texelFetch(u_depth, clamp(pixel, ivec2(0), ivec2(u_size) - 1), k).r;
}

// A difference of depth as a distance, in pixels.
float pixels_between(float difference, float depth) {
  return difference * ahead(world_at(v_place, depth)) / (u_depth_slope * u_pixel);
}

// Whether what is here is but a few pixels wide, so that outlines would hide it.
float thin(ivec2 pixel) {
  float here = depth_at(pixel, 0);
  float across = min(depth_at(pixel - ivec2(4, 0), 0), depth_at(pixel + ivec2(4, 0), 0));
  float up = min(depth_at(pixel - ivec2(0, 4), 0), depth_at(pixel + ivec2(0, 4), 0));
  return smoothstep(3.0, 8.0, pixels_between(max(across, up) - here, here));
}

float outline(ivec2 pixel) {
  float sum = 0.0;
  for (int k = 0; k < k_samples; ++k) {
    float here = depth_at(pixel, k);
    if (here >= 1.0) continue;
    float across = depth_at(pixel - ivec2(1, 0), k) + depth_at(pixel + ivec2(1, 0), k);
    float up = depth_at(pixel - ivec2(0, 1), k) + depth_at(pixel + ivec2(0, 1), k);
    sum += smoothstep(3.0, 8.0, pixels_between(max(across, up) - 2.0 * here, here));
  }
  return sum > 0.0 ? sum / float(k_samples) * (1.0 - thin(pixel)) : 0.0;
}

void main() {
  ivec2 pixel = ivec2(v_place * u_size);
  float light = u_corners + u_shadow != 0 ? enlarged(pixel) : 1.0;
  if (u_outline > 0.0) light *= 1.0 - u_outline * outline(pixel);
  o_color = vec4(vec3(light), 1.0);
}
)";

}  // namespace condyle::shaders

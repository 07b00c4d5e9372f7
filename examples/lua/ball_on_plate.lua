-- The ball of examples/c/ball_on_plate.c from Lua, by LuaJIT's foreign functions: it reads the header as it
-- is, without a binding in between.
--   luajit ball_on_plate.lua HEADER LIBRARY
-- HEADER: .../include/condyle/c.h; LIBRARY: libcondyle_c.so.1, or its path.
local ffi = require("ffi")

local header = assert(io.open(arg[1])):read("*a")
local declarations = header:match('extern "C" {\n#endif\n(.-)\n#ifdef __cplusplus')
ffi.cdef((declarations:gsub("CONDYLE_C_API ", "")))
local condyle = ffi.load(arg[2])

local function check(is_good) assert(is_good, ffi.string(condyle.condyle_last_error())) end

local function surface(json)
  local made = condyle.condyle_surface_from_json(json, nil)
  check(made ~= nil)
  return ffi.gc(made, condyle.condyle_surface_free)
end

local layer = '"layer": {"material": "uhmwpe", "thickness": 0.008}'
local ball = surface('{"name": "ball", "primitive": {"shape": "icosphere", "radius": 0.02, "segments": 5}, '
  .. layer .. '}')
local plate = surface('{"name": "plate", "primitive": {"shape": "box", "size": [0.1, 0.1, 0.02], "segments": 1}, '
  .. layer .. '}')

local mass = 60
local world = ffi.gc(condyle.condyle_world_create(ffi.new("double[3]", 0, 0, -9.81)), condyle.condyle_world_free)
local falling = condyle.condyle_world_add_body(world, ffi.C.CONDYLE_DYNAMIC, mass, nil,
  ffi.new("double[9]", 0.01, 0, 0, 0, 0.01, 0, 0, 0, 0.01), ffi.new("double[7]", 0, 0, 0.03, 0, 0, 0, 1))
local fixed = condyle.condyle_world_add_body(world, ffi.C.CONDYLE_FIXED, 0, nil, nil, nil)
check(condyle.condyle_world_add_surface(world, falling, ball, nil) >= 0)
check(condyle.condyle_world_add_surface(world, fixed, plate, nil) >= 0)
check(condyle.condyle_world_set_default_contact(world, '{"dissipation": 1}') == 0)

for _ = 1, 240 do check(condyle.condyle_world_step(world, 1 / 240) == 0) end

local contact, wrench = ffi.new("condyle_result"), ffi.new("double[6]")
check(condyle.condyle_world_contact_result(world, 0, contact, ffi.sizeof(contact)) == 0)
check(condyle.condyle_world_contact_wrench(world, 0, wrench) == 0)
print(string.format("%.2f N of a weight of %.2f N, peak pressure %.2f MPa on %d triangles", wrench[5],
  mass * 9.81, contact.peak_pressure / 1e6, contact.touching_triangles))

"""A world of two bodies, made and changed in Python: how the stiffness of a layer changes an impact.

Prints peak force and time of contact of a ball that falls 5 mm onto a plate.
"""

import condyle

LAYER = {"elastic_modulus": 1e6, "poissons_ratio": 0.45, "thickness": 0.003}
scene = condyle.Scene.from_dict({
    "condyle_scene": 1,
    "gravity": [0, 0, -9.81],
    "bodies": [
        {"name": "plate", "kind": "fixed",
         "meshes": [{"name": "top", "primitive": {"shape": "plane", "size": [0.06, 0.06, 0], "segments": 60},
                     "layer": LAYER}]},
        {"name": "ball", "kind": "dynamic", "position": [0, 0, 0.035], "density": 7900,
         "meshes": [{"name": "skin", "shape": {"kind": "sphere", "radius": 0.030}, "layer": LAYER}]}],
    "contacts": [{"name": "impact", "casting": {"body": "plate", "mesh": "top"},
                  "target": {"body": "ball", "mesh": "skin"}}]})

for modulus in (1e6, 4e6, 16e6):
    for body, mesh in (("plate", "top"), ("ball", "skin")):
        scene[f"bodies/{body}/meshes/{mesh}/layer/elastic_modulus"] = modulus
    run = scene.simulate(seconds=0.045, rate=16000)
    print(f"{modulus / 1e6:4.0f} MPa: peak force {run['impact.force'].max():7.1f} N, "
          f"in contact for {(run['impact.area'] > 0).sum() / 16:.2f} ms")

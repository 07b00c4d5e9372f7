"""A joint of an OpenSim model, flexed under a load: forces and peak pressures of its contacts.

    python3 knee_joint.py MODEL.osim JOINT [GEOMETRY [MOTION.sto]]

With a motion, also the peak pressure of each contact along it, by OpenSim's own kinematics.
"""

import sys

import condyle

file, name, *more = sys.argv[1:]
geometry, motion = (more + ["", ""])[:2]
model = condyle.read_osim(file)
print(model)
for contact, (casting, target) in model.contacts.items():
    print(f"  {contact}: {casting} on {target}")

scene = condyle.joint(model, name, flexion=(0, 20), compression=200, seconds=1, geometry=geometry)
run = scene.simulate(rate=240)
for contact in run.world.contacts:
    force, peak = run[f"{contact}.force"], run[f"{contact}.peak_pressure"]
    print(f"{contact}: {force[0]:.0f} N at the start, {force[-1]:.0f} N at the end, at most {peak.max() / 1e6:.2f} MPa")

if motion:
    found = condyle.analyze(model, motion, geometry=geometry, missing_default=True)
    for contact in model.contacts:
        peak = found[f"{contact}.casting.total.max_pressure"]
        print(f"{contact} in the motion: at most {peak.max() / 1e6:.2f} MPa, at {found.times[peak.argmax()]:.2f} s")

// Gives the rows that Condyle set in its version of MuJoCo, from a file, to the version of the npm
// package @mujoco/mujoco, which has no callbacks: contacts are added after mj_fwdPosition(), and rows
// set before mj_referenceConstraint(). Accelerations and forces must be the same. Usage:
// node compare_rows.mjs ROWS.json FOLDER_OF_THE_PACKAGE
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

const [rowsFile, packageFolder] = process.argv.slice(2);
const load = (await import(pathToFileURL(`${packageFolder}/mujoco.js`))).default;
const mujoco = await load();

// A row of friction has a cone, whose ratio the package lets nobody set but by impratio: 1/sqrt of it
// for all contacts. Its normal part is then lighter, and held by an acceleration that is as much larger.
const k_cone = 1e-6;
// Of forces relative to the largest, of accelerations to the largest that there would be without contact.
const k_most_difference = 1e-6;

function modelOf(text) {
  const alone = text.replaceAll('<geom ', '<geom contype="0" conaffinity="0" ')
      .replace('<option ', `<option impratio="${1 / (k_cone * k_cone)}" `);
  return mujoco.MjModel.from_xml_string(alone);
}

function add(model, data, contact) {
  const c = new mujoco.MjContact();
  c.pos.set(contact.pos);
  c.frame.set(contact.frame);
  c.dist = contact.dist;
  c.dim = contact.rows.length;
  [c.geom1, c.geom2] = contact.geoms;
  c.geom.set(contact.geoms);
  for (const unused of [c.flex, c.elem, c.vert]) unused.set([-1, -1]);
  c.efc_address = -1;
  c.friction.fill(1);
  c.solref.set([0.02, 1]);
  c.solimp.set([0.9, 0.95, 0.001, 0.5, 2]);
  if (mujoco.mj_addContact(model, data, c) !== 0) throw new Error('no room for a contact');
  c.delete();
}

function setRow(data, at, row) {
  data.efc_D[at] = row.mass;
  data.efc_R[at] = 1 / row.mass;
  data.efc_KBIP.set([row.stiffness, row.damping, 1, 0], 4 * at);
  data.efc_pos[at] = row.pos;
  data.efc_margin[at] = 0;
  if (data.nisland === 0) return;
  const inIsland = data.map_efc2iefc[at];
  data.iefc_D[inIsland] = row.mass;
  data.iefc_R[inIsland] = 1 / row.mass;
}

function setRows(data, at, rows) {
  if (rows.length === 1) return setRow(data, at, rows[0]);
  const [normal, ...tangents] = rows;
  const mass = k_cone * k_cone * tangents[0].mass;
  setRow(data, at, {...normal, mass, stiffness: normal.stiffness * normal.mass / mass});
  tangents.forEach((row, i) => setRow(data, at + 1 + i, row));
}

function forward(model, data, moment) {
  data.qpos.set(moment.qpos);
  data.qvel.set(moment.qvel);
  data.xfrc_applied.set(moment.xfrc_applied);
  mujoco.mj_fwdPosition(model, data);
  if (data.ncon !== 0) throw new Error('MuJoCo has contacts of its own');
  for (const contact of moment.contacts) add(model, data, contact);
  mujoco.mj_makeConstraint(model, data);
  mujoco.mj_island(model, data);
  mujoco.mj_projectConstraint(model, data);
  mujoco.mj_fwdVelocity(model, data);
  const addresses = moment.contacts.map((_, i) => data.contact.get(i).efc_address);
  moment.contacts.forEach((contact, i) => setRows(data, addresses[i], contact.rows));
  mujoco.mj_referenceConstraint(model, data);
  mujoco.mj_fwdActuation(model, data);
  mujoco.mj_fwdAcceleration(model, data);
  mujoco.mj_fwdConstraint(model, data);
  const forces = moment.contacts.flatMap(
      (contact, i) => contact.rows.map((_, row) => data.efc_force[addresses[i] + row]));
  return {forces, qacc: [...data.qacc], free: [...data.qacc_smooth]};
}

// The normal part of a row of friction stands for the limit and is no force, so it is left out.
function isForce(moment) {
  return moment.contacts.flatMap(({rows}) => rows.map((_, row) => rows.length === 1 || row > 0));
}

function difference(found, wanted, scale) {
  const largest = Math.max(...scale.map(Math.abs));
  return Math.max(...found.map((value, i) => Math.abs(value - wanted[i]))) / largest;
}

let worst = 0;
for (const moment of JSON.parse(readFileSync(rowsFile))) {
  const model = modelOf(moment.model);
  const data = new mujoco.MjData(model);
  const found = forward(model, data, moment);
  const kept = isForce(moment);
  const rows = moment.contacts.flatMap(({rows}) => rows.map(({force}) => force));
  const wanted = rows.filter((_, i) => kept[i]);
  const ofForce = difference(found.forces.filter((_, i) => kept[i]), wanted, wanted);
  const ofAcceleration = difference(found.qacc, moment.qacc, found.free);
  console.log(`${moment.name}: ${rows.length} rows, forces differ by ${ofForce.toExponential(1)}, ` +
      `accelerations by ${ofAcceleration.toExponential(1)}`);
  worst = Math.max(worst, ofForce, ofAcceleration);
}
console.log(`MuJoCo ${mujoco.mj_versionString()}: at most ${worst.toExponential(1)}`);
process.exit(worst <= k_most_difference ? 0 : 1);

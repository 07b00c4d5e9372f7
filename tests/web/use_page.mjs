// Uses the page as a person does. Usage: node use_page.mjs URL CONDYLE OUT
import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Browser, sleep} from './browser.mjs';

const [url, condyle, out] = process.argv.slice(2);
const k_figures = 'condyle.figures()';
const k_speed = '({reached_speed: condyle.figures().reached_speed, step_ms: condyle.figures().step_ms})';
// A step is computed alike here and there but for functions such as sin, in the last bit.
const k_largest_difference = 1e-9;
const k_ligament = 'MCL';

let failures = 0;
const check = (what, holds, more = '') => {
  console.log(`${holds ? 'ok' : 'FAILED'}: ${what}${more ? ` (${more})` : ''}`);
  if (!holds) ++failures;
};

// The last row of history.csv up to a time, of a run of the program with or without a cut.
const native = (time, cut) => {
  const folder = join(out, cut === undefined ? 'native' : 'native_cut');
  execFileSync(condyle, ['simulate', 'knee_replacement', '--seconds', String(time), '--quiet', '--out', folder,
    ...(cut === undefined ? [] : ['--cut', `${k_ligament}@${cut}`])], {stdio: ['ignore', 'ignore', 'inherit']});
  const [head, ...rows] = readFileSync(join(folder, 'history.csv'), 'utf8').trim().split('\n').map((row) => row.split(','));
  return Object.fromEntries(head.map((name, k) => [name, Number(rows.at(-1)[k])]));
};

const near = (a, b) => Math.abs(a - b) <= k_largest_difference * Math.max(Math.abs(a), Math.abs(b), 1);

const compare = (when, page, program) => {
  const pairs = [['insert_femoral force [N]', 'insert_femoral.force [N]', 1],
    ['insert_femoral area [mm²]', 'insert_femoral.area [m^2]', 1e6],
    ['insert_femoral peak pressure [MPa]', 'insert_femoral.peak_pressure [Pa]', 1e-6],
    ['tibia position y [mm]', 'tibia.position_y [m]', 1e3]];
  for (const [here, there, factor] of pairs) {
    const ours = page.figures[here], theirs = factor * program[there];
    check(`${when}: ${here}`, near(ours, theirs), `page ${ours}, program ${theirs}`);
  }
};

const figures_at_rest = async (browser) => {
  await browser.key(' ', 'Space', 32);
  await browser.wait_for('a pause', `${k_figures}.playing === false`, 60);
  await sleep(1);
  return browser.evaluate(k_figures);
};

const go_on_until = async (browser, time) => {
  await browser.key(' ', 'Space', 32);
  await browser.wait_for(`${time} s of the scene`, `${k_figures}.time > ${time}`, 400);
};

// Clicks where the box of a ligament stands in a window of this size, and a little beside, until it is cut.
const k_window = {width: 1600, height: 1000}, k_box = {x: 1564, ys: [818, 812, 824]};
const cut_by_mouse = async (browser) => {
  for (const y of k_box.ys) {
    await browser.click(k_box.x, y);
    await sleep(2);
    const {cut} = await browser.evaluate(k_figures);
    if (cut.length > 0) return cut;
  }
  return [];
};

const use_knee = async (browser) => {
  await browser.wait_for('the knee', `${k_figures}.time > 0.4`);
  console.log(`   ${JSON.stringify(await browser.evaluate(k_speed))}`);
  await browser.picture(join(out, 'knee.png'));
  const before = await figures_at_rest(browser);
  compare('whole', before, native(before.time));
  const cut = await cut_by_mouse(browser);
  check('a click cuts a ligament', cut.length === 3 && cut.every((name) => name.startsWith(k_ligament)), cut.join(' '));
  await browser.picture(join(out, 'cut.png'));
  await go_on_until(browser, before.time + 0.2);
  const after = await figures_at_rest(browser);
  await browser.picture(join(out, 'after_cut.png'));
  compare('cut', after, native(after.time, before.time));
  const whole = native(after.time);
  check('the cut changes the force', !near(whole['insert_femoral.force [N]'], after.figures['insert_femoral force [N]']),
    `whole ${whole['insert_femoral.force [N]']} N`);
};

// One page in a browser of its own.
const on_page = async (wishes, size, use, flags = []) => {
  const browser = new Browser(flags);
  try {
    await browser.open(url + wishes, size);
    await use(browser);
  } finally {
    await browser.close();
  }
};

const open_by_start_page = (browser) => browser.wait_for('the start page', `${k_figures}.start_page`).then(async () => {
  await sleep(3);
  await browser.picture(join(out, 'start_page.png'));
  await browser.click(480, 220);
  await browser.wait_for('a scene by a click on its card', `!${k_figures}.start_page`, 120);
  const {scene} = await browser.evaluate(k_figures);
  check('a click on a card opens its scene', scene === 'ball_on_plate', scene);
});

const open_lesson = async (browser) => {
  await browser.wait_for('the lesson', `${k_figures}.lesson`);
  await sleep(5);
  await browser.picture(join(out, 'lesson.png'));
  check('a lesson opens', true, (await browser.evaluate(k_figures)).scene);
};

const far = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));

const use_fingers = async (browser) => {
  await browser.wait_for('the ball', `${k_figures}.time > 0`);
  const camera = () => browser.evaluate(`${k_figures}.camera`);
  const move = async (from, to) => {
    await browser.touch('touchStart', from);
    for (let k = 1; k <= 5; ++k) {
      await browser.touch('touchMove', from.map(([x, y], i) => [x + k / 5 * (to[i][0] - x), y + k / 5 * (to[i][1] - y)]));
      await sleep(0.7);
    }
    await browser.touch('touchEnd', []);
    await sleep(1.5);
  };
  const first = await camera();
  await move([[150, 200]], [[250, 230]]);
  const turned = await camera();
  check('one finger turns the camera', far(first.eye, turned.eye) > 0.1 * first.distance && far(first.target, turned.target) < 1e-9,
    `eye by ${far(first.eye, turned.eye)} m`);
  await move([[190, 200], [210, 200]], [[150, 200], [250, 200]]);
  const near = await camera();
  check('two fingers that part zoom in', near.distance < 0.7 * turned.distance, `${turned.distance} m to ${near.distance} m`);
  await move([[180, 180], [220, 180]], [[180, 240], [220, 240]]);
  const shifted = await camera();
  check('two fingers that go along shift the view', far(near.target, shifted.target) > 0.02 * near.distance,
    `target by ${far(near.target, shifted.target)} m`);
  await browser.picture(join(out, 'telephone.png'));
};

const take_picture = async (browser) => {
  await browser.wait_for('the ball', `${k_figures}.time > 0`);
  await browser.evaluate("URL.createObjectURL = (blob) => { window.downloaded = blob.size; return ''; }");
  await browser.mouse('mouseMoved', 640, 300);
  await browser.key('p', 'KeyP', 80);
  const size = await browser.wait_for('a picture to download', 'window.downloaded', 60);
  check('a picture that the viewer takes is downloaded', size > 10000, `${size} bytes`);
};

const lack_webgl = async (browser) => {
  const words = await browser.wait_for('words', "document.getElementById('words').textContent.match(/WebGL 2/)?.input", 20);
  check('without WebGL 2 the page says so', words.includes('no WebGL 2'), words);
  await browser.picture(join(out, 'no_webgl.png'));
};

const name_nothing = async (browser) => {
  const words = await browser.wait_for('words', "document.getElementById('words').textContent.match(/no_such_scene/)?.input", 60);
  check('an unknown scene is named', true, words);
};

await on_page('', {}, lack_webgl, ['--disable-3d-apis']);
await on_page('?scene=no_such_scene', {}, name_nothing);
await on_page('', {}, open_by_start_page);
await on_page('?lesson=cruciates', k_window, open_lesson);
await on_page('?scene=ball_on_plate', {}, take_picture);
await on_page('?scene=ball_on_plate', {width: 390, height: 780, scale: 2, touch: true}, use_fingers);
await on_page('?scene=knee_replacement', k_window, use_knee);
process.exit(failures === 0 ? 0 : 1);

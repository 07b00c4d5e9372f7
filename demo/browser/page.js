// The page around the viewer: what it loads and what goes wrong, the size of the canvas, fingers, and
// files that the viewer writes.
'use strict';

var condylePage = (() => {
  const canvas = document.getElementById('canvas');
  const cover = document.getElementById('cover');
  const words = document.getElementById('words');
  const bar = document.getElementById('bar');
  let isOver = false;

  // In pixels of the display.
  const size = () => {
    const scale = window.devicePixelRatio || 1;
    return {width: Math.max(Math.round(window.innerWidth * scale), 1),
            height: Math.max(Math.round(window.innerHeight * scale), 1)};
  };

  const fail = (text) => {
    isOver = true;
    cover.hidden = false;
    bar.hidden = true;
    words.textContent = text;
  };

  const ready = () => { if (!isOver) cover.hidden = true; };

  const progress = (text) => {
    if (isOver) return;
    const [, done, all] = text.match(/\((\d+(?:\.\d+)?)\/(\d+)\)/) || [];
    if (all) bar.value = done / all; else bar.removeAttribute('value');
    words.textContent = all ? 'Loading scenes and meshes' : text ? 'Starting' : 'Opening the scene';
  };

  const hasWebGl2 = () => {
    try { return !!document.createElement('canvas').getContext('webgl2'); } catch { return false; }
  };

  const lack = () => {
    if (typeof WebAssembly !== 'object') return 'This browser has no WebAssembly.';
    if (!hasWebGl2())
      return 'This browser offers no WebGL 2, in which the scene is drawn. A current Firefox, Chrome, Edge ' +
        'or Safari has it, unless it is switched off or the graphics driver is blocked.';
    if (location.protocol === 'file:')
      return 'A browser loads this page only from a server: python3 -m http.server --directory ' +
        'FOLDER shows it at http://localhost:8000.';
    return '';
  };

  return {canvas, size, fail, ready, progress, lack, isOver: () => isOver};
})();

var Module = {
  canvas: condylePage.canvas,
  // ?scene=hip&speed=0.5 as scene=hip speed=0.5
  arguments: [...new URLSearchParams(location.search)].map(([name, value]) => name + '=' + value),
  print: (text) => console.log(text),
  printErr: (text) => console.warn(text),
  setStatus: condylePage.progress,
  onAbort: (what) => condylePage.fail('The program has stopped: ' + what +
    '. If the scene is large, the browser may have refused the memory.'),
  preRun: [() => { if (condylePage.isOver()) throw new Error(condylePage.lack()); }],
};

// What the viewer shows now: condyle.figures().time, condyle.figures().figures['flexion [deg]'].
// condyle.timeSteps(240) makes steps without pictures, and tells the milliseconds of each.
var condyle = {
  figures: () => JSON.parse(Module.UTF8ToString(Module._condyle_figures())),
  timeSteps: (steps) => Module._condyle_time_steps(steps),
};

if (condylePage.lack()) condylePage.fail(condylePage.lack());

window.addEventListener('resize', () => {
  const {width, height} = condylePage.size();
  if (Module.setCanvasSize) Module.setCanvasSize(width, height);
});
window.addEventListener('error', (event) => {
  if (event.message && !condylePage.isOver()) condylePage.fail('The program has stopped: ' + event.message);
});
condylePage.canvas.addEventListener('webglcontextlost', () => condylePage.fail(
  'The browser has taken the graphics card away. Load the page again to go on.'));
condylePage.canvas.addEventListener('contextmenu', (event) => event.preventDefault());

// Keys that browsers use themselves.
window.addEventListener('keydown', (event) => {
  const isOurs = event.ctrlKey ? 'sozyq'.includes(event.key.toLowerCase())
    : [' ', 'F1', 'Home', 'Tab', 'ArrowLeft', 'ArrowRight', "'", '/'].includes(event.key);
  if (isOurs) event.preventDefault();
}, true);

// ---- the pointer

{
  const canvas = condylePage.canvas;
  const send = (kind, at, button = 0) => canvas.dispatchEvent(new MouseEvent(kind,
    {bubbles: true, cancelable: true, clientX: at.x, clientY: at.y, button}));
  const scroll = (steps) => canvas.dispatchEvent(new WheelEvent('wheel',
    {bubbles: true, cancelable: true, deltaY: steps}));

  // Emscripten's GLFW hands on a browser's distances; the viewer counts steps, upwards.
  window.addEventListener('wheel', (event) => {
    if (!event.isTrusted) return;
    event.preventDefault();
    event.stopPropagation();
    const pixels = event.deltaY * [1, 40, 400][event.deltaMode];
    scroll(Math.max(-3, Math.min(3, -pixels / 100)));
  }, {capture: true, passive: false});

  // One finger is the left button; lifted after it was held still, the right one. Two fingers zoom and move the scene, and
  // scroll a panel.
  const k_still = 8, k_hold = 550;  // [CSS pixels], [ms]
  const k_zoom = 8, k_scroll = 30;  // steps for each factor of e, [CSS pixels] for each step
  let kind = 'none', start = null, last = null, began = 0;

  const place = (touch) => ({x: touch.clientX, y: touch.clientY});
  const pairOf = ([a, b]) => ({x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2,
    gap: Math.max(Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY), 1)});

  const press = (touch, time) => {
    start = last = place(touch);
    kind = 'press';
    began = time;
    send('mousemove', start);
  };
  const pinch = (touches) => {
    if (kind === 'drag') send('mouseup', last);
    last = pairOf(touches);
    kind = 'pinch';
    send('mousemove', last);
  };
  // The button goes down only where the viewer has seen the pointer.
  const drag = (at) => {
    if (kind === 'press') {
      if (Math.hypot(at.x - start.x, at.y - start.y) < k_still) return;
      kind = 'drag';
      send('mousedown', start);
    }
    send('mousemove', at);
    last = at;
  };
  const spread = (touches) => {
    const now = pairOf(touches), isPanel = Module._condyle_is_over_panel();
    if (isPanel) {
      scroll((now.y - last.y) / k_scroll);
    } else {
      scroll(k_zoom * Math.log(now.gap / last.gap));
      if (kind === 'pinch') send('mousedown', last, 1);
      kind = 'pan';
      send('mousemove', now);
    }
    last = now;
  };
  const finish = (time) => {
    if (kind === 'press') {
      const button = time - began > k_hold ? 2 : 0;
      send('mousedown', start, button);
      send('mouseup', start, button);
    }
    if (kind === 'drag') send('mouseup', last);
    if (kind === 'pan') send('mouseup', last, 1);
    kind = 'none';
  };

  for (const name of ['touchstart', 'touchmove', 'touchend', 'touchcancel']) {
    window.addEventListener(name, (event) => {
      if (event.target !== canvas) return;
      event.preventDefault();
      event.stopPropagation();
      if (name === 'touchstart' && event.touches.length === 1) press(event.touches[0], event.timeStamp);
      else if (name === 'touchstart' && event.touches.length === 2) pinch(event.touches);
      else if (name === 'touchmove' && kind !== 'none' && event.touches.length === 1) drag(place(event.touches[0]));
      else if (name === 'touchmove' && kind !== 'none' && event.touches.length === 2) spread(event.touches);
      else if (name !== 'touchmove') finish(event.timeStamp);
    }, {capture: true, passive: false});
  }
}

// ---- files that the viewer writes are downloaded

{
  const k_folder = '/files';
  const hand = (path, name) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([Module.FS.readFile(path)]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
    Module.FS.unlink(path);
  };
  const look = (folder, prefix) => {
    for (const name of Module.FS.readdir(folder)) {
      if (name.startsWith('.')) continue;
      const path = folder + '/' + name;
      if (Module.FS.isDir(Module.FS.stat(path).mode)) look(path, prefix + name + '-');
      else hand(path, prefix + name);
    }
  };
  setInterval(() => {
    if (Module.FS && Module.FS.analyzePath(k_folder).exists) look(k_folder, '');
  }, 500);
}

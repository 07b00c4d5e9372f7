// Headless Chromium by its debugging protocol, over a pipe.
import {spawn} from 'node:child_process';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const k_flags = ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--mute-audio', '--no-first-run', '--disable-extensions', '--remote-debugging-pipe'];

export const sleep = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

export class Browser {
  constructor(more_flags = []) {
    this.folder = mkdtempSync(join(tmpdir(), 'condyle-web-'));
    this.process = spawn('chromium', [...k_flags, ...more_flags, `--user-data-dir=${this.folder}`, 'about:blank'],
      {stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe']});
    this.waiting = new Map();
    this.number = 0;
    this.console = [];
    let text = '';
    this.process.stdio[4].on('data', (data) => {
      const parts = (text + data).split('\0');
      text = parts.pop();
      for (const part of parts) this.take(JSON.parse(part));
    });
    this.process.on('exit', () => {
      for (const {refuse} of this.waiting.values()) refuse(new Error('chromium has ended'));
    });
  }

  take(message) {
    if (message.method === 'Runtime.consoleAPICalled')
      this.console.push(message.params.args.map((arg) => arg.value ?? arg.description).join(' '));
    if (message.method === 'Runtime.exceptionThrown')
      this.console.push(message.params.exceptionDetails.exception?.description ?? message.params.exceptionDetails.text);
    const call = this.waiting.get(message.id);
    if (!call) return;
    this.waiting.delete(message.id);
    message.error ? call.refuse(new Error(message.error.message)) : call.answer(message.result);
  }

  call(method, params = {}, sessionId = this.session) {
    const id = ++this.number;
    this.process.stdio[3].write(JSON.stringify({id, method, params, sessionId}) + '\0');
    return new Promise((answer, refuse) => this.waiting.set(id, {answer, refuse}));
  }

  // A page of this size [CSS pixels].
  async open(url, {width = 1280, height = 800, scale = 1, touch = false} = {}) {
    const {targetId} = await this.call('Target.createTarget', {url: 'about:blank'}, undefined);
    this.session = (await this.call('Target.attachToTarget', {targetId, flatten: true}, undefined)).sessionId;
    await this.call('Runtime.enable');
    await this.call('Emulation.setDeviceMetricsOverride', {width, height, deviceScaleFactor: scale, mobile: touch});
    if (touch) await this.call('Emulation.setTouchEmulationEnabled', {enabled: true, maxTouchPoints: 2});
    await this.call('Page.navigate', {url});
  }

  async evaluate(expression) {
    const {result, exceptionDetails} = await this.call('Runtime.evaluate', {expression, returnByValue: true});
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  // Asks until the answer holds; `what` is named if it never does.
  async wait_for(what, expression, seconds = 180) {
    const end = Date.now() + 1000 * seconds;
    while (Date.now() < end) {
      const value = await this.evaluate(expression).catch(() => undefined);
      if (value) return value;
      await sleep(0.2);
    }
    throw new Error(`${what}: not within ${seconds} s; the page says: ${await this.evaluate('document.body.innerText')}` +
      `\n${this.console.join('\n')}`);
  }

  async picture(file) {
    const {data} = await this.call('Page.captureScreenshot', {format: 'png'});
    writeFileSync(file, Buffer.from(data, 'base64'));
    return data;
  }

  mouse(type, x, y, button = 'none', more = {}) {
    return this.call('Input.dispatchMouseEvent', {type, x, y, button, clickCount: button === 'none' ? 0 : 1, ...more});
  }

  async click(x, y, button = 'left') {
    await this.mouse('mouseMoved', x, y);
    await sleep(0.3);
    await this.mouse('mousePressed', x, y, button);
    await sleep(0.3);
    await this.mouse('mouseReleased', x, y, button);
  }

  async key(key, code, number) {
    const one = {key, code, windowsVirtualKeyCode: number, nativeVirtualKeyCode: number};
    await this.call('Input.dispatchKeyEvent', {type: 'keyDown', ...one});
    await this.call('Input.dispatchKeyEvent', {type: 'keyUp', ...one});
  }

  touch(type, points) {
    return this.call('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  }

  async close() {
    const ended = new Promise((done) => this.process.once('exit', done));
    this.process.kill();
    await ended;
    rmSync(this.folder, {recursive: true, force: true});
  }
}

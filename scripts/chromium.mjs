// SPDX-License-Identifier: Apache-2.0
/**
 * Finds a Chromium for the browser tests, or gets one: the distribution's package as root on Debian, else Playwright's
 * own download. The one without windows comes first: the tests take a quarter less of the processor with it. Prints
 * only its path on stdout; messages go to stderr. Ends with 1 without one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { root } from './run.mjs';

const GET_WITHIN_MS = 10 * 60_000;
const ANSWERS_WITHIN_MS = 30_000;

// playwright-core is a dependency of the tests' workspace.
const require = createRequire(join(root, 'test', 'package.json'));
const { chromium } = require('playwright-core');

const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const path = find() ?? get();
if (path === null) {
  say('No Chromium was found and none could be installed: the browser tests cannot run.');
  say('Install one (Debian: apt-get install chromium; elsewhere Google Chrome) and run this again.');
  process.exit(1);
}
process.stdout.write(`${path}\n`);

/** Returns an existing browser that starts: a path alone may be a stub, or lack its libraries. */
function find() {
  return [chromium.executablePath(), ...INSTALLED].find((one) => existsSync(one) && starts(one)) ?? null;
}

function starts(executable) {
  return spawnSync(executable, ['--version'], { stdio: 'ignore', timeout: ANSWERS_WITHIN_MS }).status === 0;
}

function get() {
  say('No Chromium is installed. Getting one for the browser tests…');
  for (const way of [fromDebian, fromPlaywright]) {
    way();
    const found = find();
    if (found !== null) return found;
  }
  return null;
}

function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return;
  if (!attempt('apt-get', ['update', '-qq'])) return;
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (attempt('apt-get', ['install', '-y', '-qq', name])) return;
  }
}

function fromPlaywright() {
  const program = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js');
  attempt(process.execPath, [program, 'install', 'chromium']);
}

/** The output goes to stderr, because stdout carries only the path. */
function attempt(command, args) {
  const ended = spawnSync(command, args, {
    stdio: ['ignore', 2, 2],
    timeout: GET_WITHIN_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return ended.status === 0;
}

function say(line) {
  process.stderr.write(`${line}\n`);
}
